#include "engine/backends/cpu/cpu_device.h"

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <latch>
#include <stdexcept>

#include "engine/base/host_facts.h"
#include "kernels/compat/device.h"

namespace strata {
namespace {

__global__ void meet(std::atomic<int>* arrived) {
  arrived->fetch_add(1);
  while (arrived->load() < 2) {
  }
}

__global__ void fail_in_block(unsigned block) {
  if (blockIdx.x == block) throw std::runtime_error("the kernel gave up");
}

__global__ void abandon_at(WorkControl* control, unsigned block, std::atomic<unsigned>* run) {
  ++*run;
  if (blockIdx.x == block) control->abandon();
}

std::unique_ptr<Device> openDevice(CpuDeviceOptions options = {}) {
  return std::move(openCpuDevice(0, options)).value();
}

TEST(CpuDevice, IsTheOnlyOne) {
  const auto second = openCpuDevice(1);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, ErrorCode::Unavailable);
}

TEST(CpuDevice, WarpsAreAsWideAsAsked) {
  EXPECT_EQ(openDevice({.memoryBytes = 0, .workers = 1, .waveSize = 64})->info().waveSize, 64u);
  EXPECT_EQ(openDevice({.memoryBytes = 0, .workers = 1, .waveSize = 32})->info().waveSize, 32u);
  const auto odd = openCpuDevice(0, {.memoryBytes = 0, .workers = 1, .waveSize = 48});
  ASSERT_FALSE(odd.ok());
  EXPECT_EQ(odd.error().code, ErrorCode::Usage);
  EXPECT_EQ(odd.error().message,
            "A CPU device with warps of 48 lanes was requested; only 32 and 64 are possible: set STRATA_CPU_WAVE to "
            "one of them, or unset it.");
}

TEST(CpuDevice, WhatIsAllocatedIsNotFree) {
  constexpr std::uint64_t kAll = 1 << 20, kTaken = 1 << 18;
  const auto device = openDevice({.memoryBytes = kAll, .workers = 1});
  EXPECT_EQ(device->freeMemory(), kAll);
  const auto buffer = device->allocate(kTaken, MemoryKind::Device);
  ASSERT_TRUE(buffer.ok());
  EXPECT_EQ(device->freeMemory(), kAll - kTaken);
}

class AbandonTest : public ::testing::TestWithParam<unsigned> {
 protected:
  AbandonTest() {
    m_device->setControl(&m_control);
    m_stream = std::move(m_device->createStream()).value();
  }

  Result<void> launch(unsigned abandonAt) {
    WorkControl* control = &m_control;
    std::atomic<unsigned>* run = &m_run;
    void* arguments[] = {&control, &abandonAt, &run};
    return m_stream->launch(kernelEntry<abandon_at>("abandon_at"), {{kBlocks, 1, 1}, {1, 1, 1}, 0}, arguments);
  }

