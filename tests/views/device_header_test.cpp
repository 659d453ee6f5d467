#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/facts/device_use.h"
#include "app/views/device/device_layout.h"
#include "app/views/view.h"
#include "tests/views/sample_devices.h"
#include "tests/views/sample_session.h"

// What the head of the device's view says of each device and of launches.

namespace strata::device_header_test {
namespace {

constexpr Rect kArea{0, 0, 2000, 300};

/// So many launches, of which each waits a nanosecond longer than the one before.
ViewState launches(std::uint32_t count) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime), stream = session.stream(1);
  for (std::uint32_t i = 1; i <= count; ++i) {
    const std::int64_t begin = std::int64_t{10'000} * i;
    session.add({.track = runtime,
                 .name = "launch",
                 .begin = begin,
                 .end = begin + 10,
                 .call = i,
                 .correlation = i,
                 .storey = Storey::Runtime});
    session.add({.track = stream,
                 .name = "gemm",
                 .begin = begin + 100 + i,
                 .end = begin + 1000,
                 .call = i,
                 .correlation = i,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  }
  ViewState state = session.state();
  completeFor(*findView("device"), state);
  return state;
}

bool says(const ViewState& state, const char* words) {
  RecordingCanvas canvas;
  findView("device")->draw(canvas, kArea, state);
  return canvas.findText(words) != nullptr;
}

std::string tipOf(const ViewState& state) {
  const Rect header = layOutDevice(kArea, state).header;
  const auto hit = findView("device")->hit(RecordingCanvas{}, kArea, state, {header.x + 5, header.y + 5});
  return hit ? hit->tooltip : std::string();
}

TEST(DeviceHeader, TellsOfEachOfSeveralDevices) {
  ViewState state = sampleOfTwoDevices();
  EXPECT_TRUE(says(state, "GPU 1 50.0 %, GPU 2 100.0 %"));
  EXPECT_TRUE(says(state, "idle 200 ns in all, gaps: 1"));
  EXPECT_EQ(tipOf(state),
            "GPU 1: busy 50.0 % of 400 ns, idle 200 ns, gaps: 1; 50.0 % of the session’s 400 ns\n"
            "GPU 2: busy 100.0 % of 200 ns, idle 0 ns, gaps: 0; 50.0 % of the session’s 400 ns");
  const HostTime begin = state.session.snapshot->bounds()->begin;
  state.sight.measured = TimeRange{begin + Duration{250}, begin + Duration{400}};
  completeFor(*findView("device"), state);
  EXPECT_TRUE(says(state, "busy 50.0 % of 2 × 150 ns")) << "and not of twice the bracket";
  EXPECT_EQ(tipOf(state).find("of the session"), std::string::npos);
  EXPECT_TRUE(says(state, "2 devices in the measured range"));
  state.sight.measured->end = begin + Duration{300};
  EXPECT_TRUE(says(state, "of the range before; adding up …")) << "of another nothing is known yet";
  EXPECT_FALSE(says(state, "2 devices in the measured range"));
}

TEST(DeviceHeader, SaysWhatLaunchLatencyIs) {
  const ViewState few = launches(61);
  EXPECT_TRUE(says(few, "launch latency: median 131 ns, p99 –")) << "of fewer than a hundred there is none";
  EXPECT_EQ(tipOf(few),
            "Launch latency: median 131 ns, p99 –, max 161 ns; launches: 61. It is from the begin of a launch to the "
            "begin of the first kernel, copy or memset that it started");
  EXPECT_TRUE(says(launches(270), "launch latency: median 235 ns, p99 368 ns")) << "that of the 268th";
  EXPECT_TRUE(tipOf(sampleOfTwoDevices()).find("latency") == std::string::npos) << "no launch is known";
}

}  // namespace
}  // namespace strata::device_header_test
