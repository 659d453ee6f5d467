#include "tests/backends/device_conformance.h"

#include <algorithm>
#include <cstring>
#include <future>
#include <numeric>
#include <vector>

namespace strata {

namespace {

template <class... Arguments>
Result<void> launch(Stream& stream, const KernelEntry& kernel, LaunchShape shape, Arguments... arguments) {
  void* pointers[] = {&arguments...};
  return stream.launch(kernel, shape, pointers);
}

LaunchShape blocksOf256(std::size_t count) {
  return {{static_cast<std::uint32_t>((count + 255) / 256), 1, 1}, {256, 1, 1}, 0};
}

std::vector<float> ramp(std::size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 0.5f);
  return values;
}

TEST_P(DeviceConformance, SaysWhatItIs) {
  const DeviceInfo& info = m_device->info();
  EXPECT_FALSE(info.backend.empty());
  EXPECT_FALSE(info.name.empty());
  EXPECT_FALSE(info.architecture.empty());
  EXPECT_GE(info.computeUnits, 1u);
  EXPECT_GT(info.memoryBytes, 0u);
  EXPECT_TRUE(info.waveSize == 32 || info.waveSize == 64);
}

TEST_P(DeviceConformance, DeviceMemoryIsAlignedAndApart) {
  auto a = allocate(1000, MemoryKind::Device), b = allocate(1, MemoryKind::Device),
       c = allocate(777, MemoryKind::Device);
  for (const Buffer* buffer : {a.get(), b.get(), c.get()})
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer->data()) % 256, 0u);
  EXPECT_EQ(a->bytes(), 1000u);
  EXPECT_NE(a->data(), b->data());
  EXPECT_NE(b->data(), c->data());
}

TEST_P(DeviceConformance, NoMoreMemoryIsFreeThanThereIs) {
  EXPECT_LE(m_device->freeMemory().value_or(0), m_device->info().memoryBytes);
}

TEST_P(DeviceConformance, CopiesArriveOnEveryWay) {
  const std::size_t count = 300'001;  // not a multiple of any staging size
  const std::vector<float> values = ramp(count);
  const std::size_t bytes = count * sizeof(float);
  auto queue = stream();
  for (const MemoryKind kind : {MemoryKind::Pageable, MemoryKind::Pinned}) {
    auto source = allocate(bytes, kind), target = allocate(bytes, kind);
    auto first = allocate(bytes, MemoryKind::Device), second = allocate(bytes, MemoryKind::Device);
    std::memcpy(source->data(), values.data(), bytes);
    std::memset(target->data(), 0, bytes);
    ASSERT_TRUE(queue->copy(*first, *source, bytes).ok());
    ASSERT_TRUE(queue->copy(*second, *first, bytes).ok());
    ASSERT_TRUE(queue->copy(*target, *second, bytes).ok());
    ASSERT_TRUE(queue->synchronize().ok());
    EXPECT_EQ(std::memcmp(target->data(), values.data(), bytes), 0);
  }
}

TEST_P(DeviceConformance, PageableMemoryIsFreeAgainAfterTheCopyCall) {
  const std::size_t count = 100'000, bytes = count * sizeof(float);
  auto source = allocate(bytes, MemoryKind::Pageable), target = allocate(bytes, MemoryKind::Pageable);
  auto device = allocate(bytes, MemoryKind::Device);
  auto queue = stream();
  const std::vector<float> values = ramp(count);
  std::memcpy(source->data(), values.data(), bytes);
  ASSERT_TRUE(queue->copy(*device, *source, bytes).ok());
  std::memset(source->data(), 0xff, bytes);
  ASSERT_TRUE(queue->copy(*target, *device, bytes).ok());
  EXPECT_EQ(std::memcmp(target->data(), values.data(), bytes), 0);
}