  static constexpr unsigned kBlocks = 100'000, kNever = kBlocks;
  WorkControl m_control;
  std::atomic<unsigned> m_run{0};
  std::unique_ptr<Device> m_device = openDevice({.memoryBytes = 1 << 20, .workers = GetParam()});
  std::unique_ptr<Stream> m_stream;
};

INSTANTIATE_TEST_SUITE_P(Cores, AbandonTest, ::testing::Values(1u, 4u));

TEST_P(AbandonTest, EndsAKernelBetweenBlocksAndSkipsWhatFollows) {
  std::atomic<bool> called{false};
  ASSERT_TRUE(launch(3).ok());
  ASSERT_TRUE(m_stream->launchHost("library", [&] { called = true; }).ok());
  ASSERT_TRUE(launch(kNever).ok());
  const auto waited = m_stream->synchronize();
  ASSERT_FALSE(waited.ok());
  EXPECT_EQ(waited.error().code, ErrorCode::Stopped);
  EXPECT_LT(m_run, kBlocks);
  EXPECT_FALSE(called);
}

TEST_P(AbandonTest, ACopyThatWaitsSaysThatWhatItBringsIsNotWhole) {
  const auto device = std::move(m_device->allocate(1024, MemoryKind::Device)).value();
  const auto host = std::move(m_device->allocate(1024, MemoryKind::Pageable)).value();
  ASSERT_TRUE(launch(3).ok());
  const auto copied = m_stream->copy(*host, *device, 1024);
  ASSERT_FALSE(copied.ok());
  EXPECT_EQ(copied.error().code, ErrorCode::Stopped);
}

TEST_P(AbandonTest, NothingOfItIsLeftOnceResumed) {
  ASSERT_TRUE(launch(3).ok());
  ASSERT_FALSE(m_device->synchronize().ok());
  m_control.resume();
  m_run = 0;
  ASSERT_TRUE(launch(kNever).ok());
  EXPECT_TRUE(m_stream->synchronize().ok());
  EXPECT_EQ(m_run, kBlocks);
}

TEST_P(AbandonTest, EachBlockIsASignThatTheDeviceMoves) {
  EXPECT_FALSE(m_control.moved());
  ASSERT_TRUE(launch(kNever).ok());
  ASSERT_TRUE(m_stream->synchronize().ok());
  EXPECT_TRUE(m_control.moved());
  EXPECT_FALSE(m_control.moved());
}

TEST(CpuDevice, AStreamThatIsHeldBeginsWhenItsGateIsOpened) {
  const auto device = openDevice({.memoryBytes = 1 << 20, .workers = 1});
  const auto stream = std::move(device->createStream()).value();
  const auto gate = std::make_shared<StreamGate>();
  HostTime began;
  const HostTime held = hostNow();
  ASSERT_TRUE(stream->hold(gate).ok());
  ASSERT_TRUE(stream->launchHost("work", [&] { began = hostNow(); }).ok());
  while (hostNow() - held < Duration{5'000'000}) {
  }
  const HostTime opened = hostNow();
  gate->open();
  ASSERT_TRUE(stream->synchronize().ok());
  if (opened - held < StreamGate::kPatience) {
    EXPECT_GE(began, opened);
  }
}

TEST(CpuDevice, TellsAboutThisMachine) {
  const auto device = openDevice();
  const DeviceInfo& info = device->info();
  EXPECT_EQ(info.key(), "cpu");
  EXPECT_EQ(info.architecture.rfind("x86-64", 0), 0u);
  const HostFacts& host = thisHost();
  EXPECT_EQ(info.computeUnitName, host.cores < host.processors ? "hardware thread" : "core");
}

TEST(CpuDevice, CapacityIsKeptAndFreedMemoryComesBack) {
  const auto device = openDevice({.memoryBytes = 4 << 20, .workers = 1});
  EXPECT_EQ(device->info().memoryBytes, std::uint64_t{4} << 20);
  auto first = device->allocate(3 << 20, MemoryKind::Device);
  ASSERT_TRUE(first.ok());
  const auto second = device->allocate(2 << 20, MemoryKind::Device);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, ErrorCode::OutOfMemory);
  EXPECT_NE(second.error().message.find("1.0 MiB"), std::string::npos) << second.error().message;
  std::move(first).value().reset();
  EXPECT_TRUE(device->allocate(4 << 20, MemoryKind::Device).ok());
}

TEST(CpuDevice, EmptyBufferIsRefused) {
  const auto device = openDevice();
  const auto buffer = device->allocate(0, MemoryKind::Device);
  ASSERT_FALSE(buffer.ok());
  EXPECT_EQ(buffer.error().code, ErrorCode::Usage);
}

/// While it lives, this thread may lock no memory, whoever runs the test.
class NoLocking {
 public:
  NoLocking() {
    getrlimit(RLIMIT_MEMLOCK, &m_limit);
    const rlimit none{0, m_limit.rlim_max};
    setrlimit(RLIMIT_MEMLOCK, &none);
    syscall(SYS_capget, &m_header, m_capabilities);
    auto without = std::to_array(m_capabilities);
    without[0].effective &= ~(1u << CAP_IPC_LOCK);
    syscall(SYS_capset, &m_header, without.data());
  }
  ~NoLocking() {
    syscall(SYS_capset, &m_header, m_capabilities);
    setrlimit(RLIMIT_MEMLOCK, &m_limit);
  }
  NoLocking(const NoLocking&) = delete;
  NoLocking& operator=(const NoLocking&) = delete;

