#include "layers/workloads/common/patient_wait.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "engine/backends/null/null_device.h"

namespace strata {
namespace {

double patience(double seconds, bool measured) {
  return patienceFor({Duration{static_cast<std::int64_t>(seconds * 1e9)}, measured}).seconds();
}

TEST(PatientWait, AClockAloneIsNoSignOfLifeForEver) {
  EXPECT_DOUBLE_EQ(patience(2, true), 20);
  EXPECT_DOUBLE_EQ(patience(2, false), 20);
  EXPECT_DOUBLE_EQ(patience(10, true), 100);
  EXPECT_DOUBLE_EQ(patience(10, false), 60);
  EXPECT_DOUBLE_EQ(patience(5e9, true), 120) << "ten times as long does not fit into a Duration";
}

constexpr LaunchShape kOne{{1, 1, 1}, {1, 1, 1}, 0};

/// Waits for work that ends when it has given `signs` signs of life.
int signsOf(ExpectedTime expected, int signs) {
  std::stop_source end;
  NullScript script;
  script.hangs = [](const DeviceWork&) { return true; };
  script.stop = end.get_token();
  const auto device = createNullDevice(script);
  const auto stream = std::move(device->createStream()).value();
  EXPECT_TRUE(stream->launch({"long", nullptr}, kOne, {}).ok());
  int given = 0;
  TraceRecorder recorder;
  WorkContext context{*device,
                      recorder,
                      {},
                      [&](std::string_view, double) {
                        if (++given == signs) end.request_stop();
                      },
                      {},
                      {}};
  EXPECT_FALSE(waitPatiently(*stream, expected, RunProgress(context, 1)).ok()) << "the script's stop is its end";
  return given;
}

TEST(PatientWait, LongWorkGivesSignsOfLifeWhileTheHostIsBlocked) {
  EXPECT_GE(signsOf({Duration{60'000'000'000}, false}, 3), 3);
}

TEST(PatientWait, AWaitWithinAnotherLeavesItItsSigns) {
  const auto device = createNullDevice({});
  TraceRecorder recorder;
  std::atomic<int> given = 0;
  WorkContext context{*device, recorder, {}, [&](std::string_view, double) { ++given; }, {}, {}};
  const RunProgress progress(context, 1);
  const ExpectedTime expected{Duration{60'000'000'000}, false};
  SignsOfLife outer(expected, progress);
  { const SignsOfLife inner(expected, progress); }
  const int before = given;
  while (given == before) std::this_thread::yield();
  outer.end();
  EXPECT_FALSE(progress.signs().tellOf({})) << "when all have ended nothing is told";
}

}  // namespace
}  // namespace strata
