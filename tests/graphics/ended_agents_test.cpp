#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

#include <random>

#include "tests/graphics/stand_in.h"

namespace strata {
namespace {

using testing::HasSubstr;

TEST(EndedAgents, KilledAtAnyMomentTheyLeaveTheLastFrameAndNothingElse) {
  if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  const bool device = noDeviceWayHere().empty();
  std::mt19937 random(7);
  FrameShow show(headless());
  const std::size_t ways = device ? 4 : 3;
  for (std::size_t i = 0; i < ways; ++i) {  // each opens what it keeps
    const StandInAgent agent(show, {fmt::format("way={}", frameWayKey(kFrameWays[i])), "width=600"});
    ASSERT_TRUE(eventually([&] { return show.state().ask.way == kFrameWays[i] && show.state().drawn > 0; }));
  }
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  const std::size_t descriptors = openDescriptors();
  const std::uint64_t shared = sharedBytes();
  for (std::size_t i = 0; i < 24; ++i) {
    StandInAgent agent(show, {fmt::format("way={}", frameWayKey(kFrameWays[i % ways])), "width=600", "slots=2"});
    ASSERT_FALSE(show.state().agentGone) << "the one before has, this one has not";
    ::usleep(static_cast<useconds_t>(random() % 80'000));
    agent.kill();
    ASSERT_TRUE(eventually([&] { return show.state().agentGone; })) << i;
  }
  EXPECT_EQ(openDescriptors(), descriptors);
  EXPECT_EQ(sharedBytes(), shared);
  StandInAgent agent(show, {"way=host", "width=600", "frames=5", "pacing=lock", "hash=1"});
  EXPECT_EQ(agent.wait(), 0);
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  EXPECT_EQ(show.state().verified, 5u);
  EXPECT_TRUE(show.picture()) << "the last frame stays";
}

TEST(EndedAgents, AShowEndsWhileFramesCome) {
  if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  std::size_t descriptors = 0;
  for (int i = 0; i < 3; ++i) {
    for (const FrameWay way : kFrameWays) {
      FrameShow show(headless());
      const StandInAgent agent(show, {fmt::format("way={}", frameWayKey(way)), "width=512"});
      ::usleep(50'000);
    }
    if (i == 0) descriptors = openDescriptors();
  }
  EXPECT_EQ(openDescriptors(), descriptors);
}

/// No descriptor is free while it lives.
class NoDescriptors {
 public:
  NoDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &m_before);
    rlimit fewer = m_before;
    fewer.rlim_cur = 512;
    ::setrlimit(RLIMIT_NOFILE, &fewer);
    for (int fd = 0; (fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0;) m_taken.emplace_back(fd);
  }
  ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &m_before); }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

 private:
  rlimit m_before{};
  std::vector<UniqueFd> m_taken;
};

TEST(EndedAgents, WithoutADescriptorLeftTheViewerRefusesInASentence) {
  if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  for (const FrameWay way : kFrameWays) {
    if (way == FrameWay::Device && !noDeviceWayHere().empty()) continue;
    FrameShow show(headless());
    {
      const StandInAgent warm(show, {fmt::format("way={}", frameWayKey(way)), "width=64"});
      ASSERT_TRUE(eventually([&] { return show.state().drawn > 0; }));
    }
    ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
    StandInAgent agent(show, {fmt::format("way={}", frameWayKey(way)), "width=64", "frames=3", "late=200000"});
    {
      const NoDescriptors none;
      EXPECT_EQ(agent.wait(), 3) << frameWayKey(way);
    }
    EXPECT_THAT(agent.output(), HasSubstr("refused by driver: ")) << frameWayKey(way);
    StandInAgent again(show,
                       {fmt::format("way={}", frameWayKey(way)), "width=64", "frames=3", "pacing=lock", "hash=1"});
    EXPECT_EQ(again.wait(), 0) << "it recovers";
  }
}

TEST(EndedAgents, AnAgentWithoutDescriptorsSaysSo) {
  if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  FrameShow show(headless());
  StandInAgent agent(show, {"way=host", "width=64", "frames=3", "descriptors=4"});
  EXPECT_EQ(agent.wait(), 3);
  EXPECT_THAT(agent.output(), HasSubstr("may open no more files"));
}

}  // namespace
}  // namespace strata
