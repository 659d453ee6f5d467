#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/facts/frame_facts.h"
#include "app/views/frame/frame_parts.h"
#include "app/views/view.h"
#include "tests/views/sample_frames.h"

namespace strata::frame_rows_test {
namespace {

constexpr Rect kArea{0, 0, 1000, 600};

ViewState fiveEachWay() {
  SampleSession session;
  addFrames(session, 5);
  return session.state();
}

bool says(const ViewState& state, std::string_view words, Rect area = kArea) {
  RecordingCanvas canvas;
  findView("frame")->draw(canvas, area, state);
  return canvas.findTextWith(words) != nullptr;
}

TEST(FrameRows, AWayThatTheNewestRunHasNotTakenSaysSo) {
  SampleSession session;
  addFrames(session, 5);
  addUndrawnFrames(session, 2, 20, FrameNumbers::Anew);
  const ViewState state = session.state();
  const auto ways = summarizeWays(newestFrames(*state.session.snapshot, kToldFrames), {});
  EXPECT_EQ(ways[0].frames, 2u);
  for (std::size_t way = 1; way < ways.size(); ++way) EXPECT_EQ(ways[way].frames, 0u) << way;
  EXPECT_TRUE(says(state, text(Msg::FrameNotRun)));
  EXPECT_FALSE(says(fiveEachWay(), text(Msg::FrameNotRun)));
}

TEST(FrameRows, CountsSayOfHowManyFramesTheyAre) {
  EXPECT_TRUE(says(fiveEachWay(), "of the newest 20: 16 drawn · 4 dropped · 1 torn"));
}

/// Its kernels take so many milliseconds and end at 100; it is drawn so many later.
FrameRecord frameOf(std::uint32_t call, std::int64_t kernels, std::int64_t latency) {
  constexpr std::int64_t kMilli = 1'000'000, kEnd = 100 * kMilli;
  FrameRecord frame;
  frame.call = CallId{call};
  frame.drawn = true;
  frame.steps = {{FrameHop::Kernel, {{kEnd - kernels * kMilli}, {kEnd}}, 0, {}},
                 {FrameHop::Draw, {{kEnd}, {kEnd + latency * kMilli}}, 0, {}}};
  frame.latency = Duration{latency * kMilli};
  return frame;
}

TEST(FrameRows, AWaysKernelsAreAsLongAsTheMedianNotAsThoseOfOneFrame) {
  const std::vector<FrameRecord> frames{frameOf(1, 2, 4), frameOf(2, 40, 5), frameOf(3, 3, 6)};
  const FrameWaySummary way = summarizeWays(frames, {})[0];
  EXPECT_EQ(way.call, CallId{2});
  ASSERT_EQ(way.steps.size(), 2u);
  EXPECT_EQ(way.steps[0].span.length(), Duration{3'000'000});
  EXPECT_EQ(way.steps[0].span.end, HostTime{});
  EXPECT_EQ(way.steps[1].span.length(), Duration{5'000'000});
  EXPECT_TRUE(says(fiveEachWay(), text(Msg::FrameBlocks), {0, 0, 1400, 600}));
}

TEST(FrameRows, StandAndCanBeChosenWhileARunIsOnInALowAndNarrowView) {
  ViewState state = fiveEachWay();
  auto live = sampleLiveFrame();
  state.sight.frame = live;
  for (const Rect area : {Rect{0, 0, 465, 225}, Rect{0, 0, 440, 215}})
    for (const FramePacing pacing : {FramePacing::NewestWins, FramePacing::SemaphoreOff}) {
      live->pacing = pacing;
      const FrameLayout layout = layOutFrames(RecordingCanvas{}, area, state);
      for (const FrameLayout::Way& way : layout.ways) {
        ASSERT_GT(way.lane.w, 0) << area.w << " × " << area.h;
        EXPECT_GT(way.latency.w, 0);
        EXPECT_LE(way.box.bottom(), area.bottom());
        const Point at{way.name.x + 2, way.name.y + way.name.h / 2};
        const auto hit = findView("frame")->hit(RecordingCanvas{}, area, state, at);
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->frame.has_value(), !way.current);
      }
      EXPECT_EQ(says(state, "Nobody waits", area), pacing == FramePacing::SemaphoreOff) << "above, where there is room";
    }
}

TEST(FrameRows, AWayWithoutATimeMaySayWhyWhereItsTimeWouldStand) {
  SampleSession session;
  addUndrawnFrames(session, 2);
  ViewState state = session.state();
  state.sight.frame = sampleLiveFrame();
  EXPECT_TRUE(says(state, text(Msg::FrameNotRun), {0, 0, 420, 260}));
}

ViewState told(std::vector<FrameRecord> frames) {
  ViewState state = fiveEachWay();
  auto live = sampleLiveFrame();
  live->told = std::make_shared<const std::vector<FrameRecord>>(std::move(frames));
  state.sight.frame = live;
  return state;
}

TEST(FrameRows, AWayWhoseFramesAreAllTornSaysThatTheyWereDrawn) {
  std::vector<FrameRecord> frames{frameOf(1, 2, 4), frameOf(2, 2, 4)};
  for (FrameRecord& frame : frames) frame.tornPixels = 9;
  EXPECT_TRUE(says(told(frames), "2 drawn, 2 of them torn"));
  frames[1].tornPixels = 0;
  frames[1].latency.reset();  // drawing did not wait for its kernels
  EXPECT_TRUE(says(told(frames), "2 drawn, 1 of them torn"));
  for (FrameRecord& frame : frames) frame = FrameRecord{};
  EXPECT_TRUE(says(told(frames), "of the newest 2 none was drawn"));
}

TEST(FrameRows, TheHeadSaysHowLargeTheFrameWasDrawn) {
  EXPECT_TRUE(says(fiveEachWay(), "drawn at 512 × 512"));
  EXPECT_FALSE(says(told({FrameRecord{}}), "drawn at"));
}

TEST(FrameRows, AButtonThatTurnsTheSemaphoreOnIsNotLit) {
  ViewState state = fiveEachWay();
  auto live = sampleLiveFrame();
  live->pacing = FramePacing::SemaphoreOff;
  state.sight.frame = live;
  int found = 0;
  for (const FrameLayout::Button& button : layOutFrames(RecordingCanvas{}, kArea, state).buttons)
    if (button.act.what == FrameAct::What::Semaphore) {
      ++found;
      EXPECT_EQ(button.words, text(Msg::FrameActSemaphoreOn));
      EXPECT_FALSE(button.loud);
    }
  EXPECT_EQ(found, 1);
}

}  // namespace
}  // namespace strata::frame_rows_test
