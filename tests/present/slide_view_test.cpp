#include "app/present/slide_view.h"

#include <gtest/gtest.h>

#include "app/views/recording_canvas.h"
#include "engine/base/messages.h"

namespace strata {
namespace {

constexpr Rect kArea{0, 0, 1102, 620};

Presentation begin(std::string_view text) {
  return Presentation(std::move(parseShow(text, "test").value()), ".", "false", [] {});
}

TEST(SlideView, TitleSentenceAndPlaceStandOnTheSlide) {
  Presentation presentation = begin("title: T\nslide: Why\nsay: Because.\nview: stack\nslide: b\nview: stack\n");
  RecordingCanvas canvas;
  drawSlide(canvas, kArea, presentation, std::nullopt);
  EXPECT_LT(canvas.findText("Why")->rect.y, canvas.findText("Because.")->rect.y);
  EXPECT_GE(canvas.findText("Why")->style.size / kArea.h, 0.04f) << "the back row reads it";
  EXPECT_NE(canvas.findText("1 / 2"), nullptr);
  EXPECT_TRUE(canvas.clipsBalanced());
}

TEST(SlideView, AnAnswerIsHiddenUntilItIsAskedFor) {
  Presentation presentation = begin("slide: Q\nview: stack\nanswer: forty-two\n");
  RecordingCanvas before, after;
  drawSlide(before, kArea, presentation, std::nullopt);
  EXPECT_EQ(before.findText("forty-two"), nullptr);
  EXPECT_NE(before.findText(text(Msg::ShowAnswerHidden)), nullptr);
  presentation.next();
  drawSlide(after, kArea, presentation, std::nullopt);
  EXPECT_NE(after.findText("forty-two"), nullptr);
}

TEST(SlideView, BlackIsBlackAndTheSpotIsLeftBright) {
  Presentation presentation = begin("slide: Q\nview: stack\n");
  presentation.spotlight = true;
  const Point at{500, 300};
  RecordingCanvas spot;
  drawSlide(spot, kArea, presentation, at);
  std::size_t shades = 0;
  for (const DrawOp* op : spot.of(DrawOp::Kind::Fill, Color{0, 0, 0, 190})) {
    ++shades;
    EXPECT_FALSE(op->rect.w > 0 && op->rect.contains(at));
  }
  EXPECT_GT(shades, 100u);
  presentation.black = true;
  RecordingCanvas black;
  drawSlide(black, kArea, presentation, at);
  EXPECT_EQ(black.ops().size(), 1u);
}

TEST(SlideView, AnySizeStaysInside) {
  Presentation presentation =
      begin("slide: A long title that has to wrap\nsay: And a sentence.\nview: stack\nanswer: x\n");
  for (const Rect area : {Rect{0, 0, 320, 240}, Rect{0, 0, 2000, 700}, Rect{0, 0, 60, 900}}) {
    RecordingCanvas canvas;
    drawSlide(canvas, area, presentation, std::nullopt);
    for (const DrawOp& op : canvas.ops())
      if (const auto seen = op.visible()) {
        EXPECT_LE(seen->right(), area.right() + 1);
        EXPECT_LE(seen->bottom(), area.bottom() + 2);
      }
  }
}

}  // namespace
}  // namespace strata
