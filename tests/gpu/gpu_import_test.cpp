#include <fcntl.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "engine/backends/gpu/gpu_device.h"
#include "engine/base/shared_memory.h"
#include "tests/gpu/gpu_runtime_fake.h"
#include "tests/gpu/gpu_values_fake.h"

// Shared memory and timelines of the GPU backend, with a runtime of our own in the place of the vendor's.

namespace strata {
namespace {

using test::gpuRuntimeFake;
using test::valueCalls;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr std::size_t kPage = 4096;
constexpr Uuid kOwn{1, 2, 3}, kOther{9};

std::ptrdiff_t openDescriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

class GpuImport : public ::testing::Test {
 protected:
  GpuImport() {
    gpuRuntimeFake() = {};
    gpuRuntimeFake().uuid = kOwn;
    valueCalls().clear();
    m_device = openGpuDevice(0).value();
    m_stream = m_device->createStream().value();
    m_descriptors = openDescriptors();
    gpuRuntimeFake().calls.clear();
  }
  Interop& interop() { return *m_device->interop(); }
  MemoryHandle opaque(std::size_t offset = 0) const {
    return {SharedKind::OpaqueMemory, m_memory.get(), 4 * kPage, offset, kPage, {kOwn, {}}};
  }
  MemoryHandle host() const { return {SharedKind::HostMemory, m_memory.get(), 4 * kPage, kPage, kPage, {}}; }
  TimelineHandle counter(std::size_t offset) const { return {SharedKind::HostTimeline, m_memory.get(), offset}; }

