#include <gtest/gtest.h>

#include "layers/common/current_call.h"
#include "layers/runtime/event_observation.h"
#include "tests/gpu/gpu_conformance_kernels.h"
#include "tests/kernels/test_device.h"
#include "tests/layers/recorded_session.h"

namespace strata {
namespace {

using test::eventsWhere;
using test::readRecorded;

/// Without the vendor's profiler: what Strata calls, and work timed by the device's events.
TEST(GpuObserver, EveryLaunchIsLinkedToItsKernelAndTimedByEvents) {
  TraceRecorder recorder;
  auto opened = openTestDevice();
  if (!opened.ok()) GTEST_SKIP() << opened.error().message;
  auto device = std::move(opened).value();
  auto observation = observeByEvents(*device, recorder, "no profiler in this test");
  constexpr int kLaunches = 20;
  {
    auto stream = std::move(device->createStream()).value();
    auto buffer = std::move(device->allocate(1024 * sizeof(float), MemoryKind::Device)).value();
    float* data = static_cast<float*>(buffer->data());
    int count = 1024;
    void* arguments[] = {&data, &count};
    for (int i = 0; i < kLaunches; ++i) {
      const CallScope call(recorder.newCall());
      ASSERT_TRUE(stream->launch(gpuConformanceKernels().addOne, {{4, 1, 1}, {256, 1, 1}, 0}, arguments).ok());
    }
    ASSERT_TRUE(stream->synchronize().ok());
  }
  device->setObserver(nullptr);
  const auto snapshot = readRecorded(recorder);
  const auto kernels = eventsWhere(*snapshot, [](const TraceEvent& e) { return e.kind == EventKind::Kernel; });
  ASSERT_EQ(kernels.size(), static_cast<std::size_t>(kLaunches));
  for (const TraceEvent& kernel : kernels) {
    EXPECT_EQ(snapshot->text(kernel, "timed_by"), "device events");
    EXPECT_NE(kernel.call, CallId::None);
    EXPECT_GE(kernel.duration().ns, 0);
  }
  EXPECT_EQ(snapshot->totals().flows, static_cast<std::uint64_t>(kLaunches));
}

}  // namespace
}  // namespace strata
