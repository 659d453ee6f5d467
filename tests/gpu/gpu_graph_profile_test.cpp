#include <gtest/gtest.h>

#include <map>

#include "layers/common/current_call.h"
#include "tests/gpu/gpu_conformance_kernels.h"
#include "tests/gpu/profiler.h"
#include "tests/kernels/test_device.h"
#include "tests/layers/recorded_session.h"

// The vendor's profiler, live: the kernels of a graph, each by itself, under the one call that launched them.

namespace strata {
namespace {

using test::eventsWhere;
using test::readRecorded;

constexpr int kKernels = 3, kLaunches = 10;

std::vector<CallId> launchGraph(Device& device, TraceRecorder& recorder) {
  auto stream = std::move(device.createStream()).value();
  auto buffer = std::move(device.allocate(1024 * sizeof(float), MemoryKind::Device)).value();
  float* data = static_cast<float*>(buffer->data());
  int count = 1024;
  void* arguments[] = {&data, &count};
  const auto graph = stream->capture([&]() -> Result<void> {
    for (int i = 0; i < kKernels; ++i)
      STRATA_TRY(stream->launch(gpuConformanceKernels().addOne, {{4, 1, 1}, {256, 1, 1}, 0}, arguments));
    return {};
  });
  EXPECT_TRUE(graph.ok()) << graph.error().message;
  std::vector<CallId> calls;
  for (int i = 0; graph.ok() && i < kLaunches; ++i) {
    calls.push_back(recorder.newCall());
    const CallScope call(calls.back());
    EXPECT_TRUE(graph.value()->launch().ok());
    EXPECT_TRUE(stream->synchronize().ok());
  }
  return calls;
}

TEST(GpuGraphProfile, EachKernelOfAGraphIsSeenUnderItsLaunch) {
  prepareProfiler();
  auto opened = openTestDevice();
  if (!opened.ok()) GTEST_SKIP() << opened.error().message;
  const auto device = std::move(opened).value();
  TraceRecorder recorder;
  const auto observation = openProfiler(*device, recorder);
  if (!observation->seesDriver()) GTEST_SKIP() << observation->describe();
  const std::vector<CallId> calls = launchGraph(*device, recorder);
  observation->settle();
  const auto snapshot = readRecorded(recorder);
  std::map<CallId, int> kernels;
  for (const TraceEvent& kernel :
       eventsWhere(*snapshot, [](const TraceEvent& e) { return e.kind == EventKind::Kernel; })) {
    ++kernels[kernel.call];
    const auto launch = snapshot->launchOf(kernel.correlation);
    ASSERT_TRUE(launch.has_value());
    EXPECT_NE(snapshot->name(snapshot->event(*launch).name).find("GraphLaunch"), std::string_view::npos);
    EXPECT_EQ(snapshot->event(*launch).call, kernel.call);
  }
  for (const CallId call : calls) EXPECT_EQ(kernels[call], kKernels);
}

}  // namespace
}  // namespace strata