  UniqueFd m_memory = makeSharedMemory("test", 4 * kPage).value();
  std::unique_ptr<Device> m_device;
  std::unique_ptr<Stream> m_stream;
  std::ptrdiff_t m_descriptors = 0;
};

TEST_F(GpuImport, MemoryIsOfTheWholeAllocationAndFreedBeforeItIsGivenBack) {
  EXPECT_EQ(interop().identity().device, kOwn);
  {
    auto buffer = interop().importMemory(opaque(kPage));
    ASSERT_TRUE(buffer.ok()) << buffer.error().message;
    ASSERT_EQ(gpuRuntimeFake().imports.size(), 1u);
    const auto& imported = gpuRuntimeFake().imports[0];
    EXPECT_EQ(imported.bytes, 4 * kPage) << "not the buffer's";
    EXPECT_EQ(imported.type, static_cast<int>(STRATA_GPU(ExternalMemoryHandleTypeOpaqueFd)));
    EXPECT_EQ(imported.flags, gpu::kDedicatedMemory);
    EXPECT_NE(imported.fd, m_memory.get()) << "the caller's descriptor stays the caller's";
    EXPECT_EQ(buffer.value()->bytes(), kPage);
    EXPECT_EQ(buffer.value()->kind(), MemoryKind::Device);
    EXPECT_EQ(interop().nativeOf(*buffer.value()).pointer, buffer.value()->data());
    std::memset(buffer.value()->data(), 7, kPage);
  }
  EXPECT_THAT(
      gpuRuntimeFake().calls,
      ElementsAre(STRATA_GPU_NAME(ImportExternalMemory), STRATA_GPU_NAME(ExternalMemoryGetMappedBuffer),
                  STRATA_GPU_NAME(DeviceSynchronize), STRATA_GPU_NAME(Free), STRATA_GPU_NAME(DestroyExternalMemory)));
  EXPECT_EQ(openDescriptors(), m_descriptors);
  const MappedMemory seen = MappedMemory::map(m_memory.get(), 4 * kPage).value();
  EXPECT_EQ(static_cast<int>(seen.data()[kPage]), 7);
  EXPECT_EQ(static_cast<int>(seen.data()[kPage - 1]), 0);
}

TEST_F(GpuImport, WhatIsRefusedLeavesNoDescriptorAndNoError) {
  gpuRuntimeFake().refusesImports = true;
  for (const MemoryHandle& handle : {opaque(), host()}) {
    const auto buffer = interop().importMemory(handle);
    ASSERT_FALSE(buffer.ok());
    EXPECT_EQ(buffer.error().code, ErrorCode::Unsupported) << buffer.error().message;
    EXPECT_EQ(gpuRuntimeFake().lastError, gpu::kSuccess) << "it must not come out of a later call";
  }
  EXPECT_EQ(openDescriptors(), m_descriptors);
  EXPECT_GE(fcntl(m_memory.get(), F_GETFD), 0) << "still the caller's";
}

TEST_F(GpuImport, MemoryThatCannotBeMappedIsGivenBack) {
  gpuRuntimeFake().refusesMappings = true;
  EXPECT_FALSE(interop().importMemory(opaque()).ok());
  EXPECT_EQ(gpuRuntimeFake().calls.back(), STRATA_GPU_NAME(DestroyExternalMemory));
  EXPECT_EQ(std::ranges::count(gpuRuntimeFake().calls, STRATA_GPU_NAME(Free)), 0);
  EXPECT_EQ(openDescriptors(), m_descriptors);
}

TEST_F(GpuImport, AnotherDevicesMemoryIsRefusedBeforeTheVendorIsAsked) {
  MemoryHandle handle = opaque();
  handle.owner.device = kOther;
  const auto buffer = interop().importMemory(handle);
  ASSERT_FALSE(buffer.ok());
  EXPECT_EQ(buffer.error().code, ErrorCode::Unsupported);
  EXPECT_TRUE(gpuRuntimeFake().calls.empty());
}

TEST_F(GpuImport, HandlesThatDoNotFitAreRefused) {
  MemoryHandle beyond = opaque(4 * kPage), empty = opaque(), closed = opaque(), longer = host();
  beyond.bytes = 1;
  empty.bytes = 0;
  closed.fd = -1;
  longer.allocationBytes = 5 * kPage;
  EXPECT_EQ(interop().importMemory(beyond).error().code, ErrorCode::Usage);
  EXPECT_EQ(interop().importMemory(empty).error().code, ErrorCode::Usage);
  EXPECT_EQ(interop().importMemory(closed).error().code, ErrorCode::Io);
  EXPECT_EQ(interop().importMemory(longer).error().code, ErrorCode::Io);
  EXPECT_EQ(interop().importTimeline(counter(2)).error().code, ErrorCode::Usage);
  EXPECT_TRUE(gpuRuntimeFake().calls.empty());
}

TEST_F(GpuImport, HostMemoryIsRegisteredAsLongAsItsBufferLives) {
  {
    auto buffer = interop().importMemory(host()).value();
    EXPECT_EQ(buffer->kind(), MemoryKind::Pinned);
    EXPECT_THAT(gpuRuntimeFake().registered, ElementsAre(Pair(buffer->data(), kPage))) << "the slot, not all of them";
    buffer->span<unsigned char>()[0] = 5;
    EXPECT_EQ(interop().nativeOf(*buffer).pointer, buffer->data());
  }
  EXPECT_THAT(gpuRuntimeFake().registered, IsEmpty());
  EXPECT_THAT(gpuRuntimeFake().calls, ElementsAre(STRATA_GPU_NAME(HostRegister), STRATA_GPU_NAME(DeviceSynchronize),
                                                  STRATA_GPU_NAME(HostUnregister)));
  EXPECT_EQ(static_cast<int>(MappedMemory::map(m_memory.get(), 4 * kPage).value().data()[kPage]), 5);
}

TEST_F(GpuImport, ACounterIsWaitedForAndWrittenByTheStream) {
  ASSERT_TRUE(interop().canImport(SharedKind::HostTimeline).ok());
  auto timeline = interop().importTimeline(counter(8)).value();
  const std::uint64_t wrapped = (std::uint64_t{1} << 32) + 3;
  ASSERT_TRUE(interop().wait(*m_stream, *timeline, 2).ok());
  EXPECT_EQ(m_device->running(), std::vector<std::string>{"queue wait"});
  ASSERT_TRUE(interop().signal(*m_stream, *timeline, wrapped).ok());
  ASSERT_EQ(valueCalls().size(), 2u);
  EXPECT_TRUE(valueCalls()[0].wait);
  EXPECT_EQ(valueCalls()[0].value, 2u);
  EXPECT_EQ(valueCalls()[0].flags, 0u) << "greater or equal, in both vendors' numbers";
  EXPECT_FALSE(valueCalls()[1].wait);
  EXPECT_EQ(valueCalls()[1].value, 3u);
  EXPECT_EQ(valueCalls()[1].address, valueCalls()[0].address);
  EXPECT_EQ(timeline->value().value(), 3u);
  const MappedMemory seen = MappedMemory::map(m_memory.get(), kPage).value();
  EXPECT_EQ(reinterpret_cast<const std::uint32_t*>(seen.data())[2], 3u);
}

TEST_F(GpuImport, NoWaitIsCaptured) {
  auto timeline = interop().importTimeline(counter(0)).value();
  const auto graph = m_stream->capture([&] { return interop().wait(*m_stream, *timeline, 1); });
  ASSERT_FALSE(graph.ok());
  EXPECT_EQ(graph.error().code, ErrorCode::Usage);
  EXPECT_TRUE(valueCalls().empty());
}

TEST_F(GpuImport, NativeWorkGetsTheStream) {
  void* stream = nullptr;
  ASSERT_TRUE(interop().enqueueNative(*m_stream, [&](const NativeHandles& own) { stream = own.stream; }).ok());
  EXPECT_EQ(stream, m_stream->native());
}

#if defined(STRATA_GPU_CUDA)

TEST_F(GpuImport, AVulkanTimelineIsWaitedForByValue) {
  ASSERT_TRUE(interop().canImport(SharedKind::OpaqueTimeline).ok());
  {
    auto timeline = interop().importTimeline({SharedKind::OpaqueTimeline, m_memory.get(), 0}).value();
    ASSERT_EQ(gpuRuntimeFake().imports.size(), 1u);
    EXPECT_EQ(gpuRuntimeFake().imports[0].type, static_cast<int>(cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd));
    EXPECT_NE(gpuRuntimeFake().imports[0].fd, m_memory.get());
    const std::uint64_t value = (std::uint64_t{1} << 32) + 3;
    ASSERT_TRUE(interop().wait(*m_stream, *timeline, value).ok());
    ASSERT_TRUE(interop().signal(*m_stream, *timeline, value + 1).ok());
    EXPECT_FALSE(timeline->value().ok());
  }
  EXPECT_THAT(gpuRuntimeFake().calls,
              ElementsAre("cudaImportExternalSemaphore", "wait 1 4294967299", "signal 1 4294967300",
                          "cudaDeviceSynchronize", "cudaDestroyExternalSemaphore"));
  EXPECT_EQ(openDescriptors(), m_descriptors);
}

TEST_F(GpuImport, WithoutTheAttributeThereAreNoVulkanTimelines) {
  gpuRuntimeFake().attribute = 0;
  EXPECT_EQ(interop().canImport(SharedKind::OpaqueTimeline).error().code, ErrorCode::Unsupported);
  EXPECT_FALSE(interop().importTimeline({SharedKind::OpaqueTimeline, m_memory.get(), 0}).ok());
  EXPECT_TRUE(gpuRuntimeFake().imports.empty());
}

#else

TEST_F(GpuImport, HipHasNoVulkanTimelinesAndSaysSo) {
  const auto can = interop().canImport(SharedKind::OpaqueTimeline);
  ASSERT_FALSE(can.ok());
  EXPECT_EQ(can.error().code, ErrorCode::Unsupported);
  EXPECT_FALSE(interop().importTimeline({SharedKind::OpaqueTimeline, m_memory.get(), 0}).ok());
}

TEST_F(GpuImport, ADeviceWhoseQueuesDoNotWaitSaysSo) {
  gpuRuntimeFake().attribute = 0;
  EXPECT_EQ(interop().canImport(SharedKind::HostTimeline).error().code, ErrorCode::Unsupported);
  EXPECT_FALSE(interop().importTimeline(counter(0)).ok());
}

#endif

}  // namespace
}  // namespace strata
