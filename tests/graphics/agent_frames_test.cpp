#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>

#include "app/facts/frame_facts.h"
#include "app/session/session.h"
#include "app/session/session_messages.h"
#include "tests/graphics/stand_in.h"

namespace strata {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint32_t kAlpha = 1u << 24;  ///< a pixel's fourth byte, its frame's number, counts these

/// The CPU's own agent and a viewer without a window.
class AgentFrames : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
  }

  Result<std::uint64_t> begin(nlohmann::json parameters, std::vector<std::string> ways = {}) {
    Request request;
    request.name = "frames";
    request.variants = std::move(ways);
    request.parameters = std::move(parameters);
    if (session.agentPid() == 0) STRATA_TRY(session.start(STRATA_AGENT_CPU));
    return session.run(std::move(request));
  }
  /// Results by way, once all is done.
  std::vector<RunResult> run(nlohmann::json parameters, std::vector<std::string> ways = {}) {
    const auto id = begin(std::move(parameters), std::move(ways));
    EXPECT_TRUE(id.ok());
    const auto answer = session.wait(id.value());
    EXPECT_TRUE(answer.ok());
    EXPECT_EQ(answer.value().status, Answer::Status::Done) << answer.value().error.message;
    return session.results();
  }
  void stop(std::uint64_t id) {
    session.stop();
    (void)session.wait(id);
  }

  FrameShow show{headless()};
  Session session{SessionOptions{.frames = [this](FrameSocket socket) { show.attach(std::move(socket)); }}};
};

double figure(const RunResult& result, std::string_view name) {
  const Figure* found = result.figure(name);
  return found ? found->value : -1;
}

bool mayLack(const RunResult& result) {
  return result.variant == "device" && !noDeviceWayHere().empty();
}

TEST_F(AgentFrames, WhatIsDrawnIsWhatWasComputed) {
  for (const char* content : {"heat", "mandelbrot", "features", "attention"})
    for (const int side : {1, 127}) {
      const auto results =
          run({{"content", content}, {"side", side}, {"frames", 5}, {"rate", 0}, {"pacing", "lock-step"}});
      ASSERT_EQ(results.size(), 4u) << content;
      for (const RunResult& result : results) {
        if (mayLack(result)) continue;
        SCOPED_TRACE(fmt::format("{} {} {}", content, side, result.variant));
        EXPECT_EQ(result.status, RunResult::Status::Ok) << result.message;
        EXPECT_EQ(figure(result, "frames_drawn"), 5);
        EXPECT_EQ(figure(result, "frames_compared"), 2) << "the first and the last";
        EXPECT_EQ(figure(result, "frames_torn"), 0);
        ASSERT_TRUE(result.error);
        EXPECT_LE(result.error->value, result.error->limit);
      }
    }
  EXPECT_EQ(show.state().mismatched, 0u);
}

TEST_F(AgentFrames, TheTraceHasEachFramesWay) {
  constexpr int kSide = 64, kFrames = 6;
  run({{"side", kSide}, {"frames", kFrames}, {"rate", 0}, {"pacing", "lock-step"}});
  const auto frames = newestFrames(*session.snapshot(), 100);
  ASSERT_EQ(frames.size() % kFrames, 0u);
  const auto results = session.results();
  const auto ways = summarizeWays(frames, results), ofTrace = summarizeWays(frames, {});
  const std::size_t copies[] = {4, 1, 0, 0};
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (!ways[i].refusal.empty()) continue;
    SCOPED_TRACE(frameWayKey(ways[i].way));
    EXPECT_EQ(ways[i].drawn, std::size_t{kFrames});
    ASSERT_GT(ways[i].timed, 0u);
    EXPECT_EQ(ways[i].copies(), copies[i]);
    EXPECT_EQ(ways[i].copied, static_cast<double>(copies[i]) * 4 * kSide * kSide);
    EXPECT_GT(ways[i].latency, Duration{0});
    const auto result = std::ranges::find(results, frameWayKey(ways[i].way), &RunResult::variant);
    EXPECT_EQ(ofTrace[i].latency.ns, std::llround(result->seconds.median * 1e9)) << "one definition for both";
  }
}

