#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <random>
#include <thread>

#include "engine/frames/frame_slots.h"
#include "tests/graphics/agent_here.h"

namespace strata {
namespace {

void expectStillWorks(FrameShow& show) {
  StandInAgent agent(show, {"way=host", "width=64", "frames=5", "pacing=lock", "hash=1"});
  EXPECT_EQ(agent.wait(), 0) << agent.output();
  EXPECT_TRUE(eventually([&] { return show.state().verified == 5; }));
}

/// As an agent does that has not heard of any switch.
void handOverTheFirst(ControlPage& page) {
  FrameProducer producer(page);
  const auto slot = producer.acquire(FramePacing::LockStep, Duration{});
  ASSERT_TRUE(slot);
  producer.queue(*slot, {1, 0, hostNow()});
  producer.handOver(1);
}

class AgentPage : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  }
};

TEST_F(AgentPage, MayHoldAnything) {
  FrameShow show(headless());
  std::mt19937_64 random(3);
  for (int round = 0; round < 20; ++round) {
    AgentHere bad(show);
    const auto offer = bad.ask(smallAsk(round % 2 == 0 ? FrameWay::Host : FrameWay::InPlace));
    ASSERT_TRUE(offer && offer->kind == FrameMessage::Kind::Offer);
    const std::size_t bytes = wholePages(sizeof(ControlPage::Layout));
    auto page = MappedMemory::map(offer->descriptors[0].get(), bytes);
    ASSERT_TRUE(page.ok());
    const HostTime end = hostNow() + Duration{30'000'000};
    while (hostNow() < end) {
      const std::uint64_t word = random() % 3 == 0 ? random() : random() % 4;
      std::memcpy(page.value().data() + random() % (sizeof(ControlPage::Layout) / 8) * 8, &word, sizeof word);
    }
  }
  expectStillWorks(show);
}

TEST_F(AgentPage, MaySayAnythingOverTheSocket) {
  FrameShow show(headless());
  std::mt19937 random(4);
  for (int round = 0; round < 50; ++round) {
    const AgentHere bad(show);
    std::vector<std::byte> rubbish = encode(askMessage(smallAsk(FrameWay::Host)));
    if (round % 5 == 0) rubbish.resize(random() % 4000);
    for (int i = 0; i < 4 && !rubbish.empty(); ++i)
      rubbish[random() % rubbish.size()] = static_cast<std::byte>(random());
    ::send(bad.descriptor, rubbish.data(), rubbish.size(), MSG_NOSIGNAL);
  }
  expectStillWorks(show);
}

TEST_F(AgentPage, TellsWhichFrameWasReadWithTheSemaphoreOff) {
  for (const bool off : {false, true}) {
    FrameShow show(headless());
    AgentHere agent(show);
    FrameAsk ask = smallAsk(FrameWay::Host);
    if (off) ask.pacing = FramePacing::SemaphoreOff;
    auto offer = agent.ask(ask);
    ASSERT_TRUE(offer && offer->kind == FrameMessage::Kind::Offer);
    auto page = ControlPage::map(offer->descriptors[0], 2);
    ASSERT_TRUE(page.ok());
    handOverTheFirst(page.value());
    std::optional<FrameReport> report;
    ASSERT_TRUE(eventually([&] { return report = page.value()->reports.pop(), report.has_value(); }));
    EXPECT_EQ(report->unowned, off ? 1u : 0u);
  }
}

