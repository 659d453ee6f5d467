#include <fcntl.h>
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "engine/backends/cpu/cpu_device.h"
#include "engine/base/shared_counter.h"
#include "engine/base/shared_memory.h"
#include "kernels/compat/device.h"
#include "tests/backends/vulkan_exporter.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace strata {
namespace {

using test::VulkanExporter;

constexpr std::size_t kPage = 4096;
constexpr Duration kLong{5'000'000'000};

__global__ void paint_pixels(unsigned char* pixels) {
  pixels[blockIdx.x] = static_cast<unsigned char>(blockIdx.x % 251);
}

std::ptrdiff_t openDescriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

class CpuInterop : public ::testing::Test {
 protected:
  CpuInterop() {
    m_device->setControl(&m_control);
    m_stream = m_device->createStream().value();
  }
  ~CpuInterop() override { m_control.abandon(); }

  Interop& interop() { return *m_device->interop(); }
  Result<void> paint(const Buffer& buffer) {
    auto* pixels = static_cast<unsigned char*>(buffer.data());
    void* arguments[] = {&pixels};
    return m_stream->launch(kernelEntry<paint_pixels>("paint_pixels"),
                            {{static_cast<unsigned>(buffer.bytes()), 1, 1}, {1, 1, 1}, 0}, arguments);
  }
  static std::size_t wrongPixels(const std::byte* pixels, std::size_t bytes) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < bytes; ++i) wrong += static_cast<std::size_t>(pixels[i]) != i % 251;
    return wrong;
  }
  MemoryHandle host() const { return {SharedKind::HostMemory, m_memory.get(), 4 * kPage, 100, 2 * kPage, {}}; }
  std::unique_ptr<Timeline> counter(std::size_t offset) {
    return interop().importTimeline({SharedKind::HostTimeline, m_memory.get(), offset}).value();
  }
  std::atomic<std::uint32_t>& counterAt(std::size_t offset) {
    return *reinterpret_cast<std::atomic<std::uint32_t>*>(m_seen.data() + offset);
  }

  WorkControl m_control;
  UniqueFd m_memory = makeSharedMemory("test", 4 * kPage).value();
  MappedMemory m_seen = MappedMemory::map(m_memory.get(), 4 * kPage).value();  ///< as another process sees it
  std::unique_ptr<Device> m_device = openCpuDevice(0, {.memoryBytes = 1 << 20, .workers = 2}).value();
  std::unique_ptr<Stream> m_stream;
};

TEST_F(CpuInterop, KernelsWriteHostMemoryThatOthersSee) {
  const std::ptrdiff_t before = openDescriptors();
  auto buffer = interop().importMemory(host()).value();
  EXPECT_EQ(buffer->kind(), MemoryKind::Device);
  EXPECT_EQ(buffer->bytes(), 2 * kPage);
  ASSERT_TRUE(paint(*buffer).ok());
  ASSERT_TRUE(m_stream->synchronize().ok());
  EXPECT_EQ(wrongPixels(m_seen.data() + 100, 2 * kPage), 0u);
  EXPECT_EQ(static_cast<int>(m_seen.data()[100 + 2 * kPage]), 0);
  EXPECT_EQ(openDescriptors(), before) << "the mapping keeps what it needs";
}

TEST_F(CpuInterop, HandlesThatDoNotFitAreRefused) {
  const auto codeOf = [&](const MemoryHandle& handle) {
    const auto buffer = interop().importMemory(handle);
    return buffer.ok() ? std::nullopt : std::optional(buffer.error().code);
  };
  MemoryHandle longer = host(), beyond = host(), wrapped = host(), empty = host(), closed = host(), never = host();
  longer.allocationBytes = 4 * kPage + 1;
  beyond.offset = 2 * kPage + 1;
  wrapped.offset = SIZE_MAX;
  empty.bytes = 0;
  const int fd = fcntl(m_memory.get(), F_DUPFD_CLOEXEC, 0);
  close(fd);
  closed.fd = fd;
  never.fd = -1;
  EXPECT_EQ(codeOf(longer), ErrorCode::Io);
  EXPECT_EQ(codeOf(beyond), ErrorCode::Usage);
  EXPECT_EQ(codeOf(wrapped), ErrorCode::Usage);
  EXPECT_EQ(codeOf(empty), ErrorCode::Usage);
  EXPECT_EQ(codeOf(closed), ErrorCode::Io);
  EXPECT_EQ(codeOf(never), ErrorCode::Io);
  const auto timeline = [&](SharedKind kind, int of, std::size_t offset) {
    const auto imported = interop().importTimeline({kind, of, offset});
    return imported.ok() ? std::nullopt : std::optional(imported.error().code);
  };
  EXPECT_EQ(timeline(SharedKind::HostTimeline, m_memory.get(), 4 * kPage), ErrorCode::Io);
  EXPECT_EQ(timeline(SharedKind::HostTimeline, m_memory.get(), 2), ErrorCode::Usage);
  EXPECT_EQ(timeline(SharedKind::HostTimeline, fd, 0), ErrorCode::Io);
  EXPECT_EQ(timeline(SharedKind::HostMemory, m_memory.get(), 0), ErrorCode::Usage);
  EXPECT_EQ(timeline(SharedKind::OpaqueTimeline, m_memory.get(), 0), ErrorCode::Unsupported);
}