TEST_F(AgentFrames, WithoutTheSemaphoreFramesTear) {
  const auto results =
      run({{"side", 1024}, {"frames", 150}, {"rate", 0}, {"steps", 1}, {"slots", 1}, {"semaphore", "off"}}, {"host"});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_GT(figure(results[0], "frames_torn"), 0);
  EXPECT_THAT(results[0].message, HasSubstr("torn"));
}

TEST_F(AgentFrames, TheResultSaysThatTheSemaphoreWasSwitchedOffMeanwhile) {
  const auto id = begin({{"frames", 0}, {"rate", 0}, {"side", 64}}, {"host"});
  ASSERT_TRUE(id.ok());
  ASSERT_TRUE(eventually([&] { return show.state().drawn > 20; }));
  FrameWish wish;
  wish.semaphoreOff = true;
  show.setWish(wish);
  ASSERT_TRUE(
      eventually([&] { return show.state().ask.pacing == FramePacing::SemaphoreOff && show.state().drawn > 20; }));
  stop(id.value());
  ASSERT_EQ(session.results().size(), 1u);
  EXPECT_THAT(session.results()[0].message, HasSubstr("switched meanwhile: semaphore off from frame "));
}

TEST_F(AgentFrames, AHundredWishesLoseNothing) {
  const auto id = begin({{"frames", 0}, {"rate", 0}, {"side", 32}}, {"host"});
  ASSERT_TRUE(id.ok());
  std::mt19937 random(7);
  FrameWish wish;
  for (int i = 0; i < 100; ++i) {
    wish.way = kFrameWays[random() % (noDeviceWayHere().empty() ? 4 : 3)];
    wish.side = 1 + random() % 300;
    wish.slotCount = 1 + random() % 3;
    wish.lockStep = random() % 2 == 0;
    show.setWish(wish);
    ASSERT_TRUE(eventually([&] {
      const FrameState state = show.state();
      return state.ask.way == wish.way && state.ask.width == wish.side && state.drawn > 0;
    })) << i
        << ": " << frameWayKey(wish.way) << " of " << wish.side;
    EXPECT_EQ(show.state().torn, 0u) << i;
    EXPECT_EQ(show.state().mismatched, 0u) << i;
  }
  stop(id.value());
  EXPECT_THAT(session.errors(), IsEmpty());
}

TEST_F(AgentFrames, ProgressIsThePartOfTheFramesThatAreDone) {
  const auto id = begin({{"frames", 60}, {"rate", 60}, {"side", 16}}, {"host"});
  ASSERT_TRUE(id.ok());
  std::vector<double> parts;
  ASSERT_TRUE(session
                  .wait(id.value(),
                        [&](const Answer& answer) {
                          if (answer.message.starts_with("frames of")) parts.push_back(answer.fraction);
                        })
                  .ok());
  ASSERT_FALSE(parts.empty());
  EXPECT_LT(parts.front(), 0.3) << "making ready is no part of them";
  EXPECT_GT(parts.back(), 0.7);
  EXPECT_TRUE(std::ranges::is_sorted(parts));
}

TEST_F(AgentFrames, UntilStoppedThereIsNoPartThatIsDone) {
  const auto id = begin({{"frames", 0}, {"rate", 0}, {"side", 16}}, {"host"});
  ASSERT_TRUE(id.ok());
  ASSERT_TRUE(eventually([&] { return show.state().drawn > 20; }));
  const auto answer = session.lastAnswer();
  ASSERT_TRUE(answer && answer->status == Answer::Status::Progress);
  EXPECT_EQ(answer->fraction, 0);
  stop(id.value());
}

