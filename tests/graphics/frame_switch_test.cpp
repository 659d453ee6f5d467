#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <random>

#include "tests/graphics/stand_in.h"

namespace strata {
namespace {

std::vector<FrameWay> waysHere() {
  std::vector<FrameWay> ways{FrameWay::Pipe, FrameWay::Host, FrameWay::InPlace};
  if (noDeviceWayHere().empty()) ways.push_back(FrameWay::Device);
  return ways;
}

void change(FrameShow& show, FrameWay way, std::uint32_t side, std::uint32_t slotCount) {
  FrameWish wish;
  wish.way = way;
  wish.side = side;
  wish.slotCount = slotCount;
  show.setWish(wish);
  EXPECT_TRUE(eventually([&] {
    const FrameState state = show.state();
    return state.ask.way == way && state.ask.width == side && state.ask.slotCount == slotCount && state.verified >= 2;
  })) << frameWayKey(way)
      << " " << side << " " << slotCount;
  EXPECT_EQ(show.state().mismatched, 0u);
  EXPECT_EQ(show.state().torn, 0u);
}

TEST(FrameSwitch, AHundredChangesOfWayAndSizeLeaveNothingBehind) {
  if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  constexpr std::array kSides{1u, 33u, 64u, 127u, 500u, 1030u};
  const std::vector<FrameWay> ways = waysHere();
  std::mt19937 random(20);
  FrameShow show(headless());
  const StandInAgent agent(show, {"way=host", "width=64", "hash=1"});
  for (const FrameWay way : ways) change(show, way, 100, 2);
  change(show, FrameWay::Host, 64, 2);
  const std::size_t descriptors = openDescriptors();
  const std::uint64_t shared = sharedBytes();
  for (int i = 0; i < 100; ++i)
    change(show, ways[random() % ways.size()], kSides[random() % kSides.size()], 1 + random() % 3);
  change(show, FrameWay::Host, 64, 2);
  EXPECT_EQ(openDescriptors(), descriptors);
  EXPECT_EQ(sharedBytes(), shared);
}

TEST(FrameSwitch, WishesReachALaterAgentUntilTheyAreForgotten) {
  if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  FrameShow show(headless());
  {
    const StandInAgent agent(show, {"way=host", "width=64", "hash=1"});
    change(show, FrameWay::InPlace, 32, 1);
  }
  {
    const StandInAgent agent(show, {"way=host", "width=64", "hash=1"});
    EXPECT_TRUE(eventually([&] { return show.state().ask.way == FrameWay::InPlace && show.state().ask.width == 32; }));
  }
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  show.forgetWish();
  const StandInAgent agent(show, {"way=pipe", "width=64", "hash=1"});
  EXPECT_TRUE(eventually([&] { return show.state().ask.way == FrameWay::Pipe && show.state().verified > 20; }));
}

TEST(FrameSwitch, TheSemaphoreGoesOffAndOnWhileItRuns) {
  if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  FrameShow show(headless());
  const StandInAgent agent(show, {"way=in_place", "width=700", "slots=2", "hash=1"});
  FrameWish wish;
  wish.way = FrameWay::InPlace;
  for (int i = 0; i < 3; ++i) {
    wish.semaphoreOff = true;
    show.setWish(wish);
    EXPECT_TRUE(eventually([&] {
      const FrameState state = show.state();
      return state.ask.pacing == FramePacing::SemaphoreOff && state.torn > 0;
    }));
    EXPECT_EQ(show.state().verified + show.state().mismatched, 0u) << "what may tear is not compared";
    wish.semaphoreOff = false;
    show.setWish(wish);
    EXPECT_TRUE(eventually([&] {
      const FrameState state = show.state();
      return state.ask.pacing == FramePacing::NewestWins && state.verified > 50;
    }));
    EXPECT_EQ(show.state().torn, 0u) << "torn with the semaphore on";
    EXPECT_EQ(show.state().mismatched, 0u);
  }
}

TEST(FrameSwitch, ANewWishTakesBackWhatWasSaidOfTheOneBeforeThoughNoFrameComes) {
  if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  FrameShowOptions options = headless();
  options.allocator = [](const GraphicsIdentity&) -> Result<std::unique_ptr<SharedAllocator>> {
    return Error{ErrorCode::Unavailable, "No memory to share today.", Storey::Driver};
  };
  FrameShow show(std::move(options));
  StandInAgent agent(show, {"way=device", "frames=1"});
  EXPECT_EQ(agent.wait(), 3);
  ASSERT_TRUE(eventually([&] {
    const FrameState state = show.state();
    return state.agentGone && state.complaint;
  }));
  show.setWish({});
  EXPECT_TRUE(eventually([&] { return !show.state().complaint; }));
}

// The stand-in goes on all the same, so what it makes is let go.
TEST(FrameSwitch, FramesThatNobodySeesAreLetGoAndNotDrawn) {
  if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  for (const char* pacing : {"pacing=newest", "pacing=lock"})
    for (const char* way : {"way=host", "way=pipe"}) {
      FrameShow show(headless());
      const StandInAgent agent(show, {way, "width=64", pacing});
      ASSERT_TRUE(eventually([&] { return show.state().drawn > 5; })) << way << " " << pacing;
      show.setSeen(false);
      const std::uint64_t dropped = show.state().dropped;
      ASSERT_TRUE(eventually([&] { return show.state().dropped > dropped + 5; })) << way << " " << pacing;
      const FrameState unseen = show.state();
      ASSERT_TRUE(eventually([&] { return show.state().dropped > unseen.dropped + 5; })) << way << " " << pacing;
      EXPECT_EQ(show.state().drawn, unseen.drawn) << way << " " << pacing;
      show.setSeen(true);
      EXPECT_TRUE(eventually([&] { return show.state().drawn > unseen.drawn + 5; })) << way << " " << pacing;
      EXPECT_EQ(show.state().lost, 0u) << way << " " << pacing;
    }
}

TEST(FrameSwitch, OfTwoAgentsTheOneThatAskedLastIsDrawn) {
  if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  FrameShow show(headless());
  const StandInAgent first(show, {"way=host", "width=64"});
  ASSERT_TRUE(eventually([&] { return show.state().drawn > 5; }));
  {
    const StandInAgent second(show, {"way=pipe", "width=32"});
    ASSERT_TRUE(eventually([&] { return show.state().ask.way == FrameWay::Pipe && show.state().drawn > 5; }));
  }
  EXPECT_FALSE(show.state().agentGone) << "the first is still there";
}

}  // namespace
}  // namespace strata