TEST_F(CpuInterop, AStreamWaitsUntilTheOtherSideHasCounted) {
  auto buffer = interop().importMemory(host()).value();
  auto released = counter(0), produced = counter(64);
  ASSERT_TRUE(interop().wait(*m_stream, *released, 3).ok());
  ASSERT_TRUE(paint(*buffer).ok());
  ASSERT_TRUE(interop().signal(*m_stream, *produced, 7).ok());
  EXPECT_FALSE(waitForChange(counterAt(64), 0, {20'000'000})) << "nobody has counted yet";
  EXPECT_EQ(m_device->running(), std::vector<std::string>{"queue wait"});
  strata::signal(counterAt(0), 2);
  EXPECT_FALSE(waitForChange(counterAt(64), 0, {20'000'000})) << "two are not three";
  strata::signal(counterAt(0), 4);
  ASSERT_TRUE(waitForChange(counterAt(64), 0, kLong));
  EXPECT_EQ(counterAt(64), 7u);
  EXPECT_EQ(wrongPixels(m_seen.data() + 100, 2 * kPage), 0u);
  EXPECT_EQ(produced->value().value(), 7u);
}

// A GPU counts without a futex call.
TEST_F(CpuInterop, ACounterThatRisesSilentlyIsSeen) {
  auto released = counter(0), produced = counter(64);
  ASSERT_TRUE(interop().wait(*m_stream, *released, 1).ok());
  ASSERT_TRUE(interop().signal(*m_stream, *produced, 1).ok());
  EXPECT_FALSE(waitForChange(counterAt(64), 0, {10'000'000}));
  counterAt(0) = 1;
  EXPECT_TRUE(waitForChange(counterAt(64), 0, kLong));
}

TEST_F(CpuInterop, CountersWrap) {
  auto released = counter(0), produced = counter(64);
  counterAt(0) = 0xFFFFFFFEu;
  ASSERT_TRUE(interop().wait(*m_stream, *released, (std::uint64_t{1} << 32) + 1).ok());
  ASSERT_TRUE(interop().signal(*m_stream, *produced, (std::uint64_t{1} << 32) + 5).ok());
  EXPECT_FALSE(waitForChange(counterAt(64), 0, {20'000'000})) << "4294967294 is before 4294967297";
  strata::signal(counterAt(0), 1);
  ASSERT_TRUE(waitForChange(counterAt(64), 0, kLong));
  EXPECT_EQ(counterAt(64), 5u);
}

TEST_F(CpuInterop, AWaitThatNeverEndsIsAbandonedAndSignalsNothing) {
  auto released = counter(0), produced = counter(64);
  ASSERT_TRUE(interop().wait(*m_stream, *released, 1).ok());
  ASSERT_TRUE(interop().signal(*m_stream, *produced, 1).ok());
  std::jthread stop([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    m_control.abandon();
  });
  const auto done = m_stream->synchronize();
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::Stopped);
  EXPECT_EQ(counterAt(64), 0u) << "what was computed is not whole";
  m_control.resume();
  ASSERT_TRUE(interop().signal(*m_stream, *produced, 2).ok());
  ASSERT_TRUE(m_stream->synchronize().ok());
  EXPECT_EQ(counterAt(64), 2u);
}

TEST_F(CpuInterop, WhatIsQueuedKeepsItsTimeline) {
  {
    auto released = counter(0), produced = counter(64);
    ASSERT_TRUE(interop().wait(*m_stream, *released, 1).ok());
    ASSERT_TRUE(interop().signal(*m_stream, *produced, 1).ok());
  }
  strata::signal(counterAt(0), 1);
  ASSERT_TRUE(m_stream->synchronize().ok());
  EXPECT_EQ(counterAt(64), 1u);
}

TEST_F(CpuInterop, NoWaitIsCaptured) {
  auto timeline = counter(0);
  for (const bool waits : {true, false}) {
    const auto graph = m_stream->capture(
        [&] { return waits ? interop().wait(*m_stream, *timeline, 1) : interop().signal(*m_stream, *timeline, 1); });
    ASSERT_FALSE(graph.ok());
    EXPECT_EQ(graph.error().code, ErrorCode::Usage);
  }
  EXPECT_TRUE(m_stream->synchronize().ok());
}

