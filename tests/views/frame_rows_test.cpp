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

}  // namespace
}  // namespace strata::frame_rows_test