TEST_P(DeviceConformance, PartialCopyLeavesTheRestAlone) {
  auto host = allocate(64, MemoryKind::Pageable), device = allocate(64, MemoryKind::Device);
  auto queue = stream();
  std::memset(host->data(), 0x11, 64);
  ASSERT_TRUE(queue->copy(*device, *host, 64).ok());
  std::memset(host->data(), 0x22, 64);
  ASSERT_TRUE(queue->copy(*device, *host, 16).ok());
  ASSERT_TRUE(queue->copy(*host, *device, 64).ok());
  const auto bytes = host->span<unsigned char>();
  EXPECT_EQ(bytes[15], 0x22);
  EXPECT_EQ(bytes[16], 0x11);
}

TEST_P(DeviceConformance, CopyThatDoesNotFitIsRefused) {
  auto small = allocate(16, MemoryKind::Device), large = allocate(32, MemoryKind::Pageable);
  auto queue = stream();
  const auto result = queue->copy(*small, *large, 32);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::Usage);
}

TEST_P(DeviceConformance, AbsurdAllocationIsAnErrorAndLifeGoesOn) {
  for (const MemoryKind kind : {MemoryKind::Device, MemoryKind::Pinned, MemoryKind::Pageable}) {
    const auto buffer = m_device->allocate(std::size_t{1} << 50, kind);
    ASSERT_FALSE(buffer.ok());
    EXPECT_EQ(buffer.error().code, ErrorCode::OutOfMemory);
    EXPECT_NE(buffer.error().message.find("requested"), std::string::npos) << buffer.error().message;
  }
  EXPECT_NE(allocate(1024, MemoryKind::Device), nullptr);
}

TEST_P(DeviceConformance, ManySmallLaunchesRunInOrder) {
  constexpr int kCount = 1000, kLaunches = 2000;
  auto device = allocate(kCount * sizeof(float), MemoryKind::Device);
  auto host = allocate(kCount * sizeof(float), MemoryKind::Pageable);
  auto queue = stream();
  std::memset(host->data(), 0, host->bytes());
  ASSERT_TRUE(queue->copy(*device, *host, host->bytes()).ok());
  auto* data = static_cast<float*>(device->data());
  for (int i = 0; i < kLaunches; ++i)
    ASSERT_TRUE(launch(*queue, kernels().addOne, blocksOf256(kCount), data, kCount).ok());
  ASSERT_TRUE(queue->copy(*host, *device, host->bytes()).ok());
  for (const float value : host->span<float>()) ASSERT_EQ(value, static_cast<float>(kLaunches));
}

