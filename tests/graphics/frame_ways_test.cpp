#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "engine/frames/frame_messages.h"
#include "tests/graphics/frame_pattern.h"
#include "tests/graphics/stand_in.h"

namespace strata {
namespace {

using testing::HasSubstr;

std::string whyNot(FrameWay way) {
  return way == FrameWay::Device ? noDeviceWayHere() : noGraphicsHere();
}

struct Case {
  FrameWay way;
  std::uint32_t width, height;
};

class FrameWays : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (const std::string why = whyNot(GetParam().way); !why.empty()) GTEST_SKIP() << why;
  }
  static std::vector<std::string> options(int frames) {
    const Case& c = GetParam();
    return {fmt::format("way={}", frameWayKey(c.way)), fmt::format("width={}", c.width),
            fmt::format("height={}", c.height), fmt::format("frames={}", frames)};
  }
};

/// The newest picture is what the agent drew.
void expectPattern(const FrameCopy& copy) {
  std::size_t wrong = 0;
  for (std::uint32_t y = 0; y < copy.height; ++y)
    for (std::uint32_t x = 0; x < copy.width; ++x)
      wrong += copy.pixels[std::size_t{y} * copy.width + x] != (patternPixel(copy.frame, x, y) | 0xff000000);
  EXPECT_EQ(wrong, 0u) << "of " << copy.pixels.size();
}

TEST_P(FrameWays, EveryFrameIsDrawnExactly) {
  const std::uint64_t frames = GetParam().width > 2000 ? 4 : 12;
  FrameShow show(headless());
  auto words = options(static_cast<int>(frames));
  words.insert(words.end(), {"pacing=lock", "hash=1"});
  StandInAgent agent(show, words);
  EXPECT_EQ(agent.wait(), 0) << agent.output();
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  const FrameState state = show.state();
  EXPECT_EQ(state.ask.way, GetParam().way);
  EXPECT_EQ(state.drawn, frames);
  EXPECT_EQ(state.verified, frames);
  EXPECT_EQ(state.mismatched, 0u);
  EXPECT_EQ(state.torn, 0u);
  EXPECT_EQ(state.dropped, 0u);
  EXPECT_EQ(state.bytesRead > 0, GetParam().way == FrameWay::Pipe);
  EXPECT_EQ(state.bytesUploaded > 0, GetParam().way == FrameWay::Pipe || GetParam().way == FrameWay::Host);
  ASSERT_TRUE(show.copy());
  EXPECT_EQ(show.copy()->frame, frames);
  EXPECT_EQ(show.copy()->width, GetParam().width);
  expectPattern(*show.copy());
}

TEST_P(FrameWays, OneSlotIsEnough) {
  FrameShow show(headless());
  auto words = options(6);
  words.insert(words.end(), {"pacing=lock", "hash=1", "slots=1"});
  StandInAgent agent(show, words);
  EXPECT_EQ(agent.wait(), 0) << agent.output();
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  EXPECT_EQ(show.state().verified, 6u);
}

TEST_P(FrameWays, TheNewestWinsWithoutTearing) {
  FrameShow show(headless());
  auto words = options(GetParam().width > 2000 ? 8 : 200);
  words.insert(words.end(), {"slots=3", "hash=3"});
  StandInAgent agent(show, words);
  EXPECT_EQ(agent.wait(), 0) << agent.output();
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  const FrameState state = show.state();
  EXPECT_GE(state.drawn, 1u);
  EXPECT_EQ(state.drawn + state.dropped, GetParam().width > 2000 ? 8u : 200u);
  EXPECT_EQ(state.torn, 0u);
  EXPECT_EQ(state.mismatched, 0u);
}

TEST_P(FrameWays, AHashIsComparedAtTheFramesOwnSize) {
  FrameShow show(headless());
  show.setTargetSize(300, 200);
  auto words = options(4);
  words.insert(words.end(), {"pacing=lock", "hash=1"});
  StandInAgent agent(show, words);
  EXPECT_EQ(agent.wait(), 0) << agent.output();
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  EXPECT_EQ(show.state().verified, 4u);
  EXPECT_EQ(show.state().torn, 0u);
  EXPECT_EQ(show.copy()->width, 300u);
  EXPECT_EQ(show.copy()->height, 200u);
}