TEST_F(AgentFrames, AResultIsOfOneSize) {
  const auto id = begin({{"frames", 0}, {"rate", 0}, {"side", 64}, {"pacing", "lock-step"}}, {"host"});
  ASSERT_TRUE(id.ok());
  ASSERT_TRUE(eventually([&] { return show.state().drawn > 40; }));
  FrameWish wish;
  wish.way = FrameWay::Host;
  wish.side = 130;
  wish.slotCount = 2;
  wish.lockStep = true;
  show.setWish(wish);
  ASSERT_TRUE(eventually([&] { return show.state().ask.width == 130 && show.state().drawn > 3; }));
  stop(id.value());
  ASSERT_EQ(session.results().size(), 1u);
  const auto frames = newestFrames(*session.snapshot(), 1);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_LE(figure(session.results()[0], "frames"), static_cast<double>(frames[0].number) - 40);
  EXPECT_EQ(figure(session.results()[0], "frame_bytes_copied"), 4 * 130 * 130);
}

TEST_F(AgentFrames, PausedFramesAreStepped) {
  const auto id = begin({{"frames", 0}, {"rate", 0}, {"side", 16}, {"pacing", "lock-step"}}, {"host"});
  ASSERT_TRUE(id.ok());
  ASSERT_TRUE(eventually([&] { return show.state().drawn > 3; }));
  FrameWish wish;
  wish.side = 16;
  wish.slotCount = 2;
  wish.way = FrameWay::Host;
  wish.lockStep = true;
  wish.paused = true;
  show.setWish(wish);
  std::uint64_t last = 0;
  ASSERT_TRUE(eventually([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return std::exchange(last, show.state().newest.frame) == show.state().newest.frame;
  }));
  for (int step = 1; step <= 3; ++step) {
    wish.steps = static_cast<std::uint64_t>(step);
    show.setWish(wish);
    EXPECT_TRUE(eventually([&] { return show.state().newest.frame == last + static_cast<std::uint64_t>(step); }));
  }
  stop(id.value());
}

TEST_F(AgentFrames, AHandIsSeenWhileFramesPause) {
  const auto id = begin({{"frames", 0}, {"rate", 0}, {"side", 64}, {"steps", 1}}, {"host"});
  ASSERT_TRUE(id.ok());
  ASSERT_TRUE(eventually([&] { return show.state().drawn > 3; }));
  FrameWish wish;
  wish.way = FrameWay::Host;
  wish.side = 64;
  wish.slotCount = 2;
  wish.paused = true;
  show.setWish(wish);
  std::uint64_t last = 0;
  ASSERT_TRUE(eventually([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return std::exchange(last, show.state().newest.frame) == show.state().newest.frame;
  }));
  const std::vector<std::uint32_t> before = show.copy()->pixels;
  show.stroke({0, 0, 0.1f, 0.1f, 0.05f, 1});
  ASSERT_TRUE(eventually([&] { return show.copy()->pixels[0] % kAlpha != before[0] % kAlpha; }));
  const std::size_t centre = before.size() / 2 + 32;
  EXPECT_EQ(show.copy()->pixels[centre] % kAlpha, before[centre] % kAlpha) << "no time passes";
  wish.way = FrameWay::Pipe;
  show.setWish(wish);
  EXPECT_TRUE(eventually([&] { return show.state().ask.way == FrameWay::Pipe && show.state().drawn > 0; }))
      << "another way shows the same picture";
  stop(id.value());
}

TEST_F(AgentFrames, ARunThatIsStoppedLeavesItsLastNumbers) {
  run({{"frames", 2}, {"side", 16}}, {"host"});
  ASSERT_EQ(session.pictures(0).previews.size(), 1u);
  const auto before = session.pictures(0).previews[0];
  const auto id = begin({{"frames", 0}, {"rate", 0}, {"side", 24}}, {"host"});
  ASSERT_TRUE(id.ok());
  ASSERT_TRUE(eventually([&] { return show.state().ask.width == 24 && show.state().drawn > 3; }));
  stop(id.value());
  ASSERT_EQ(session.pictures(1).previews.size(), 1u);
  EXPECT_NE(session.pictures(1).previews[0]->json, before->json);
}