 private:
  rlimit m_limit{};
  __user_cap_header_struct m_header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct m_capabilities[2]{};
};

TEST(CpuDevice, MemoryThatCannotBeLockedIsPageableAndSaysSo) {
  const auto device = openDevice();
  auto stream = std::move(device->createStream()).value();
  const NoLocking forbidden;
  alignas(4096) static char page[4096];
  if (mlock(page, sizeof page) == 0) GTEST_SKIP() << "mlock of this build refuses nothing (sanitizers replace it)";
  auto host = std::move(device->allocate(4096, MemoryKind::Pinned)).value();
  EXPECT_EQ(host->kind(), MemoryKind::Pageable);
  auto memory = std::move(device->allocate(4096, MemoryKind::Device)).value();
  host->span<char>()[4095] = 'y';
  ASSERT_TRUE(stream->copy(*memory, *host, 4096).ok());
  ASSERT_TRUE(stream->synchronize().ok());
  EXPECT_EQ(memory->span<char>()[4095], 'y');
}

TEST(CpuDevice, BuffersOutliveStreamsAndDevice) {
  auto device = openDevice();
  auto stream = std::move(device->createStream()).value();
  auto memory = std::move(device->allocate(4096, MemoryKind::Device)).value();
  auto host = std::move(device->allocate(4096, MemoryKind::Pinned)).value();
  ASSERT_TRUE(stream->copy(*memory, *host, 4096).ok());
  device.reset();
  EXPECT_TRUE(stream->synchronize().ok());
  stream.reset();
  host.reset();
  memory.reset();
}

TEST(CpuDevice, StreamsRunBesideEachOther) {
  const auto device = openDevice({.memoryBytes = 0, .workers = 1});
  auto first = std::move(device->createStream()).value(), second = std::move(device->createStream()).value();
  std::atomic<int> arrived{0};
  std::atomic<int>* address = &arrived;
  void* arguments[] = {&address};
  const LaunchShape one{{1, 1, 1}, {1, 1, 1}, 0};
  ASSERT_TRUE(first->launch(kernelEntry<meet>("meet"), one, arguments).ok());
  ASSERT_TRUE(second->launch(kernelEntry<meet>("meet"), one, arguments).ok());
  EXPECT_TRUE(device->synchronize().ok());
  EXPECT_EQ(arrived.load(), 2);
}

TEST(CpuDevice, PinnedCopyReturnsWhileTheStreamIsBusy) {
  const auto device = openDevice();
  auto stream = std::move(device->createStream()).value();
  auto memory = std::move(device->allocate(64, MemoryKind::Device)).value();
  auto host = std::move(device->allocate(64, MemoryKind::Pinned)).value();
  auto event = std::move(device->createEvent()).value();
  if (host->kind() != MemoryKind::Pinned) GTEST_SKIP() << "this user may lock no memory";
  std::latch release(1);
  ASSERT_TRUE(stream->launchHost("hold", [&] { release.wait(); }).ok());
  host->span<char>()[0] = 'x';
  ASSERT_TRUE(stream->copy(*memory, *host, 64).ok());
  ASSERT_TRUE(stream->record(*event).ok());
  EXPECT_EQ(event->poll(), Event::State::Pending);
  release.count_down();
  EXPECT_TRUE(stream->synchronize().ok());
  EXPECT_EQ(event->poll(), Event::State::Resolved);
  EXPECT_EQ(memory->span<char>()[0], 'x');
}

TEST(CpuDevice, RecordingAnEventAgainMakesItPendingAgain) {
  const auto device = openDevice();
  auto stream = std::move(device->createStream()).value();
  auto event = std::move(device->createEvent()).value();
  ASSERT_TRUE(stream->record(*event).ok());
  ASSERT_TRUE(stream->synchronize().ok());
  std::latch release(1);
  ASSERT_TRUE(stream->launchHost("hold", [&] { release.wait(); }).ok());
  ASSERT_TRUE(stream->record(*event).ok());
  EXPECT_EQ(event->poll(), Event::State::Pending);
  release.count_down();
  ASSERT_TRUE(stream->synchronize().ok());
  EXPECT_EQ(event->poll(), Event::State::Resolved);
}

