#include "engine/frames/control_page.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <thread>

namespace strata {
namespace {

struct Shared {
  std::uint64_t a = 0, b = 0, c = 0;
};

TEST(ControlPage, BothSidesSeeOnePage) {
  auto made = ControlPage::create(3);
  ASSERT_TRUE(made.ok());
  auto& [viewer, descriptor] = made.value();
  auto agent = ControlPage::map(descriptor, 3);
  ASSERT_TRUE(agent.ok());
  EXPECT_FALSE(agent.value()->wish.read()) << "nobody wished yet";
  EXPECT_FALSE(agent.value()->sight.read());
  viewer->wish.write({.generation = 4, .way = FrameWay::Device, .side = 100});
  EXPECT_EQ(agent.value()->wish.read()->side, 100u);
  agent.value()->slot[2].note.write({.frame = 9});
  EXPECT_EQ(viewer->slot[2].note.read()->frame, 9u);
  EXPECT_FALSE(ControlPage::map(descriptor, 2).ok()) << "another number of slots";
}

TEST(ControlPage, RefusesWhatIsNoPage) {
  auto tooSmall = makeSharedMemory("test", 4096);
  EXPECT_FALSE(ControlPage::map(tooSmall.value(), 2).ok());
  auto empty = makeSharedMemory("test", wholePages(sizeof(ControlPage::Layout)));
  EXPECT_FALSE(ControlPage::map(empty.value(), 2).ok());
  EXPECT_FALSE(ControlPage::map(UniqueFd(), 2).ok());
  auto made = ControlPage::create(2);
  made.value().first->version = 99;
  EXPECT_FALSE(ControlPage::map(made.value().second, 2).ok());
}

TEST(SharedMemory, NobodyShrinksOrGrowsIt) {
  auto memory = makeSharedMemory("test", 8192);
  ASSERT_TRUE(memory.ok());
  EXPECT_NE(::ftruncate(memory.value().get(), 0), 0);
  EXPECT_NE(::ftruncate(memory.value().get(), 1 << 20), 0);
  EXPECT_TRUE(MappedMemory::map(memory.value().get(), 8192).ok());
  EXPECT_FALSE(MappedMemory::map(memory.value().get(), 8193).ok());
}

// A limit on files of this process refuses memory as a full machine does, and needs no rights. A full /dev/shm would
// not: a memfd is of a mount that the kernel keeps to itself.
TEST(SharedMemory, WhereThereIsNoneTheSentenceSaysWhatToDo) {
  constexpr std::size_t kBytes = 64 << 20;
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1 << 20;
  ::setrlimit(RLIMIT_FSIZE, &small);
  const int next = ::dup(0);
  ::close(next);
  const auto memory = makeSharedMemory("test", kBytes);
  const int after = ::dup(0);
  ::close(after);
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, handler);
  ASSERT_FALSE(memory.ok());
  EXPECT_NE(memory.error().message.find("No 64.0 MiB of shared memory"), std::string::npos) << memory.error().message;
  EXPECT_NE(memory.error().message.find("Ask for less"), std::string::npos);
  EXPECT_EQ(after, next) << "a descriptor stays open";
}

TEST(SharedValue, IsNeverHalfNew) {
  auto value = std::make_unique<SharedValue<Shared>>();
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (std::uint64_t i = 1; !stop; ++i) value->write({i, i * 2, i * 3});
  });
  for (int i = 0; i < 50000; ++i) {
    const auto read = value->read();
    if (!read) continue;
    ASSERT_EQ(read->b, read->a * 2);
    ASSERT_EQ(read->c, read->a * 3);
  }
  stop = true;
  writer.join();
}

TEST(SharedValue, AWriterThatDiedInTheMiddleHoldsNobodyUp) {
  alignas(8) std::array<std::byte, sizeof(SharedValue<Shared>)> memory{};
  const std::uint32_t odd = 3;
  std::memcpy(memory.data(), &odd, sizeof odd);
  EXPECT_FALSE(reinterpret_cast<SharedValue<Shared>*>(memory.data())->read());
}

TEST(SharedRing, GivesInOrderAndDropsTheNewestWhenFull) {
  auto ring = std::make_unique<SharedRing<std::uint64_t, 4>>();
  EXPECT_FALSE(ring->pop());
  for (std::uint64_t i = 0; i < 6; ++i) EXPECT_EQ(ring->push(i), i < 4);
  for (std::uint64_t i = 0; i < 4; ++i) EXPECT_EQ(ring->pop(), i);
  EXPECT_FALSE(ring->pop());
  for (std::uint64_t i = 0; i < 100; ++i) {
    EXPECT_TRUE(ring->push(i));
    EXPECT_EQ(ring->pop(), i);
  }
}

TEST(SharedRing, ABrokenOtherSideIsNotBelieved) {
  alignas(8) std::array<std::byte, sizeof(SharedRing<std::uint64_t, 4>)> memory{};
  auto& ring = *reinterpret_cast<SharedRing<std::uint64_t, 4>*>(memory.data());
  const std::uint32_t written = 1000;
  std::memcpy(memory.data(), &written, sizeof written);
  EXPECT_FALSE(ring.pop()) << "more than fits";
  const std::uint32_t read = 5000;  // ahead of what was written
  std::memcpy(memory.data() + 4, &read, sizeof read);
  EXPECT_FALSE(ring.push(1));
}

TEST(Timeline, WaitsUntilItChangesOrPatienceEnds) {
  std::atomic<std::uint32_t> counter{5};
  EXPECT_TRUE(waitForChange(counter, 4, Duration{})) << "it has changed already";
  const HostTime begin = hostNow();
  EXPECT_FALSE(waitForChange(counter, 5, Duration{30'000'000}));
  EXPECT_GE((hostNow() - begin).ns, 29'000'000);
  EXPECT_FALSE(waitForChange(counter, 5, Duration{-5}));
}

TEST(Timeline, WakesAllWhoWait) {
  std::atomic<std::uint32_t> counter{0};
  std::atomic<int> woken{0};
  std::vector<std::thread> waiters;
  for (int i = 0; i < 2; ++i)
    waiters.emplace_back([&] {
      if (waitForChange(counter, 0, Duration{10'000'000'000})) ++woken;
    });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  signal(counter, 1);
  for (std::thread& waiter : waiters) waiter.join();
  EXPECT_EQ(woken, 2);
}

TEST(Timeline, WakesAnotherMappingOfTheSamePage) {
  auto made = ControlPage::create(1);
  auto agent = ControlPage::map(made.value().second, 1);
  std::thread producer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    signal(agent.value()->produced, 1);
  });
  EXPECT_TRUE(waitForChange(made.value().first->produced, 0, Duration{10'000'000'000}));
  producer.join();
}

}  // namespace
}  // namespace strata
