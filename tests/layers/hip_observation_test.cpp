#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "engine/backends/null/null_device.h"
#include "layers/runtime/gpu_observation.h"

namespace strata {
namespace {

TEST(HipObservation, WithoutAProfilerEventsTimeTheWorkAndTheReasonIsSaid) {
  if (std::filesystem::exists("/dev/kfd")) GTEST_SKIP() << "an AMD GPU is here, and perhaps its profiler";
  const auto device = createNullDevice();
  TraceRecorder recorder;
  prepareHipObservation();
  const auto observation = observeHip(*device, recorder);
  EXPECT_FALSE(observation->seesDriver());
  EXPECT_THAT(observation->describe(), ::testing::HasSubstr("device events"));
  EXPECT_THAT(observation->describe(), ::testing::HasSubstr("/dev/kfd"));
  EXPECT_THAT(observation->withoutTelemetry(), ::testing::HasSubstr("telemetry"));
  device->setObserver(nullptr);
}

}  // namespace
}  // namespace strata