TEST(CpuDevice, WaitingForAnEventNeverRecordedIsNoWait) {
  const auto device = openDevice();
  auto stream = std::move(device->createStream()).value();
  auto event = std::move(device->createEvent()).value();
  ASSERT_TRUE(stream->wait(*event).ok());
  EXPECT_TRUE(stream->synchronize().ok());
}

TEST(CpuDevice, HostFunctionThatThrowsComesOutOfSynchronizeOnce) {
  const auto device = openDevice();
  auto stream = std::move(device->createStream()).value();
  bool ranAfter = false;
  ASSERT_TRUE(stream->launchHost("sgemm", [] { throw std::runtime_error("no workspace"); }).ok());
  ASSERT_TRUE(stream->launchHost("next", [&] { ranAfter = true; }).ok());
  const auto result = stream->synchronize();
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("sgemm"), std::string::npos);
  EXPECT_NE(result.error().message.find("no workspace"), std::string::npos);
  EXPECT_TRUE(ranAfter);
  EXPECT_TRUE(stream->synchronize().ok());
}

TEST(CpuDevice, KernelThatThrowsComesOutOfDeviceSynchronize) {
  const auto device = openDevice({.memoryBytes = 0, .workers = 3});
  auto stream = std::move(device->createStream()).value();
  unsigned block = 37;
  void* arguments[] = {&block};
  ASSERT_TRUE(stream->launch(kernelEntry<fail_in_block>("fail"), {{100, 1, 1}, {8, 1, 1}, 0}, arguments).ok());
  const auto result = device->synchronize();
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("the kernel gave up"), std::string::npos);
  EXPECT_TRUE(device->synchronize().ok());
}

TEST(CpuDevice, WhatGoesWrongInAGraphComesOutOfSynchronizeAndTheRestIsDone) {
  const auto device = openDevice();
  auto stream = std::move(device->createStream()).value();
  bool fails = true;
  int ranAfter = 0;
  auto graph = stream->capture([&]() -> Result<void> {
    STRATA_TRY(stream->launchHost("sgemm", [&] {
      if (fails) throw std::runtime_error("no workspace");
    }));
    return stream->launchHost("next", [&] { ++ranAfter; });
  });
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  ASSERT_TRUE(graph.value()->launch().ok());
  const auto result = stream->synchronize();
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("sgemm"), std::string::npos);
  fails = false;
  ASSERT_TRUE(graph.value()->launch().ok());
  EXPECT_TRUE(stream->synchronize().ok());
  EXPECT_EQ(ranAfter, 2);
}

TEST(CpuDevice, AGraphMayGoWhileItRuns) {
  const auto device = openDevice();
  auto stream = std::move(device->createStream()).value();
  std::latch release(1);
  int ran = 0;
  auto graph = stream->capture([&]() -> Result<void> {
    STRATA_TRY(stream->launchHost("hold", [&] { release.wait(); }));
    return stream->launchHost("next", [&] { ++ran; });
  });
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  ASSERT_TRUE(graph.value()->launch().ok());
  graph.value().reset();
  release.count_down();
  EXPECT_TRUE(stream->synchronize().ok());
  EXPECT_EQ(ran, 1);
}

TEST(CpuDevice, LaunchesItCannotDoAreExplained) {
  const auto device = openDevice();
  auto stream = std::move(device->createStream()).value();
  unsigned block = 0;
  void* arguments[] = {&block, &block};
  const LaunchShape one{{1, 1, 1}, {1, 1, 1}, 0};
  const KernelEntry kernel = kernelEntry<fail_in_block>("fail");
  EXPECT_EQ(stream->launch(kernel, one, arguments).error().code, ErrorCode::Usage);
  EXPECT_EQ(stream->launch({"absent", nullptr}, one, {}).error().code, ErrorCode::Unsupported);
  const std::size_t limit = device->info().sharedBytesPerBlock;
  const auto tooMuch = stream->launch(kernel, {{1, 1, 1}, {1, 1, 1}, limit + 1}, std::span(arguments, 1));
  EXPECT_EQ(tooMuch.error().code, ErrorCode::Usage);
}

}  // namespace
}  // namespace strata
