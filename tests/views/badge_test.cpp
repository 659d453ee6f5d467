#include "app/canvas/badge.h"

#include <gtest/gtest.h>

#include "app/canvas/paint.h"
#include "app/views/speed/speed_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_session.h"

namespace strata::badge_test {
namespace {

TEST(Badge, AFramedWordTellsWhatKindOfNumberItMarks) {
  RecordingCanvas canvas;
  drawTag(canvas, {100, 50, 200, 20}, "bar measured");
  drawTag(canvas, {100, 80, 200, 20}, "x modelled");
  drawLine(canvas, {100, 110, 200, 20}, "measured without a frame", {12, Face::Regular, {}});
  EXPECT_EQ(badgeTip(canvas, {110, 60}), text(Msg::ProvenanceMeasured));
  EXPECT_EQ(badgeTip(canvas, {110, 90}), text(Msg::ProvenanceModelled));
  EXPECT_EQ(badgeTip(canvas, {110, 120}), "");
  EXPECT_EQ(badgeTip(canvas, {400, 60}), "");
}

TEST(Badge, TheWordStandsAloneOrItIsAnother) {
  EXPECT_EQ(provenanceMeaning("specific, unmeasured, counter"), "");
  EXPECT_EQ(provenanceMeaning("counted · spec"),
            std::string(text(Msg::ProvenanceCounted)) + "\n" + std::string(text(Msg::ProvenanceSpec)));
}

TEST(Badge, ThoseOfAViewAreFound) {
  ViewState state;
  state.session.experiment = sampleLadder();
  state.session.results = sampleLadderResults();
  RecordingCanvas canvas;
  findView("speed")->draw(canvas, {0, 0, 1200, 400}, state);
  const DrawOp* badge = canvas.findTextWith("measured");
  ASSERT_NE(badge, nullptr);
  EXPECT_EQ(badgeTip(canvas, {badge->rect.x + 2, badge->rect.y + 2}), text(Msg::ProvenanceMeasured));
}

}  // namespace
}  // namespace strata::badge_test
