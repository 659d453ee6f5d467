#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "engine/base/shared_counter.h"
#include "engine/base/shared_memory.h"
#include "tests/gpu/gpu_conformance_kernels.h"
#include "tests/kernels/test_device.h"

namespace strata {
namespace {

/// A kernel waits for a counter of the host, its pixels arrive in memory that another mapping reads, and the device
/// says so by another counter.
TEST(GpuInterop, PixelsArriveInSharedMemoryWhenTheCounterSaysSo) {
  auto device = openTestDevice().value();
  Interop* const interop = device->interop();
  ASSERT_NE(interop, nullptr);
  if (const auto can = interop->canImport(SharedKind::HostTimeline); !can.ok()) GTEST_SKIP() << can.error().message;

  constexpr std::uint32_t kCount = 1 << 20;
  constexpr std::size_t kBytes = kCount * sizeof(float);
  const UniqueFd memory = makeSharedMemory("pixels", kBytes).value(), page = makeSharedMemory("counters", 4096).value();
  const MappedMemory pixels = MappedMemory::map(memory.get(), kBytes).value();
  const MappedMemory counters = MappedMemory::map(page.get(), 4096).value();
  auto* const produced = reinterpret_cast<std::atomic<std::uint32_t>*>(counters.data());
  auto* const released = produced + 16;
  *produced = *released = 0xFFFFFFF0u;
  {
    auto stream = device->createStream().value();
    auto shared = interop->importMemory({SharedKind::HostMemory, memory.get(), kBytes, 0, kBytes, {}});
    ASSERT_TRUE(shared.ok()) << shared.error().message;
    auto own = device->allocate(kBytes, MemoryKind::Device).value();
    auto toDraw = interop->importTimeline({SharedKind::HostTimeline, page.get(), 0}).value();
    auto toWrite = interop->importTimeline({SharedKind::HostTimeline, page.get(), 64}).value();

    auto* data = static_cast<float*>(own->data());
    int count = static_cast<int>(kCount);
    void* arguments[] = {&data, &count};
    const LaunchShape shape{{kCount / 256, 1, 1}, {256, 1, 1}, 0};
    // Once before the wait: CUDA loads a kernel at its first launch and may wait for the device to do so.
    ASSERT_TRUE(stream->launch(gpuConformanceKernels().addOne, shape, arguments).ok());
    ASSERT_TRUE(stream->synchronize().ok());
    for (std::uint32_t i = 0; i < kCount; ++i) reinterpret_cast<float*>(pixels.data())[i] = 40;
    ASSERT_TRUE(interop->wait(*stream, *toWrite, 0xFFFFFFF1u).ok());
    ASSERT_TRUE(stream->copy(*own, *shared.value(), kBytes).ok());
    ASSERT_TRUE(stream->launch(gpuConformanceKernels().addOne, shape, arguments).ok());
    ASSERT_TRUE(stream->copy(*shared.value(), *own, kBytes).ok());
    ASSERT_TRUE(interop->signal(*stream, *toDraw, 0xFFFFFFF1u).ok());
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(*produced, 0xFFFFFFF0u) << "the device did not wait";
    for (std::uint32_t i = 0; i < kCount; ++i) reinterpret_cast<float*>(pixels.data())[i] = static_cast<float>(i % 7);
    *released = 0xFFFFFFF1u;
    for (int i = 0; i < 5000 && *produced == 0xFFFFFFF0u; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(*produced, 0xFFFFFFF1u);
    std::uint32_t wrong = 0;
    for (std::uint32_t i = 0; i < kCount; ++i)
      wrong += reinterpret_cast<float*>(pixels.data())[i] != static_cast<float>(i % 7 + 1);
    EXPECT_EQ(wrong, 0u);
    EXPECT_TRUE(stream->synchronize().ok());
    EXPECT_EQ(toDraw->value().value(), 0xFFFFFFF1u);
  }
}

TEST(GpuInterop, ItHasAUuidAndRefusesAnothers) {
  auto device = openTestDevice().value();
  Interop* const interop = device->interop();
  ASSERT_NE(interop, nullptr);
  EXPECT_NE(interop->identity().device, Uuid{});
  const UniqueFd memory = makeSharedMemory("plain", 4096).value();
  MemoryHandle handle{SharedKind::OpaqueMemory, memory.get(), 4096, 0, 4096, {Uuid{1}, {}}};
  EXPECT_EQ(interop->importMemory(handle).error().code, ErrorCode::Unsupported);
  handle.owner = interop->identity();
  const auto plain = interop->importMemory(handle);
  EXPECT_FALSE(plain.ok()) << "a plain memfd is not Vulkan's";
  EXPECT_TRUE(device->synchronize().ok()) << "the error must not stick";
}

}  // namespace
}  // namespace strata