TEST_F(CpuInterop, NativeWorkIsCalledAtOnceAndABufferIsItsPointer) {
  bool called = false;
  ASSERT_TRUE(interop().enqueueNative(*m_stream, [&](const NativeHandles& own) { called = !own.stream; }).ok());
  EXPECT_TRUE(called);
  auto buffer = interop().importMemory(host()).value();
  EXPECT_EQ(interop().nativeOf(*buffer).pointer, buffer->data());
}

class CpuVulkan : public CpuInterop {
 protected:
  static constexpr std::size_t kBytes = 16 * kPage;
  void SetUp() override {
    const auto can = openVulkan(*m_device);
    if (!m_exporter) GTEST_SKIP() << "no lavapipe: install mesa-vulkan-drivers and libvulkan-dev";
    ASSERT_TRUE(can.ok()) << can.error().message;
    m_descriptor = m_exporter->descriptor();
  }
  Result<void> openVulkan(Device& device) {
#if defined(__SANITIZE_ADDRESS__)
    const __lsan::ScopedDisabler drivers;  // those of Mesa leak a little when they are found
#endif
    if (!m_exporter) m_exporter = VulkanExporter::open(kBytes);
    return device.interop()->canImport(SharedKind::OpaqueMemory);
  }
  MemoryHandle opaque() const {
    return {SharedKind::OpaqueMemory, m_descriptor.get(), kBytes, kPage, 2 * kPage, m_exporter->identity()};
  }

  std::unique_ptr<VulkanExporter> m_exporter;
  UniqueFd m_descriptor;
};

TEST_F(CpuVulkan, KernelsWriteWhatVulkanAllocated) {
  { auto first = interop().importMemory(opaque()).value(); }
  const std::ptrdiff_t before = openDescriptors();
  {
    auto buffer = interop().importMemory(opaque());
    ASSERT_TRUE(buffer.ok()) << buffer.error().message;
    EXPECT_EQ(buffer.value()->kind(), MemoryKind::Device);
    EXPECT_GE(fcntl(m_descriptor.get(), F_GETFD), 0) << "it stays the caller's";
    ASSERT_TRUE(paint(*buffer.value()).ok());
    ASSERT_TRUE(m_stream->synchronize().ok());
  }
  EXPECT_EQ(openDescriptors(), before);
  EXPECT_EQ(wrongPixels(m_exporter->memory().data() + kPage, 2 * kPage), 0u);
  EXPECT_EQ(static_cast<int>(m_exporter->memory()[kPage - 1]), 0);
}

TEST_F(CpuVulkan, AFakedUuidIsRefused) {
  MemoryHandle handle = opaque();
  handle.owner.device[3] ^= 1;
  EXPECT_EQ(interop().importMemory(handle).error().code, ErrorCode::Unsupported);
  handle = opaque();
  handle.owner.driver[3] ^= 1;
  EXPECT_EQ(interop().importMemory(handle).error().code, ErrorCode::Unsupported);
  handle.owner = {};
  EXPECT_EQ(interop().importMemory(handle).error().code, ErrorCode::Unsupported);
}

TEST_F(CpuVulkan, WhatIsNotLavapipesIsRefusedAndNoDescriptorIsLost) {
  { auto first = interop().importMemory(opaque()).value(); }
  const UniqueFd pattern = makeSharedMemory("pattern", kBytes).value();
  const MappedMemory written = MappedMemory::map(pattern.get(), kBytes).value();
  for (std::byte& byte : written.bytes()) byte = std::byte{0x5A};
  const UniqueFd zeros = makeSharedMemory("zeros", kBytes).value();
  const std::ptrdiff_t before = openDescriptors();
  MemoryHandle longer = opaque(), plain = opaque(), strange = opaque(), closed = opaque();
  longer.allocationBytes = 2 * kBytes;
  plain.fd = zeros.get();
  strange.fd = pattern.get();
  closed.fd = -1;
  for (const MemoryHandle& handle : {longer, plain, strange, closed})
    EXPECT_FALSE(interop().importMemory(handle).ok()) << handle.fd;
  EXPECT_EQ(openDescriptors(), before);
  for (const int fd : {pattern.get(), zeros.get(), m_descriptor.get()}) EXPECT_GE(fcntl(fd, F_GETFD), 0);
  EXPECT_TRUE(interop().importMemory(opaque()).ok()) << "and life goes on";
}

TEST_F(CpuVulkan, AnotherDeviceOfTheProcessSharesTheSame) {
  const auto other = openCpuDevice(0, {.memoryBytes = 1 << 20, .workers = 1}).value();
  ASSERT_TRUE(openVulkan(*other).ok());
  auto one = interop().importMemory(opaque()).value(), two = other->interop()->importMemory(opaque()).value();
  one->span<unsigned char>()[0] = 9;
  EXPECT_EQ(two->span<unsigned char>()[0], 9);
  EXPECT_EQ(other->interop()->identity().device, m_exporter->identity().device);
}

}  // namespace
}  // namespace strata