/// Eight maps of the first stage: three of nine tiles in a row, and the last one empty.
TEST_F(AgentFrames, FeatureMapsAreSquareAndTakeAHandInAnyTile) {
  constexpr std::size_t kTile = 28, kSide = 3 * kTile;
  const auto id = begin({{"content", "features"}, {"frames", 0}, {"rate", 0}, {"side", kSide}}, {"host"});
  ASSERT_TRUE(id.ok());
  ASSERT_TRUE(eventually([&] { return show.copy() != nullptr; }));
  const auto colour = [&](std::size_t x, std::size_t y) { return show.copy()->pixels[y * kSide + x] % kAlpha; };
  const std::uint32_t blank = colour(kSide - 1, kSide - 1);
  for (std::size_t i = 0; i < kTile * kTile; ++i)
    EXPECT_EQ(colour(2 * kTile + i % kTile, 2 * kTile + i / kTile), blank);
  const std::uint32_t before = colour(3, 3);
  constexpr float kInTheMiddleTile = 1.f / 3 + 3.5f / kSide;
  show.stroke({kInTheMiddleTile, kInTheMiddleTile, kInTheMiddleTile, kInTheMiddleTile, 3.f / kSide, 1});
  EXPECT_TRUE(eventually([&] { return colour(3, 3) != before; })) << "it is one picture that all tiles are made of";
  stop(id.value());
}

TEST_F(AgentFrames, AHandWarmsThePlate) {
  const auto id = begin({{"frames", 0}, {"rate", 0}, {"side", 64}, {"steps", 1}}, {"host"});
  ASSERT_TRUE(id.ok());
  ASSERT_TRUE(eventually([&] { return show.copy() != nullptr; }));
  const auto corner = [&] { return show.copy()->pixels[0] % kAlpha; };
  const std::uint32_t cold = corner();
  show.stroke({0, 0, 0.1f, 0.1f, 0.05f, 1});
  EXPECT_TRUE(eventually([&] { return corner() != cold; }));
  stop(id.value());
}

