#include "engine/frames/frame_slots.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

namespace strata {
namespace {

constexpr Duration kNow{0};
constexpr auto kNewest = FramePacing::NewestWins;
constexpr auto kLock = FramePacing::LockStep;
constexpr auto kOff = FramePacing::SemaphoreOff;

class FrameSlots : public testing::Test {
 protected:
  void make(std::uint32_t slotCount) { m_made.emplace(std::move(ControlPage::create(slotCount).value())); }
  ControlPage& page() { return m_made->first; }

  bool produce(std::uint64_t frame, FramePacing pacing) {
    FrameProducer producer(page());
    const auto slot = producer.acquire(pacing, kNow);
    if (!slot) return false;
    producer.queue(*slot, {.frame = frame});
    producer.handOver(frame);
    return true;
  }
  /// The frame that is drawn next; 0: none.
  std::uint64_t consume(FrameConsumer& consumer, FramePacing pacing) {
    const auto taken = consumer.acquire(pacing, kNow);
    if (!taken) return 0;
    consumer.release(*taken);
    return taken->note.frame;
  }

 private:
  std::optional<std::pair<ControlPage, UniqueFd>> m_made;
};

TEST_F(FrameSlots, TheNewestWinsAndTheOthersAreCountedAsDropped) {
  make(3);
  FrameConsumer consumer(page());
  EXPECT_EQ(consume(consumer, kNewest), 0u);
  for (std::uint64_t frame = 1; frame <= 5; ++frame) EXPECT_TRUE(produce(frame, kNewest));
  EXPECT_EQ(page()->dropped, 2u) << "overwritten while they waited";
  EXPECT_EQ(consume(consumer, kNewest), 5u);
  EXPECT_EQ(consume(consumer, kNewest), 0u) << "older ones are not drawn after it";
  EXPECT_EQ(page()->dropped, 4u) << "overtaken";
}

TEST_F(FrameSlots, InLockStepEveryFrameIsDrawnAndTheAgentWaits) {
  make(2);
  FrameConsumer consumer(page());
  EXPECT_TRUE(produce(1, kLock));
  EXPECT_TRUE(produce(2, kLock));
  EXPECT_FALSE(produce(3, kLock)) << "no slot is free";
  EXPECT_EQ(consume(consumer, kLock), 1u);
  EXPECT_TRUE(produce(3, kLock));
  EXPECT_EQ(consume(consumer, kLock), 2u);
  EXPECT_EQ(consume(consumer, kLock), 3u);
  EXPECT_EQ(page()->dropped, 0u);
}

TEST_F(FrameSlots, WhatIsDrawnIsNotOverwritten) {
  make(1);
  EXPECT_TRUE(produce(1, kNewest));
  FrameConsumer consumer(page());
  const auto taken = consumer.acquire(kNewest, kNow);
  ASSERT_TRUE(taken);
  EXPECT_FALSE(produce(2, kNewest));
  consumer.release(*taken);
  EXPECT_TRUE(produce(2, kNewest));
}

TEST_F(FrameSlots, WithTheSemaphoreOffNobodyWaits) {
  make(1);
  FrameConsumer consumer(page());
  EXPECT_TRUE(produce(1, kOff));
  const auto taken = consumer.acquire(kOff, kNow);
  ASSERT_TRUE(taken);
  EXPECT_FALSE(taken->owned);
  EXPECT_TRUE(produce(2, kOff));
  consumer.release(*taken);
  EXPECT_EQ(consume(consumer, kOff), 2u);
  EXPECT_EQ(consume(consumer, kOff), 0u) << "one frame is drawn once";
}

TEST_F(FrameSlots, AnOlderFrameIsNoneThatIsNew) {
  make(2);
  FrameConsumer consumer(page());
  FrameProducer producer(page());
  producer.queue(0, {.frame = 5});
  EXPECT_EQ(consume(consumer, kOff), 5u);
  producer.queue(0, {.frame = 4});
  EXPECT_EQ(consume(consumer, kOff), 0u);
  producer.queue(0, {.frame = 6});
  EXPECT_EQ(consume(consumer, kOff), 6u);
}

TEST_F(FrameSlots, AFrameThatWasDrawnIsNotCountedAsDropped) {
  make(2);
  FrameConsumer consumer(page());
  EXPECT_TRUE(produce(1, kOff));
  EXPECT_EQ(consume(consumer, kOff), 1u);
  EXPECT_EQ(consume(consumer, kNewest), 0u);
  EXPECT_EQ(page()->dropped, 0u);
}

// How often is counted, for on a busy machine it is less.
TEST_F(FrameSlots, ASilentDeviceThatHasMadeNothingForAWhileIsLookedAtLessOften) {
  make(2);
  page()->silent = 1;
  int looks = 0;
  FrameConsumer consumer(page(), [&] { return ++looks, std::optional<std::uint64_t>(0); });
  EXPECT_FALSE(consumer.acquire(kNewest, Duration{600'000'000}));
  looks = 0;
  EXPECT_FALSE(consumer.acquire(kNewest, Duration{200'000'000}));
  EXPECT_LE(looks, 42);
}

TEST_F(FrameSlots, AFrameIsThereOnlyOnceTheTimelineHasReachedIt) {
  make(2);
  FrameConsumer consumer(page());
  FrameProducer producer(page());
  const auto slot = producer.acquire(kNewest, kNow);
  producer.queue(*slot, {.frame = 7});
  EXPECT_EQ(consume(consumer, kNewest), 0u);
  producer.handOver(7);
  EXPECT_EQ(consume(consumer, kNewest), 7u);
}

TEST_F(FrameSlots, TheTimelineWraps) {
  make(2);
  FrameConsumer consumer(page());
  const std::uint64_t last = (std::uint64_t{1} << 32) - 1;
  EXPECT_TRUE(produce(last, kNewest));
  EXPECT_EQ(consume(consumer, kNewest), last);
  FrameProducer producer(page());
  const auto slot = producer.acquire(kNewest, kNow);
  producer.queue(*slot, {.frame = last + 2});
  EXPECT_EQ(consume(consumer, kNewest), 0u) << "not there yet";
  producer.handOver(last + 2);
  EXPECT_EQ(consume(consumer, kNewest), last + 2);
}

TEST_F(FrameSlots, ASilentDeviceIsLookedAtNowAndThen) {
  make(2);
  page()->silent = 1;
  FrameProducer producer(page());
  producer.queue(*producer.acquire(kNewest, kNow), {.frame = 1});
  std::thread device([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    page()->produced.store(1);  // and no futex call
  });
  FrameConsumer consumer(page());
  const auto taken = consumer.acquire(kNewest, Duration{10'000'000'000});
  device.join();
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->note.frame, 1u);
}

TEST_F(FrameSlots, FramesAreThereAsTheDevicesTimelineSays) {
  make(2);
  std::optional<std::uint64_t> reached = 0;
  FrameConsumer consumer(page(), [&] { return reached; });
  FrameProducer producer(page());
  const std::uint64_t beyond32Bits = (std::uint64_t{1} << 32) + 7;
  producer.queue(*producer.acquire(kNewest, kNow), {.frame = beyond32Bits});
  EXPECT_EQ(consume(consumer, kNewest), 0u);
  reached.reset();
  EXPECT_EQ(consume(consumer, kNewest), 0u) << "a timeline that cannot be read says nothing";
  reached = beyond32Bits;
  EXPECT_EQ(consume(consumer, kNewest), beyond32Bits);
}

TEST_F(FrameSlots, ATimelineThatNobodyUsesLeavesTheCounterAlone) {
  make(2);
  FrameConsumer consumer(page(), [] { return std::optional<std::uint64_t>(0); });
  EXPECT_TRUE(produce(3, kNewest));
  EXPECT_EQ(consume(consumer, kNewest), 3u);
}

TEST_F(FrameSlots, TheAgentTakesBackWhatItKnowsToBeFinished) {
  make(1);
  FrameProducer producer(page());
  producer.queue(*producer.acquire(kNewest, kNow), {.frame = 1});
  EXPECT_FALSE(producer.acquire(kNewest, kNow)) << "the device may still write it";
  producer.finished(1);
  EXPECT_TRUE(producer.acquire(kNewest, kNow)) << "though no viewer has looked at the timeline yet";
  EXPECT_EQ(page()->dropped, 1u);
}

TEST_F(FrameSlots, GivenUpSlotsAreFree) {
  make(1);
  FrameProducer producer(page());
  producer.giveUp(*producer.acquire(kLock, kNow));
  EXPECT_TRUE(producer.acquire(kLock, kNow));
}

TEST_F(FrameSlots, TwoThreadsNeverHaveOneSlot) {
  make(2);
  std::array<std::atomic<std::uint64_t>, 2> written{};
  std::atomic<bool> stop{false};
  std::thread agent([&] {
    FrameProducer producer(page());
    for (std::uint64_t frame = 1; !stop; ++frame) {
      const auto slot = producer.acquire(kNewest, Duration{100'000'000});
      if (!slot) continue;
      written[*slot] = frame;
      producer.queue(*slot, {.frame = frame});
      producer.handOver(frame);
    }
  });
  FrameConsumer consumer(page());
  std::uint64_t last = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto taken = consumer.acquire(kNewest, Duration{1'000'000'000});
    ASSERT_TRUE(taken);
    EXPECT_GT(taken->note.frame, last);
    EXPECT_EQ(written[taken->slot], taken->note.frame);
    last = taken->note.frame;
    consumer.release(*taken);
  }
  stop = true;
  agent.join();
}

TEST_F(FrameSlots, AnythingInThePageEndsInTime) {
  make(4);
  std::mt19937_64 random(2);
  FrameConsumer consumer(page());
  auto* words = reinterpret_cast<std::uint64_t*>(&page()->produced);
  for (int i = 0; i < 3000; ++i) {
    for (int j = 0; j < 20; ++j) words[random() % 40] = random() % 2 == 0 ? random() : random() % 4;
    const auto pacing = static_cast<FramePacing>(random() % 3);
    const auto taken = consumer.acquire(pacing, Duration{100'000});
    if (!taken) continue;
    EXPECT_LT(taken->slot, 4u);
    consumer.release(*taken);
  }
}

}  // namespace
}  // namespace strata
