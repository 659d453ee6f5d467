#include <gmock/gmock.h>

#include <string_view>

#include "engine/backends/gpu/gpu_device.h"
#include "layers/runtime/event_observation.h"
#include "tests/backends/device_conformance.h"
#include "tests/gpu/gpu_runtime_fake.h"
#include "tests/layers/recorded_session.h"

// Graphs of the GPU backend, with a runtime of our own in the place of the vendor's.

namespace strata {
namespace {

using test::eventsWhere;
using test::GpuRuntimeFake;
using test::gpuRuntimeFake;
using test::readRecorded;
using ::testing::ElementsAre;

const GpuRuntimeFake::FakeKernel kAddOne = [](float* data, int count) {
  for (int i = 0; i < count; ++i) data[i] += 1;
};
const KernelEntry kEntry{"add_one", reinterpret_cast<const void*>(kAddOne)};

INSTANTIATE_TEST_SUITE_P(FakeRuntime, DeviceConformance,
                         ::testing::Values(DeviceUnderTest{
                             "Gpu", [] { return openGpuDevice(0); }, {kEntry, {}, {}, {}, {}}}),
                         [](const auto& each) { return each.param.name; });

class GpuGraph : public ::testing::Test {
 protected:
  Result<void> addOne(Stream& stream) {
    void* arguments[] = {&m_data, &m_count};
    return stream.launch(kEntry, {{1, 1, 1}, {1, 1, 1}, 0}, arguments);
  }
  Result<std::unique_ptr<Graph>> addTwo(Stream& stream) {
    return stream.capture([&]() -> Result<void> {
      STRATA_TRY(addOne(stream));
      return addOne(stream);
    });
  }