TEST_P(FrameWays, AWrongHashIsSeen) {
  FrameShow show(headless());
  auto words = options(3);
  words.insert(words.end(), {"pacing=lock", "hash=1", "lie"});
  StandInAgent agent(show, words);
  EXPECT_EQ(agent.wait(), 0) << agent.output();
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  EXPECT_EQ(show.state().mismatched, 3u);
  EXPECT_EQ(show.state().verified, 0u);
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const FrameWay way : kFrameWays)
    for (const auto& [width, height] : {std::pair{1u, 1u}, {127u, 63u}, {1024u, 1024u}, {4096u, 4096u}})
      all.push_back({way, width, height});
  return all;
}

INSTANTIATE_TEST_SUITE_P(, FrameWays, testing::ValuesIn(cases()), [](const auto& of) {
  return fmt::format("{}_{}x{}", frameWayKey(of.param.way), of.param.width, of.param.height);
});

TEST(FrameShow, FindsTornFramesWhereNobodyWaits) {
  for (const char* way : {"way=host", "way=in_place"}) {
    if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
    FrameShow show(headless());
    const StandInAgent agent(show, {way, "width=1024", "slots=1", "pacing=off"});
    EXPECT_TRUE(eventually([&] { return show.state().torn >= 5; })) << way;
  }
}

TEST(FrameShow, CatchesUpWithAnAgentThatRanAheadOfItsSlots) {
  if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  FrameShow show(headless());
  StandInAgent agent(show, {"way=pipe", "width=150", "frames=300", "hash=1", "ahead"});
  EXPECT_EQ(agent.wait(), 0) << agent.output();
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  EXPECT_GE(show.state().drawn, 1u);
  EXPECT_EQ(show.state().verified, show.state().drawn);
}

TEST(FrameShow, RefusesMemoryOfAnotherDeviceOrDriver) {
  if (const std::string why = noDeviceWayHere(); !why.empty()) GTEST_SKIP() << why;
  FrameShow show(headless());
  for (const auto& [other, why] : {std::pair{"faked", "refused by hardware: The run's device and the one that draws"},
                                   {"driver", "refused by driver: The window draws by another driver"}}) {
    StandInAgent agent(show, {"way=device", other, "frames=1"});
    EXPECT_EQ(agent.wait(), 3) << other;
    EXPECT_THAT(agent.output(), HasSubstr(why));
    ASSERT_TRUE(eventually([&] { return show.state().complaint.has_value(); }));
  }
}

// CUDA and HIP tell their device's UUID and no driver's.
TEST(FrameShow, SharesMemoryWithWhoTellsNoDriver) {
  if (const std::string why = noDeviceWayHere(); !why.empty()) GTEST_SKIP() << why;
  FrameShow show(headless());
  StandInAgent agent(show, {"way=device", "driverless", "frames=3", "pacing=lock", "hash=1"});
  EXPECT_EQ(agent.wait(), 0) << agent.output();
  EXPECT_TRUE(eventually([&] { return show.state().verified == 3; }));
}

TEST(FrameShow, WithoutOpenGlEveryAskHearsWhy) {
  FrameShow show({.context = []() -> Result<std::unique_ptr<GlContext>> {
    return Error{ErrorCode::Unavailable, "No OpenGL today.", Storey::Driver};
  }});
  StandInAgent agent(show, {"way=host", "frames=1"});
  EXPECT_EQ(agent.wait(), 3);
  EXPECT_THAT(agent.output(), HasSubstr("refused by driver: No OpenGL today."));
  EXPECT_EQ(show.state().complaint->message, "No OpenGL today.");
}

// The figures of a whole road, not of a gate: they depend on what else the machine does.
TEST(FrameShow, TellsHowLongEachWayTakes) {
  if (const std::string why = noDeviceWayHere(); !why.empty()) GTEST_SKIP() << why;
  for (const std::uint32_t side : {512u, 2048u, 4096u}) {
    std::array<double, 4> ms{};
    for (const FrameWay way : kFrameWays) {
      FrameShow show(headless());
      show.setTargetSize(512, 512);
      StandInAgent agent(show, {fmt::format("way={}", frameWayKey(way)), fmt::format("width={}", side), "frames=25",
                                "pacing=lock", "slots=1"});
      ASSERT_EQ(agent.wait(), 0) << agent.output();
      ms[static_cast<std::size_t>(way)] = std::stod(agent.output().substr(8)) * 1e-6;
    }
    fmt::print("{:>3} MiB, handed over to drawn: pipe {:.2f} ms, host {:.2f}, in place {:.2f}, device {:.2f}\n",
               side * side * 4 >> 20, ms[0], ms[1], ms[2], ms[3]);
    if (side == 4096) {
      EXPECT_GT(ms[0], ms[3]);
    }
  }
}

}  // namespace
}  // namespace strata
