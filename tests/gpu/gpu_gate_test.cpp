#include <gtest/gtest.h>

#include <thread>

#include "tests/gpu/gpu_conformance_kernels.h"
#include "tests/kernels/test_device.h"

// Between two events of a held stream lies the device's time alone.

namespace strata {
namespace {

constexpr std::chrono::milliseconds kLaunchesLate{20};

class GpuGate : public testing::Test {
 protected:
  /// Two events with a kernel between them, which the host launches late.
  Duration timed(const std::function<Result<void>()>& before, const std::function<void()>& after) {
    float* data = static_cast<float*>(m_buffer->data());
    int count = 1024;
    void* arguments[] = {&data, &count};
    const auto start = m_device->createEvent().value(), end = m_device->createEvent().value();
    EXPECT_TRUE(before().ok());
    EXPECT_TRUE(m_stream->record(*start).ok());
    std::this_thread::sleep_for(kLaunchesLate);
    EXPECT_TRUE(m_stream->launch(gpuConformanceKernels().addOne, {{4, 1, 1}, {256, 1, 1}, 0}, arguments).ok());
    EXPECT_TRUE(m_stream->record(*end).ok());
    after();
    EXPECT_TRUE(m_stream->synchronize().ok());
    return end->since(*start).value();
  }

  std::unique_ptr<Device> m_device = openTestDevice().value();
  std::unique_ptr<Buffer> m_buffer = m_device->allocate(4096, MemoryKind::Device).value();
  std::unique_ptr<Stream> m_stream = m_device->createStream().value();
};

TEST_F(GpuGate, WhatIsQueuedBehindItTakesTheDevicesTime) {
  const auto nothing = [] {};
  (void)timed([] { return Result<void>(); }, nothing);
  EXPECT_GT(timed([] { return Result<void>(); }, nothing).ns, 15'000'000) << "without a gate the host's time shows";
  const auto gate = std::make_shared<StreamGate>();
  EXPECT_LT(timed([&] { return m_stream->hold(gate); }, [&] { gate->open(); }).ns, 1'000'000);
}

TEST_F(GpuGate, OneThatNobodyOpensOpensByItself) {
  const auto gate = std::make_shared<StreamGate>();
  (void)timed([&] { return m_stream->hold(gate); }, [] {});
}

}  // namespace
}  // namespace strata