  std::unique_ptr<Device> m_device = openGpuDevice(0).value();
  float m_value = 0;
  float* m_data = &m_value;
  int m_count = 1;
};

TEST_F(GpuGraph, WhatTheRuntimeGaveIsGivenBack) {
  auto stream = m_device->createStream().value();
  gpuRuntimeFake().calls.clear();
  {
    auto graph = addTwo(*stream);
    ASSERT_TRUE(graph.ok()) << graph.error().message;
    EXPECT_EQ(gpuRuntimeFake().graphs, 0) << "only the executable is needed";
    EXPECT_EQ(gpuRuntimeFake().executables, 1);
    ASSERT_TRUE(graph.value()->launch().ok());
    EXPECT_EQ(m_device->running(), std::vector<std::string>{"graph of 2 nodes"});
    ASSERT_TRUE(stream->synchronize().ok());
  }
  EXPECT_EQ(m_value, 2);
  EXPECT_EQ(gpuRuntimeFake().executables, 0);
  EXPECT_THAT(
      gpuRuntimeFake().calls,
      ElementsAre(STRATA_GPU_NAME(StreamBeginCapture), STRATA_GPU_NAME(LaunchKernel), STRATA_GPU_NAME(LaunchKernel),
                  STRATA_GPU_NAME(StreamEndCapture), STRATA_GPU_NAME(GraphGetNodes),
                  STRATA_GPU_NAME(GraphInstantiateWithFlags), STRATA_GPU_NAME(GraphDestroy),
                  STRATA_GPU_NAME(GraphLaunch), STRATA_GPU_NAME(GraphExecDestroy)));
}

// On a stream that lets kernels overlap, those begin early that wait by themselves, in a graph too; and no other.
TEST_F(GpuGraph, OnlyAKernelThatWaitsBeginsEarlyAndOnlyWhereItMay) {
  constexpr bool kCuda = std::string_view(STRATA_GPU_NAME(LaunchKernel)) == "cudaLaunchKernel";
  KernelEntry waiting = kEntry;
  waiting.waits = true;
  auto stream = m_device->createStream().value();
  gpuRuntimeFake().major = 8;
  EXPECT_FALSE(stream->canOverlap());
  gpuRuntimeFake().major = 9;
  EXPECT_EQ(stream->canOverlap(), kCuda);
  void* arguments[] = {&m_data, &m_count};
  const auto early = [&](const KernelEntry& kernel, bool overlap) {
    stream->setOverlap(overlap);
    gpuRuntimeFake().earlyLaunches = 0;
    EXPECT_TRUE(stream->launch(kernel, {{1, 1, 1}, {1, 1, 1}, 0}, arguments).ok());
    return gpuRuntimeFake().earlyLaunches;
  };
  EXPECT_EQ(early(waiting, false), 0);
  EXPECT_EQ(early(kEntry, true), 0);
  EXPECT_EQ(early(waiting, true), kCuda ? 1 : 0);
  EXPECT_EQ(m_value, 3);
  const auto graph = stream->capture([&]() -> Result<void> {
    EXPECT_EQ(early(waiting, true), kCuda ? 1 : 0);
    return {};
  });
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  gpuRuntimeFake().major = 0;
}

// Code that was translated from PTX of before Hopper waits for nothing, whatever the device.
TEST_F(GpuGraph, CodeThatCannotWaitBeginsBehindTheKernelBeforeIt) {
  KernelEntry waiting = kEntry;
  waiting.waits = true;
  void* arguments[] = {&m_data, &m_count};
  gpuRuntimeFake().earlyLaunches = 0;
  for (const int version : {80, 0}) {
    gpuRuntimeFake().ptxVersion = version;
    auto stream = m_device->createStream().value();
    stream->setOverlap(true);
    for (int launch = 0; launch < 2; ++launch)
      EXPECT_TRUE(stream->launch(waiting, {{1, 1, 1}, {1, 1, 1}, 0}, arguments).ok());
  }
  gpuRuntimeFake().ptxVersion = 90;
  EXPECT_EQ(gpuRuntimeFake().earlyLaunches, 0);
}

// To ask whether the device is lost is itself an error while a stream captures.
TEST_F(GpuGraph, AnErrorWhileCapturingIsNoLostDevice) {
  auto stream = m_device->createStream().value();
  gpuRuntimeFake().refusesLaunches = true;
  const auto graph = addTwo(*stream);
  gpuRuntimeFake().refusesLaunches = false;
  ASSERT_FALSE(graph.ok());
  EXPECT_EQ(graph.error().code, ErrorCode::Internal) << graph.error().message;
  EXPECT_EQ(graph.error().storey, Storey::Runtime);
  EXPECT_EQ(gpuRuntimeFake().graphs, 0);
  ASSERT_TRUE(addOne(*stream).ok());
  EXPECT_TRUE(stream->synchronize().ok());
  EXPECT_EQ(m_value, 1);
}

TEST_F(GpuGraph, HostFunctionsAreRefusedByName) {
  auto stream = m_device->createStream().value();
  const auto graph = stream->capture([&] { return stream->launchHost("sgemm", [] {}); });
  ASSERT_FALSE(graph.ok());
  EXPECT_NE(graph.error().message.find("host function"), std::string::npos) << graph.error().message;
}

TEST_F(GpuGraph, WithoutAProfilerItIsTimedAsAWhole) {
  TraceRecorder recorder;
  auto observation = observeByEvents(*m_device, recorder, "no profiler in this test");
  {
    auto stream = m_device->createStream().value();
    auto graph = addTwo(*stream);
    ASSERT_TRUE(graph.ok()) << graph.error().message;
    ASSERT_TRUE(graph.value()->launch().ok());
    ASSERT_TRUE(stream->synchronize().ok());
  }
  m_device->setObserver(nullptr);
  const auto snapshot = readRecorded(recorder);
  const auto work = eventsWhere(*snapshot, [](const TraceEvent& e) { return e.kind == EventKind::Kernel; });
  ASSERT_EQ(work.size(), 1u);
  EXPECT_EQ(snapshot->name(work[0].name), "graph of 2 nodes");
  EXPECT_EQ(snapshot->text(work[0], "timed_by"), "device events");
  const auto launch = snapshot->launchOf(work[0].correlation);
  ASSERT_TRUE(launch.has_value());
  EXPECT_EQ(snapshot->name(snapshot->event(*launch).name), STRATA_GPU_NAME(GraphLaunch));
}

}  // namespace
}  // namespace strata