TEST_P(DeviceConformance, ArgumentsAreReadBeforeLaunchReturns) {
  auto device = allocate(sizeof(long long), MemoryKind::Device), host = allocate(sizeof(long long), MemoryKind::Pinned);
  auto queue = stream();
  auto* data = static_cast<long long*>(device->data());
  long long rounds = 100'000;
  void* arguments[] = {&data, &rounds};
  ASSERT_TRUE(queue->launch(kernels().spin, {{1, 1, 1}, {1, 1, 1}, 0}, arguments).ok());
  data = nullptr;
  rounds = 7;
  ASSERT_TRUE(queue->copy(*host, *device, sizeof(long long)).ok());
  ASSERT_TRUE(queue->synchronize().ok());
  EXPECT_EQ(host->span<long long>()[0], 100'000);
}

TEST_P(DeviceConformance, ThreadsKnowWhereTheyAre) {
  const LaunchShape shape{{3, 5, 2}, {7, 3, 5}, 0};
  const std::size_t count = shape.grid.count() * shape.block.count();
  auto device = allocate(count * sizeof(unsigned), MemoryKind::Device);
  auto host = allocate(count * sizeof(unsigned), MemoryKind::Pageable);
  auto queue = stream();
  ASSERT_TRUE(launch(*queue, kernels().coordinates, shape, static_cast<unsigned*>(device->data())).ok());
  ASSERT_TRUE(queue->copy(*host, *device, host->bytes()).ok());
  const auto values = host->span<unsigned>();
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(values[i], i + 1);
}

TEST_P(DeviceConformance, SharedMemoryAndBarrierReverseEveryBlock) {
  constexpr int kBlocks = 401;
  auto device = allocate(kBlocks * 256 * sizeof(int), MemoryKind::Device);
  auto host = allocate(kBlocks * 256 * sizeof(int), MemoryKind::Pageable);
  auto queue = stream();
  std::iota(host->span<int>().begin(), host->span<int>().end(), 0);
  ASSERT_TRUE(queue->copy(*device, *host, host->bytes()).ok());
  ASSERT_TRUE(launch(*queue, kernels().reverse, blocksOf256(kBlocks * 256), static_cast<int*>(device->data())).ok());
  ASSERT_TRUE(queue->copy(*host, *device, host->bytes()).ok());
  const auto values = host->span<int>();
  for (int i = 0; i < kBlocks * 256; ++i) ASSERT_EQ(values[i], i / 256 * 256 + 255 - i % 256);
}

TEST_P(DeviceConformance, ThreadsThatLeaveEarlyAreNotWaitedFor) {
  constexpr int kBlocks = 8;
  auto device = allocate(kBlocks * sizeof(int), MemoryKind::Device);
  auto host = allocate(kBlocks * sizeof(int), MemoryKind::Pageable);
  auto queue = stream();
  for (const int stay : {1, 2, 31, 100, 255, 256}) {
    ASSERT_TRUE(
        launch(*queue, kernels().leaveEarly, blocksOf256(kBlocks * 256), static_cast<int*>(device->data()), stay).ok());
    ASSERT_TRUE(queue->copy(*host, *device, host->bytes()).ok());
    // Each of four steps adds one to a rotation of 0 … stay − 1.
    for (const int sum : host->span<int>()) EXPECT_EQ(sum, stay * (stay - 1) / 2 + 4 * stay);
  }
}

TEST_P(DeviceConformance, WrongLaunchesAreRefused) {
  auto device = allocate(4096, MemoryKind::Device);
  auto queue = stream();
  auto* data = static_cast<unsigned*>(device->data());
  EXPECT_FALSE(launch(*queue, kernels().coordinates, {{0, 1, 1}, {1, 1, 1}, 0}, data).ok());
  EXPECT_FALSE(launch(*queue, kernels().coordinates, {{1, 1, 1}, {1 << 20, 1, 1}, 0}, data).ok());
  EXPECT_TRUE(queue->synchronize().ok());
}

/// Of no device that there is.
struct StrangeEvent : Event {
  State poll() override { return State::Resolved; }
  Result<void> synchronize() override { return {}; }
  Result<Duration> since(Event&) override { return Duration{}; }
};

TEST_P(DeviceConformance, AnEventOfAnotherDeviceIsRefused) {
  auto queue = stream();
  auto own = event();
  StrangeEvent strange;
  EXPECT_EQ(queue->record(strange).error().code, ErrorCode::Usage);
  EXPECT_EQ(queue->wait(strange).error().code, ErrorCode::Usage);
  ASSERT_TRUE(queue->record(*own).ok() && queue->synchronize().ok());
  EXPECT_EQ(own->since(strange).error().code, ErrorCode::Usage);
}

TEST_P(DeviceConformance, EventsTellTimeAndState) {
  auto device = allocate(sizeof(long long), MemoryKind::Device);
  auto queue = stream();
  auto begin = event(), end = event();
  EXPECT_EQ(begin->poll(), Event::State::NotRecorded);
  EXPECT_FALSE(end->since(*begin).ok());
  ASSERT_TRUE(queue->record(*begin).ok());
  auto* data = static_cast<long long*>(device->data());
  ASSERT_TRUE(launch(*queue, kernels().spin, {{1, 1, 1}, {1, 1, 1}, 0}, data, 1'000'000LL).ok());
  ASSERT_TRUE(queue->record(*end).ok());
  ASSERT_TRUE(queue->synchronize().ok());
  EXPECT_EQ(end->poll(), Event::State::Resolved);
  const auto elapsed = end->since(*begin);
  ASSERT_TRUE(elapsed.ok());
  EXPECT_GT(elapsed.value().ns, 10'000);  // a million rounds cannot take less anywhere
}

TEST_P(DeviceConformance, TheHostWaitsForAnEventAndNotForWhatComesAfter) {
  auto device = allocate(sizeof(int), MemoryKind::Device);
  auto first = allocate(sizeof(int), MemoryKind::Pinned), second = allocate(sizeof(int), MemoryKind::Pinned);
  auto queue = stream();
  auto told = event();
  EXPECT_TRUE(told->synchronize().ok()) << "never recorded: no wait";
  for (int i = 1; i <= 20; ++i) {
    first->span<int>()[0] = i;
    second->span<int>()[0] = 0;
    std::promise<void> release;  // kept, or broken by an early return: the stream goes on
    ASSERT_TRUE(queue->copy(*device, *first, sizeof(int)).ok());
    ASSERT_TRUE(queue->copy(*second, *device, sizeof(int)).ok());
    ASSERT_TRUE(queue->record(*told).ok());
    ASSERT_TRUE(queue->launchHost("hold", [held = release.get_future().share()] { held.wait(); }).ok());
    EXPECT_TRUE(told->synchronize().ok());
    EXPECT_EQ(second->span<int>()[0], i);
    EXPECT_EQ(told->poll(), Event::State::Resolved);
    release.set_value();
    ASSERT_TRUE(queue->synchronize().ok());
  }
}

TEST_P(DeviceConformance, AStreamWaitsForAnotherOnesEvent) {
  auto device = allocate(256 * sizeof(float), MemoryKind::Device);
  auto host = allocate(256 * sizeof(float), MemoryKind::Pinned);
  auto counter = allocate(sizeof(long long), MemoryKind::Device);
  auto first = stream(), second = stream();
  auto* data = static_cast<float*>(device->data());
  auto* rounds = static_cast<long long*>(counter->data());
  EXPECT_NE(first->number(), second->number());
  std::memset(host->data(), 0, host->bytes());
  ASSERT_TRUE(first->copy(*device, *host, host->bytes()).ok());
  ASSERT_TRUE(first->synchronize().ok());
  for (int i = 1; i <= 20; ++i) {
    auto done = event();
    ASSERT_TRUE(launch(*first, kernels().spin, {{1, 1, 1}, {1, 1, 1}, 0}, rounds, 200'000LL).ok());
    ASSERT_TRUE(launch(*first, kernels().addOne, blocksOf256(256), data, 256).ok());
    ASSERT_TRUE(first->record(*done).ok());
    ASSERT_TRUE(second->wait(*done).ok());
    ASSERT_TRUE(second->copy(*host, *device, host->bytes()).ok());
    ASSERT_TRUE(second->synchronize().ok());
    ASSERT_EQ(host->span<float>()[255], static_cast<float>(i));
    ASSERT_EQ(done->poll(), Event::State::Resolved);
  }
  EXPECT_TRUE(m_device->synchronize().ok());
}

TEST_P(DeviceConformance, AStreamTakesTheNumberOfOneThatIsGone) {
  auto first = stream(), second = stream();
  const std::uint32_t number = first->number();
  first.reset();
  auto third = stream();
  EXPECT_EQ(third->number(), number) << "else each run has a lane more";
  EXPECT_NE(stream()->number(), second->number());
}

TEST_P(DeviceConformance, HostFunctionsRunInStreamOrder) {
  auto queue = stream();
  std::vector<int> order;
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(queue->launchHost("note", [&order, i] { order.push_back(i); }).ok());
  ASSERT_TRUE(queue->synchronize().ok());
  ASSERT_EQ(order.size(), 50u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

// Whoever says what hangs asks from another thread than the one that waits.
TEST_P(DeviceConformance, SaysWhatItWorksOn) {
  auto queue = stream();
  EXPECT_TRUE(m_device->running().empty());
  std::promise<void> begun, end;
  ASSERT_TRUE(queue
                  ->launchHost("a long song",
                               [&] {
                                 begun.set_value();
                                 end.get_future().wait();
                               })
                  .ok());
  begun.get_future().wait();
  EXPECT_EQ(m_device->running(), std::vector<std::string>{"a long song"});
  end.set_value();
  ASSERT_TRUE(queue->synchronize().ok());
  EXPECT_TRUE(m_device->running().empty());
}

}  // namespace
}  // namespace strata
