#include "app/graphics/vulkan_timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>

#include <thread>

#include "app/graphics/vulkan_allocator.h"
#include "engine/frames/frame_slots.h"
#include "tests/graphics/agent_here.h"
#include "tests/graphics/stand_in.h"
#include "tests/graphics/vulkan_stand_in.h"

namespace strata {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class VulkanTimelines : public testing::Test {
 protected:
  VulkanTimelines() { VulkanStandIn::reset(); }
  ~VulkanTimelines() override { EXPECT_EQ(standIn.timelines, 0) << "each is destroyed"; }
  Result<std::unique_ptr<SharedTimeline>> make() { return makeVulkanTimeline(functions, nullptr, nullptr); }

  VulkanStandIn& standIn = VulkanStandIn::instance();
  const VulkanFunctions functions = VulkanStandIn::functions();
};

TEST_F(VulkanTimelines, IsAskedForMadeHandedOutAndDestroyed) {
  {
    const auto timeline = make();
    ASSERT_TRUE(timeline.ok()) << timeline.error().message;
    ASSERT_TRUE(timeline.value()->descriptor().ok());
    EXPECT_EQ(timeline.value()->value().value(), 0u);
    const std::uint64_t beyond32Bits = (std::uint64_t{1} << 32) + 7;
    VulkanStandIn::signal(beyond32Bits);
    EXPECT_EQ(timeline.value()->value().value(), beyond32Bits);
  }
  EXPECT_THAT(standIn.calls,
              ElementsAre("properties timeline 0 opaque", "create timeline 0 opaque", "descriptor opaque", "destroy"));
}

TEST_F(VulkanTimelines, DescriptorsAreTheCallersOneEach) {
  const std::size_t before = openDescriptors();
  auto timeline = make().value();
  auto first = timeline->descriptor().value(), second = timeline->descriptor().value();
  EXPECT_NE(first.get(), second.get());
  EXPECT_NE(::fcntl(first.get(), F_GETFD) & FD_CLOEXEC, 0) << "not for this process's children";
  first.reset();
  EXPECT_GE(::fcntl(second.get(), F_GETFD), 0);
  timeline.reset();
  EXPECT_GE(::fcntl(second.get(), F_GETFD), 0) << "what was handed out stays";
  second.reset();
  EXPECT_EQ(openDescriptors(), before);
}

TEST_F(VulkanTimelines, WhatCannotBeHandedOutIsNotMade) {
  standIn.exportable = false;
  const auto timeline = make();
  ASSERT_FALSE(timeline.ok());
  EXPECT_EQ(timeline.error().code, ErrorCode::Unsupported);
  EXPECT_THAT(standIn.calls, ElementsAre(HasSubstr("properties")));
}

TEST_F(VulkanTimelines, WhatFailsLeavesNothingBehind) {
  const std::size_t before = openDescriptors();
  standIn.fails = "create";
  EXPECT_EQ(make().error().code, ErrorCode::Unsupported);
  EXPECT_THAT(standIn.calls, Not(Contains("destroy")));
  standIn.fails = "descriptor";
  {
    const auto timeline = make();
    ASSERT_TRUE(timeline.ok());
    EXPECT_EQ(timeline.value()->descriptor().error().code, ErrorCode::Unsupported);
  }
  EXPECT_EQ(openDescriptors(), before);
}

TEST_F(VulkanTimelines, ALostDeviceSaysNothing) {
  const auto timeline = make();
  standIn.fails = "value";
  EXPECT_EQ(timeline.value()->value().error().code, ErrorCode::Unavailable);
  standIn.fails = {};
  standIn.lost = true;
  EXPECT_EQ(timeline.value()->value().error().code, ErrorCode::Unavailable) << "every value would be reached";
}

/// With this machine's Vulkan, and timelines of the stand-in's.
class SharedTimelines : public VulkanTimelines {
 protected:
  void SetUp() override {
    if (const std::string why = noDeviceWayHere(); !why.empty()) GTEST_SKIP() << why;
  }
  static Result<std::unique_ptr<SharedAllocator>> allocator(const GraphicsIdentity& identity) {
    STRATA_ASSIGN(const VulkanFunctions loader, VulkanStandIn::loader());
    return makeVulkanAllocator(loader, identity);
  }
  static FrameShowOptions options() {
    FrameShowOptions all = headless();
    all.allocator = allocator;
    return all;
  }
  /// As an agent on the device that draws.
  static FrameAsk deviceAsk() {
    FrameAsk ask = smallAsk(FrameWay::Device);
    ask.device = identityHere().device;
    return ask;
  }
  static std::string refusal() {
    const auto made = allocator(identityHere());
    EXPECT_TRUE(made.ok());
    const auto timeline = made.value()->timeline();
    return timeline.ok() ? std::string() : timeline.error().message;
  }
};

TEST_F(SharedTimelines, ADeviceIsOpenedForThemWhereItHasThem) {
  EXPECT_THAT(refusal(), IsEmpty());
  EXPECT_TRUE(standIn.enabled);
  for (const char* lacking : {"VK_KHR_external_semaphore_fd", "VK_KHR_timeline_semaphore"}) {
    standIn.lacks = lacking;
    EXPECT_THAT(refusal(), HasSubstr(lacking));
    EXPECT_FALSE(standIn.enabled);
  }
  standIn.lacks = "vkGetSemaphoreCounterValueKHR";
  EXPECT_THAT(refusal(), HasSubstr("function"));
}

TEST_F(SharedTimelines, FramesAreDrawnOnceTheTimelineHasReachedThem) {
  FrameShow show(options());
  StandInAgent agent(show, {"way=device", "width=127", "height=63", "frames=40", "pacing=lock", "hash=1", "timeline"});
  EXPECT_EQ(agent.wait(), 0) << agent.output();
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  EXPECT_EQ(show.state().verified, 40u);
  EXPECT_EQ(show.state().torn, 0u);
  EXPECT_EQ(show.state().signalling, "a timeline");
}

TEST_F(SharedTimelines, TheNewestWinsAndNobodyWaits) {
  FrameShow show(options());
  StandInAgent agent(show, {"way=device", "width=300", "frames=300", "slots=3", "hash=3", "timeline"});
  EXPECT_EQ(agent.wait(), 0) << agent.output();
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  const FrameState state = show.state();
  EXPECT_EQ(state.drawn + state.dropped, 300u);
  EXPECT_EQ(state.torn + state.mismatched, 0u);
}

TEST_F(SharedTimelines, AnAgentMayTakeTheCounterInstead) {
  FrameShow show(options());
  StandInAgent agent(show, {"way=device", "width=64", "frames=10", "pacing=lock", "hash=1"});
  EXPECT_EQ(agent.wait(), 0) << agent.output();
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  EXPECT_EQ(show.state().verified, 10u);
  EXPECT_EQ(show.state().signalling, "a counter");
}

TEST_F(SharedTimelines, WithoutOneTheWayWorksAndTheOfferSaysWhy) {
  standIn.exportable = false;
  FrameShow show(options());
  AgentHere agent(show);
  const auto offer = agent.ask(deviceAsk());
  ASSERT_TRUE(offer && offer->kind == FrameMessage::Kind::Offer);
  EXPECT_FALSE(offer->offer.timeline);
  EXPECT_THAT(offer->offer.noTimeline, HasSubstr("no timelines"));
  EXPECT_EQ(offer->descriptors.size(), 1u + offer->offer.ask.slotCount);
}

TEST_F(SharedTimelines, AValueThatNeverComesHoldsNobodyUp) {
  FrameShow show(options());
  AgentHere agent(show);
  const auto offer = agent.ask(deviceAsk());
  ASSERT_TRUE(offer && offer->offer.timeline);
  auto page = ControlPage::map(offer->descriptors[0], offer->offer.ask.slotCount);
  ASSERT_TRUE(page.ok());
  page.value()->silent = 1;
  FrameProducer producer(page.value());
  producer.queue(*producer.acquire(FramePacing::NewestWins, Duration{}), {5, 0, hostNow()});
  VulkanStandIn::signal(4);
  const std::uint64_t looks = standIn.looks;
  ASSERT_TRUE(eventually([&] { return standIn.looks > looks + 20; })) << "it looks, and looks again";
  EXPECT_EQ(show.state().drawn, 0u);
  StandInAgent other(show, {"way=host", "width=64", "frames=5", "pacing=lock", "hash=1"});
  EXPECT_EQ(other.wait(), 0) << other.output();
  EXPECT_TRUE(eventually([&] { return show.state().verified == 5; }));
}

TEST_F(SharedTimelines, ALostDeviceEndsTheFramesWithASentence) {
  FrameShow show(options());
  StandInAgent agent(show, {"way=device", "width=64", "pause=1000", "timeline"});
  ASSERT_TRUE(eventually([&] { return show.state().drawn > 3; }));
  standIn.lost = true;
  ASSERT_TRUE(eventually([&] { return show.state().complaint.has_value(); }));
  EXPECT_THAT(show.state().complaint->message, HasSubstr("lost"));
  EXPECT_TRUE(eventually([&] { return standIn.timelines == 0; }));
}

TEST_F(SharedTimelines, KilledAgentsLeaveNothingBehind) {
  FrameShow show(options());
  EXPECT_EQ(StandInAgent(show, {"way=device", "width=64", "frames=3", "pacing=lock", "timeline"}).wait(), 0);
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  const std::size_t descriptors = openDescriptors();
  for (int i = 0; i < 10; ++i) {
    StandInAgent agent(show, {"way=device", "width=64", "timeline"});
    const std::uint32_t before = show.state().generation;
    ASSERT_TRUE(eventually([&] { return show.state().generation > before && show.state().drawn > 0; }));
    agent.kill();
    ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  }
  EXPECT_EQ(openDescriptors(), descriptors);
  EXPECT_EQ(standIn.timelines, 0);
}

}  // namespace
}  // namespace strata