TEST_F(AgentFrames, AKilledAgentCostsItsFrameAndNothingElse) {
  std::mt19937 random(11);
  const std::size_t ways = noDeviceWayHere().empty() ? 4 : 3;
  const auto slotsAreGivenBack = [] { return eventually([] { return sharedBytes() == 0; }); };
  run({{"frames", 2}, {"side", 16}});  // what is opened once is open
  ASSERT_TRUE(slotsAreGivenBack()) << sharedBytes();
  const std::size_t descriptors = openDescriptors();
  for (std::size_t i = 0; i < 100; ++i) {
    const std::uint32_t generation = show.state().generation;
    const auto id =
        begin({{"frames", 0}, {"rate", 0}, {"side", 300}}, {std::string(frameWayKey(kFrameWays[i / 2 % ways]))});
    ASSERT_TRUE(id.ok()) << i;
    if (i % 2 == 1) {  // in the middle of a frame; else while it starts
      ASSERT_TRUE(eventually([&] { return show.state().generation > generation && show.state().drawn > 0; })) << i;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 40'000));
    session.killAgent();
    (void)session.wait(id.value());
    ASSERT_TRUE(eventually([&] { return session.agentState() == Session::AgentState::Exited; })) << i;
    EXPECT_EQ(show.state().torn, 0u) << i;
  }
  ASSERT_TRUE(eventually([&] { return show.state().agentGone; }));
  run({{"frames", 2}, {"side", 16}});
  EXPECT_TRUE(eventually([&] { return openDescriptors() <= descriptors + 1; })) << openDescriptors();
  EXPECT_TRUE(slotsAreGivenBack()) << sharedBytes();
}

/// A viewer whose thread for frames stands still while it is held.
class StandingViewer : public AgentFrames {
 protected:
  /// Keeps the thread at the next thing that it tells, as long as it lives.
  struct Hold {
    explicit Hold(StandingViewer& of) : viewer(of) {
      viewer.m_stands = false;
      viewer.m_held = true;
      EXPECT_TRUE(eventually([&] { return (void)viewer.standing.state(), viewer.m_stands.load(); }));
    }
    ~Hold() {
      viewer.m_held = false;
      viewer.m_held.notify_all();
    }
    StandingViewer& viewer;
  };
  std::uint64_t newestComputed() {
    const auto frames = newestFrames(*watched.snapshot(), 1);
    return frames.empty() ? 0 : frames.back().number;
  }
  Result<std::uint64_t> beginWatched(FrameWay way, const char* pacing) {
    Request request;
    request.name = "frames";
    request.variants = {std::string(frameWayKey(way))};
    request.parameters = nlohmann::json{{"frames", 0}, {"rate", 0}, {"side", 200}, {"pacing", pacing}};
    if (watched.agentPid() == 0) STRATA_TRY(watched.start(STRATA_AGENT_CPU));
    const std::uint32_t generation = standing.state().generation;
    STRATA_ASSIGN(const std::uint64_t id, watched.run(std::move(request)));
    EXPECT_TRUE(eventually([&] { return standing.state().generation > generation && standing.state().drawn > 3; }));
    return id;
  }
  bool drawsOn() {
    const std::uint64_t drawn = standing.state().drawn;
    return eventually([&] { return standing.state().drawn > drawn + 20; });
  }
  void end(std::uint64_t id) {
    watched.stop();
    const auto answer = watched.wait(id);
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_EQ(answer.value().status, Answer::Status::Stopped);
  }

 private:
  FrameShowOptions options() {
    FrameShowOptions all = headless();
    all.changed = [this] {
      m_stands = true;
      m_held.wait(true);
    };
    return all;
  }
  std::atomic<bool> m_held{false}, m_stands{false};

 protected:
  FrameShow standing{options()};
  Session watched{SessionOptions{.frames = [this](FrameSocket socket) { standing.attach(std::move(socket)); }}};
};

TEST_F(StandingViewer, DropsFramesAndTearsNone) {
  for (const FrameWay way : kFrameWays) {
    if (way == FrameWay::Device && !noDeviceWayHere().empty()) continue;
    SCOPED_TRACE(frameWayKey(way));
    const auto id = beginWatched(way, "newest wins");
    ASSERT_TRUE(id.ok());
    {
      const Hold held(*this);
      const std::uint64_t computed = newestComputed();
      EXPECT_TRUE(eventually([&] { return newestComputed() > computed + 300; })) << "the kernel waits for the window";
    }
    EXPECT_TRUE(drawsOn());
    EXPECT_GT(standing.state().dropped, 200u);
    EXPECT_EQ(standing.state().torn, 0u);
    EXPECT_EQ(standing.state().mismatched, 0u);
    end(id.value());
  }
}

/// An agent that gives no sign of life for so long is taken for hung.
TEST_F(StandingViewer, ForTenSecondsHangsNothingAndLeaksNothing) {
  constexpr std::pair<FrameWay, const char*> kRuns[] = {{FrameWay::Pipe, "newest wins"}, {FrameWay::Host, "lock-step"}};
  for (const auto& [way, pacing] : kRuns) {
    SCOPED_TRACE(fmt::format("{} {}", frameWayKey(way), pacing));
    const auto before = beginWatched(way, pacing);  // what is opened once is open
    ASSERT_TRUE(before.ok());
    end(before.value());
    const std::size_t descriptors = openDescriptors();
    const auto id = beginWatched(way, pacing);
    ASSERT_TRUE(id.ok());
    {
      const Hold held(*this);
      const std::uint64_t computed = newestComputed();
      std::this_thread::sleep_for(std::chrono::seconds(10));
      const std::uint64_t more = newestComputed() - computed;
      EXPECT_EQ(more > 100, way == FrameWay::Pipe) << more << ": in lock-step, and only then, the agent waits";
      EXPECT_EQ(watched.agentState(), Session::AgentState::Running);
    }
    EXPECT_TRUE(drawsOn());
    EXPECT_EQ(standing.state().torn, 0u);
    end(id.value());
    EXPECT_TRUE(eventually([&] { return openDescriptors() <= descriptors; })) << openDescriptors();
    EXPECT_THAT(watched.errors(), IsEmpty());
    ASSERT_EQ(watched.results().size(), 1u);
    EXPECT_THAT(watched.results()[0].message, HasSubstr(" dropped"));
    const bool dropped = figure(watched.results()[0], "frames_dropped") > 100;
    EXPECT_EQ(dropped, way == FrameWay::Pipe) << watched.results()[0].message;
  }
}

TEST_F(StandingViewer, HoldsNoRunThatIsStopped) {
  for (const char* pacing : {"newest wins", "lock-step"}) {
    for (const FrameWay way : {FrameWay::Pipe, FrameWay::Host}) {
      SCOPED_TRACE(fmt::format("{} {}", frameWayKey(way), pacing));
      const auto id = beginWatched(way, pacing);
      ASSERT_TRUE(id.ok());
      const Hold held(*this);
      end(id.value());
    }
  }
}

TEST_F(AgentFrames, TwoWindowsAtOnceSeeEachTheirOwn) {
  FrameShow other(headless());
  Session beside(SessionOptions{.frames = [&](FrameSocket socket) { other.attach(std::move(socket)); }});
  ASSERT_TRUE(beside.start(STRATA_AGENT_CPU).ok());
  Request request;
  request.name = "frames";
  request.parameters = nlohmann::json{{"content", "mandelbrot"}, {"side", 97}, {"frames", 40}, {"rate", 0}};
  const auto id = beside.run(std::move(request));
  ASSERT_TRUE(id.ok());
  std::vector<RunResult> all = run({{"content", "heat"}, {"side", 130}, {"frames", 40}, {"rate", 0}});
  ASSERT_TRUE(beside.wait(id.value()).ok());
  const std::vector<RunResult> theirs = beside.results();
  ASSERT_EQ(all.size(), theirs.size());
  all.insert(all.end(), theirs.begin(), theirs.end());
  for (const RunResult& result : all) {
    if (mayLack(result)) continue;
    EXPECT_EQ(result.status, RunResult::Status::Ok) << result.variant << ": " << result.message;
    EXPECT_GE(figure(result, "frames_compared"), 1) << result.variant;
    EXPECT_EQ(figure(result, "frames_torn"), 0) << result.variant;
  }
  EXPECT_EQ(show.state().mismatched + other.state().mismatched, 0u);
}

TEST_F(AgentFrames, AViewerThatIsGoneEndsTheRunWithASentence) {
  for (const char* way : {"pipe", "host"}) {
    auto other = std::make_unique<FrameShow>(headless());
    Session watched(SessionOptions{.frames = [&](FrameSocket socket) { other->attach(std::move(socket)); }});
    ASSERT_TRUE(watched.start(STRATA_AGENT_CPU).ok());
    Request request;
    request.name = "frames";
    request.variants = {way};
    request.parameters = nlohmann::json{{"frames", 0}, {"rate", 0}, {"side", 512}};
    const auto id = watched.run(std::move(request));
    ASSERT_TRUE(id.ok());
    ASSERT_TRUE(eventually([&] { return other->state().drawn > 2; }));
    other.reset();
    const auto answer = watched.wait(id.value());
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(answer.value().status, Answer::Status::Error);
    EXPECT_THAT(answer.value().error.message, HasSubstr("closed"));
  }
}

TEST(AgentWithoutViewer, SaysSoAndSendsPreviews) {
  Session session(SessionOptions{});
  ASSERT_TRUE(session.start(STRATA_AGENT_CPU).ok());
  Request request;
  request.name = "frames";
  request.parameters = nlohmann::json{{"frames", 4}, {"side", 64}};
  const auto id = session.run(std::move(request));
  ASSERT_TRUE(id.ok());
  ASSERT_TRUE(session.wait(id.value()).ok());
  ASSERT_EQ(session.results().size(), 4u);
  ASSERT_EQ(session.pictures(0).previews.size(), 1u) << "the frame's numbers come with the trace";
  for (const RunResult& result : session.results()) {
    EXPECT_EQ(result.status, RunResult::Status::Unsupported);
    EXPECT_THAT(result.message, HasSubstr("another machine"));
  }
}

}  // namespace
}  // namespace strata