// The agent follows a wish by its next ask; until then it waits for slots, and the window gives them back.
TEST_F(AgentPage, AWishForNoSemaphoreChangesNothingThatWasAgreedOn) {
  FrameShow show(headless());
  AgentHere agent(show);
  FrameAsk ask = smallAsk(FrameWay::Host);
  ask.pacing = FramePacing::LockStep;
  auto offer = agent.ask(ask);
  ASSERT_TRUE(offer && offer->kind == FrameMessage::Kind::Offer);
  auto mapped = ControlPage::map(offer->descriptors[0], 2);
  ASSERT_TRUE(mapped.ok());
  ControlPage& page = mapped.value();
  FrameWish wish;
  wish.semaphoreOff = true;
  show.setWish(wish);
  ASSERT_TRUE(eventually([&] { return page->wish.read().has_value(); }));
  FrameProducer producer(page);
  for (std::uint64_t frame = 1; frame <= 4; ++frame) {
    const auto slot = producer.acquire(FramePacing::LockStep, Duration{10'000'000'000});
    ASSERT_TRUE(slot) << frame;
    producer.queue(*slot, {frame, 0, hostNow()});
    if (frame % 2 == 0) producer.handOver(frame);
  }
  for (std::uint64_t frame = 1; frame <= 4; ++frame) {
    std::optional<FrameReport> report;
    ASSERT_TRUE(eventually([&] { return report = page->reports.pop(), report.has_value(); })) << frame;
    EXPECT_EQ(report->frame, frame);
    EXPECT_EQ(report->unowned, 0u);
  }
}

TEST_F(AgentPage, MayPromiseAFrameAndWriteOnlyHalfOfIt) {
  FrameShow show(headless());
  {
    AgentHere bad(show);
    auto offer = bad.ask(smallAsk(FrameWay::Pipe));
    ASSERT_TRUE(offer && offer->kind == FrameMessage::Kind::Offer);
    auto page = ControlPage::map(offer->descriptors[0], 2);
    ASSERT_TRUE(page.ok());
    handOverTheFirst(page.value());
    const std::vector<std::byte> half(100);
    ASSERT_EQ(::write(offer->descriptors[1].get(), half.data(), half.size()), 100);
    ::usleep(100'000);
    EXPECT_EQ(show.state().lost, 0u) << "it may still come";
  }
  EXPECT_TRUE(eventually([&] { return show.state().lost == 1 && show.state().agentGone; }));
  expectStillWorks(show);
}

TEST_F(AgentPage, AnotherAgentNeedNotWaitForOneThatWritesNothing) {
  FrameShow show(headless());
  AgentHere bad(show);
  auto offer = bad.ask(smallAsk(FrameWay::Pipe));
  ASSERT_TRUE(offer && offer->kind == FrameMessage::Kind::Offer);
  auto page = ControlPage::map(offer->descriptors[0], 2);
  ASSERT_TRUE(page.ok());
  FrameProducer producer(page.value());
  producer.queue(*producer.acquire(FramePacing::LockStep, Duration{}), {1, 0, hostNow()});
  producer.handOver(1);
  ::usleep(50'000);
  expectStillWorks(show);
}

TEST_F(AgentPage, AsksForTheLargestFrameAndGoes) {
  FrameShow show(headless());
  for (int i = 0; i < 10; ++i) {
    const AgentHere bad(show);
    FrameAsk ask = smallAsk(kFrameWays[static_cast<std::size_t>(i) % 3]);
    ask.width = ask.height = 2048;
    ask.slotCount = kMostFrameSlots;
    const std::vector<std::byte> bytes = encode(askMessage(ask));
    ::send(bad.descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  expectStillWorks(show);
}

TEST_F(AgentPage, FindsInThePageWhatWindowsWant) {
  FrameShow show(headless());
  show.setWish({.way = FrameWay::Device, .side = 512, .lockStep = true});
  AgentHere agent(show);
  for (int i = 0; i < 2; ++i) {  // a new page has what was said before
    const auto offer = agent.ask(smallAsk(FrameWay::Host));
    ASSERT_TRUE(offer && offer->kind == FrameMessage::Kind::Offer);
    auto mapped = ControlPage::map(offer->descriptors[0], 2);
    ASSERT_TRUE(mapped.ok());
    ControlPage& page = mapped.value();
    ASSERT_TRUE(eventually([&] { return page->wish.read().has_value(); }));
    EXPECT_EQ(page->wish.read()->side, 512u);
    EXPECT_EQ(page->wish.read()->way, FrameWay::Device);
    EXPECT_TRUE(page->wish.read()->lockStep);
    if (i == 0) show.setSight({.centreX = 0.25, .centreY = -1, .zoom = 8});
    ASSERT_TRUE(eventually([&] { return page->sight.read().has_value(); }));
    EXPECT_EQ(page->sight.read()->zoom, 8);
    show.stroke({.fromX = 0.5f, .toX = 0.75f});
    std::optional<FrameStroke> stroke;
    ASSERT_TRUE(eventually([&] { return (stroke = page->strokes.pop()).has_value(); }));
    EXPECT_EQ(stroke->toX, 0.75f);
  }
  show.forgetWish();
  const auto offer = agent.ask(smallAsk(FrameWay::Pipe));
  ASSERT_TRUE(offer && offer->kind == FrameMessage::Kind::Offer);
  auto mapped = ControlPage::map(offer->descriptors[0], 2);
  ASSERT_TRUE(mapped.ok());
  ControlPage& page = mapped.value();
  ASSERT_TRUE(eventually([&] { return show.state().ask.way == FrameWay::Pipe; }));
  EXPECT_FALSE(page->wish.read() || page->sight.read()) << "a new run is seen whole";
}

}  // namespace
}  // namespace strata
