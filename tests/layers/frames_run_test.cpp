#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/backends/null/null_device.h"
#include "engine/base/mutex.h"
#include "layers/workloads/frames/frames_workload.h"
#include "tests/layers/frames_viewer.h"
#include "tests/layers/recorded_session.h"
#include "tests/layers/scripted_ladder.h"

namespace strata {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Frames of a device that computes nothing, shown by a viewer that draws nothing.
class FramesRunTest : public testing::Test {
 protected:
  FramesRunTest() {
    m_script.refuses = [](SharedKind kind) -> std::optional<Error> {
      if (kind != SharedKind::HostTimeline) return std::nullopt;
      return Error{ErrorCode::Unsupported, "The host says it.", Storey::Runtime};
    };
  }

  Result<void> run(const std::string& rest, const std::function<void(test::RecordedSession&, std::uint64_t)>& drew) {
    session.emplace(createNullDevice(m_script));
    if (onProgress) session->onProgress = onProgress;
    test::FramesViewer viewer([&](std::uint64_t frame) {
      if (frame == lastBeforeRest) viewerHere->lookAway(kRest);
      drew(*session, frame);
    });
    viewerHere = &viewer;
    FramesWorkload workload(std::make_shared<Routines>(strataRoutines(test::scriptedKernel)), viewer.takeSocket());
    return session->run(workload, R"({"id":1,"run":"frames","side":8,"rate":0,"pacing":"lock-step",)" + rest + "}");
  }

  const RunResult& of(std::string_view way) {
    static const RunResult kNone;
    const auto found = std::ranges::find(session->results(), way, &RunResult::variant);
    EXPECT_NE(found, session->results().end()) << way;
    return found == session->results().end() ? kNone : *found;
  }

  static constexpr Duration kRest{1'000'000'000};
  std::uint64_t lastBeforeRest = 0;  ///< 0: the viewer looks all the time
  test::FramesViewer* viewerHere = nullptr;
  NullScript m_script;
  std::function<void(std::string_view)> onProgress;
  std::optional<test::RecordedSession> session;
};

TEST_F(FramesRunTest, OneThatIsDoneIsOk) {
  ASSERT_TRUE(run(R"("frames":3,"variants":["host","in_place"])", [](auto&, std::uint64_t) {}).ok());
  ASSERT_EQ(session->results().size(), 2u);
  for (const RunResult& result : session->results()) EXPECT_EQ(result.status, RunResult::Status::Ok) << result.message;
}

TEST_F(FramesRunTest, OneThatIsStoppedSaysWhatItHasAndWhatItHasNot) {
  const auto done = run(R"("frames":300,"variants":["host","in_place","device"])",
                        [](test::RecordedSession& running, std::uint64_t frame) {
                          if (frame == 305) running.stop().request_stop();
                        });
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::Stopped);
  ASSERT_EQ(session->results().size(), 3u);
  EXPECT_EQ(of("host").status, RunResult::Status::Ok) << of("host").message;
  EXPECT_EQ(of("in_place").status, RunResult::Status::Stopped);
  EXPECT_THAT(of("in_place").message, StartsWith("stopped after "));
  EXPECT_THAT(of("in_place").message, HasSubstr(" of 300 frames; "));
  EXPECT_TRUE(of("in_place").figure("frames")) << "what there is";
  EXPECT_EQ(of("device").status, RunResult::Status::NotRun);
  EXPECT_THAT(of("device").message, StartsWith("not run: "));
}

TEST_F(FramesRunTest, OneUntilStoppedIsDoneWhenItIsStopped) {
  const auto done = run(R"("frames":0,"variants":["host"])", [](test::RecordedSession& running, std::uint64_t frame) {
    if (frame == 5) running.stop().request_stop();
  });
  EXPECT_FALSE(done.ok());
  ASSERT_EQ(session->results().size(), 1u);
  EXPECT_EQ(of("host").status, RunResult::Status::Ok);
}

TEST_F(FramesRunTest, OneWhoseFramesNobodySeesRestsAndItsRateLeavesThatOut) {
  lastBeforeRest = 10;
  std::vector<HostTime> drawn;
  ASSERT_TRUE(
      run(R"("frames":40,"variants":["host"])", [&](auto&, std::uint64_t) { drawn.push_back(hostNow()); }).ok());
  ASSERT_EQ(drawn.size(), 40u);
  Duration longest;
  for (std::size_t i = 1; i < drawn.size(); ++i) longest = std::max(longest, drawn[i] - drawn[i - 1]);
  constexpr Duration kMostOfTheRest{kRest.ns * 3 / 4};
  EXPECT_GT(longest, kMostOfTheRest);
  const auto rate = of("host").figure("frames_per_s");
  ASSERT_TRUE(rate);
  EXPECT_GT(rate->value, 40 / kRest.seconds()) << "the rest is no time of the frames";
}

TEST_F(FramesRunTest, AWayThatTheViewerEndsIsOverAndTheNextOneRuns) {
  const auto done = run(R"("frames":40,"variants":["host","in_place"])", [&](auto&, std::uint64_t frame) {
    if (frame == 10) viewerHere->end("It takes too long.");
  });
  ASSERT_TRUE(done.ok()) << done.error().message;
  ASSERT_EQ(session->results().size(), 2u);
  EXPECT_EQ(of("host").status, RunResult::Status::Failed);
  EXPECT_THAT(of("host").message, StartsWith("It takes too long. 10 of "));
  EXPECT_EQ(of("in_place").status, RunResult::Status::Ok) << of("in_place").message;
}

TEST_F(FramesRunTest, AnEndBehindTheLastFrameIsHeardWhileItsReportIsAwaited) {
  const auto done = run(R"("frames":3,"slots":4,"variants":["host"])", [&](auto&, std::uint64_t frame) {
    if (frame == 2) viewerHere->end("It takes too long.");
  });
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(of("host").status, RunResult::Status::Failed);
  EXPECT_THAT(of("host").message, StartsWith("It takes too long. 2 of "));
}

TEST_F(FramesRunTest, AnEndIsHeardThoughAnotherWayIsWishedMeanwhile) {
  const auto done = run(R"("frames":9,"slots":4,"variants":["host"])", [&](auto&, std::uint64_t frame) {
    if (frame != 2) return;
    viewerHere->end("It takes too long.");
    viewerHere->wish(FrameWay::InPlace);
  });
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(of("host").status, RunResult::Status::Failed);
  EXPECT_THAT(of("host").message, StartsWith("It takes too long. 2 of "));
}

/// Waits, where memory for the first field is asked for, until it is told of progress once more.
TEST_F(FramesRunTest, GivesSignsOfLifeWhileAFirstFieldIsMade) {
  Mutex mutex;
  Condition told;
  int signs = 0;
  bool asked = false, alive = false;
  onProgress = [&](std::string_view text) {
    const Lock lock(mutex);
    if (text.starts_with("frames of")) ++signs;
    told.notifyAll();
  };
  m_script.fail = [&](std::string_view call) -> std::optional<Error> {
    Lock lock(mutex);
    if (call != "strataMalloc" || signs == 0 || asked) return std::nullopt;
    asked = true;
    const int before = signs;
    const HostTime end = hostNow() + Duration{30'000'000'000};
    while (signs == before && hostNow() < end) told.waitUntil(lock, end);
    alive = signs > before;
    return std::nullopt;
  };
  ASSERT_TRUE(run(R"("frames":1,"variants":["host"])", [](auto&, std::uint64_t) {}).ok());
  EXPECT_TRUE(asked);
  EXPECT_TRUE(alive);
}

}  // namespace
}  // namespace strata
