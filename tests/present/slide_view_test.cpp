#include "app/present/slide_view.h"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/canvas/recording_canvas.h"
#include "app/present/keys.h"
#include "app/present/slide_frame.h"
#include "app/words/messages.h"

namespace strata {
namespace {

constexpr Rect kArea{0, 0, 1102, 620};

Presentation begin(std::string_view text) {
  return Presentation(std::move(parseShow(text, "test").value()), ".", "false", [] {});
}

TEST(SlideView, TheCardOfKeysIsReadInFull) {
  constexpr KeyWords kKeys[] = {{Msg::LessonKeyOn, Msg::LessonKeyOnDoes}, {Msg::LessonKeyAim, Msg::LessonKeyAimDoes}};
  Switches switches;
  switches.keys = true;
  for (const Rect area : {kArea, Rect{0, 0, 924, 520}, Rect{0, 0, 693, 520}, Rect{0, 0, 520, 520}})
    for (const std::string_view language : {"", "de"}) {
      RecordingCanvas canvas;
      drawSwitched(canvas, area, switches, std::nullopt, {kKeys, language}, [] {});
      for (const auto& [key, does] : kKeys)
        for (const Msg words : {key, does}) {
          const DrawOp* op = canvas.findText(text(words, language));
          ASSERT_NE(op, nullptr) << text(words, language) << " at " << area.w;
          EXPECT_TRUE(op->rect.x >= area.x && op->rect.right() <= area.right()) << op->text;
        }
    }
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

TEST(SlideView, APictureOfASlideHoldsItsAnswer) {
  Presentation presentation = begin("slide: Q\nview: stack\nanswer: forty-two\n");
  presentation.forPictures();
  presentation.go(0);
  RecordingCanvas canvas;
  drawSlide(canvas, kArea, presentation, std::nullopt);
  EXPECT_NE(canvas.findText("forty-two"), nullptr);
  EXPECT_EQ(canvas.findTextWith(text(Msg::ShowKeysHint)), nullptr) << "a picture has no keys";
}

TEST(SlideView, ALongAnswerIsSeenToItsLastWord) {
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word" + std::to_string(i) + " ";
  const std::string show = "slide: Q\nsay: Why?\nview: stack\nanswer: " + words + "\n";
  Presentation presentation = begin(std::string_view(show));
  presentation.next();
  for (const Rect area : {kArea, Rect{0, 0, 640, 520}}) {
    RecordingCanvas canvas;
    drawSlide(canvas, area, presentation, std::nullopt);
    std::string seen;
    for (const DrawOp* op : canvas.of(DrawOp::Kind::Text))
      if (op->style.face == Face::Bold && op->text.starts_with("word")) seen += op->text + " ";
    EXPECT_EQ(seen, words);
  }
}

TEST(SlideView, NotesAreForWhoGivesTheShowAndNotForTheClass) {
  Presentation presentation =
      begin("slide: Q\nview: stack\nnote: Wait for an answer.\nslide: What then\nview: stack\n");
  EXPECT_TRUE(presentation.hasNotes());
  RecordingCanvas slide, notes, last;
  drawSlide(slide, kArea, presentation, std::nullopt);
  EXPECT_EQ(slide.findTextWith("Wait"), nullptr);
  drawNotes(notes, kArea, presentation);
  EXPECT_NE(notes.findTextWith("Wait for an answer."), nullptr);
  EXPECT_NE(notes.findTextWith("What then"), nullptr) << "what comes next";
  presentation.next();
  drawNotes(last, kArea, presentation);
  EXPECT_NE(last.findTextWith(text(Msg::ShowNoNote)), nullptr);
  const DrawOp *ends = last.findText(text(Msg::ShowLast)), *place = last.findTextWith("2 / 2");
  ASSERT_TRUE(ends && place);
  EXPECT_GE(std::min(ends->style.size, place->style.size), 18) << "read at arm's length";
  EXPECT_FALSE(begin("slide: Q\nview: stack\n").hasNotes());
}

TEST(SlideView, EachNoteIsALineOfItsOwn) {
  Presentation presentation = begin("slide: Q\nview: stack\nnote: Ask first.\nnote: Then tell what it was.\n");
  RecordingCanvas notes;
  drawNotes(notes, kArea, presentation);
  const DrawOp *first = notes.findText("Ask first."), *second = notes.findText("Then tell what it was.");
  ASSERT_TRUE(first && second);
  EXPECT_LE(first->rect.bottom(), second->rect.y);
}

TEST(SlideView, NotesSayThatTheScreenIsBlack) {
  Presentation presentation = begin("slide: Q\nview: stack\nnote: Wait.\n");
  RecordingCanvas bright, black;
  drawNotes(bright, kArea, presentation);
  EXPECT_EQ(bright.findText(text(Msg::ShowIsBlack)), nullptr);
  presentation.black = true;
  drawNotes(black, kArea, presentation);
  EXPECT_NE(black.findText(text(Msg::ShowIsBlack)), nullptr);
}

TEST(SlideView, NoSlideAsksForRunWhichNobodyCanPressHere) {
  Presentation presentation =
      begin("slide: a\nview: stack\nslide: b\nview: timeline\nopen: nowhere.pftrace\nslide: c\nview: stack\n");
  const auto said = [&] {
    RecordingCanvas canvas;
    drawSlide(canvas, kArea, presentation, std::nullopt);
    EXPECT_EQ(canvas.findTextWith("Press Run"), nullptr);
    return canvas;
  };
  EXPECT_NE(said().findText(text(Msg::ShowHasNothing)), nullptr);
  presentation.next();
  EXPECT_NE(said().findText(fillText(Msg::ShowNotBrought, {"2"})), nullptr);
  presentation.next();
  const RecordingCanvas last = said();
  EXPECT_NE(last.findText(fillText(Msg::ShowNotBrought, {"2"})), nullptr);
  EXPECT_NE(last.findTextWith("nowhere.pftrace"), nullptr) << "and why, at the foot";
}

TEST(SlideView, TheKeysAreShownWhenAskedFor) {
  Presentation presentation = begin("slide: Q\nview: stack\n");
  RecordingCanvas before, after;
  drawSlide(before, kArea, presentation, std::nullopt);
  EXPECT_EQ(before.findText(text(Msg::ShowKeySpotDoes)), nullptr);
  EXPECT_NE(before.findTextWith(text(Msg::ShowKeysHint)), nullptr) << "the first slide says which key";
  EXPECT_TRUE(pressKey(presentation, GLFW_KEY_H));
  drawSlide(after, kArea, presentation, std::nullopt);
  for (const Msg does : {Msg::ShowKeyNextDoes, Msg::ShowKeySpotDoes, Msg::ShowKeyStopDoes, Msg::ShowKeyLeaveDoes})
    EXPECT_NE(after.findText(text(does)), nullptr) << text(does);
  for (const DrawOp* op : after.of(DrawOp::Kind::Text)) EXPECT_FALSE(op->text.ends_with("…")) << op->text;
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
  const auto rimAround = [&](const RecordingCanvas& canvas) {
    const auto lines = canvas.of(DrawOp::Kind::Polyline, canvas.theme().white);
    return std::ranges::any_of(lines,
                               [&](const DrawOp* op) { return op->rect.contains(at) && op->points.size() > 40; });
  };
  EXPECT_TRUE(rimAround(spot)) << "seen where the slide is black";
  presentation.black = true;
  RecordingCanvas blackWithSpot, black;
  drawSlide(blackWithSpot, kArea, presentation, at);
  EXPECT_TRUE(rimAround(blackWithSpot));
  presentation.spotlight = false;
  drawSlide(black, kArea, presentation, at);
  EXPECT_EQ(black.ops().size(), 1u);
}

TEST(SlideView, AnySizeStaysInside) {
  Presentation presentation =
      begin("slide: A long title that has to wrap\nsay: And a sentence.\nview: stack\nanswer: x\n");
  presentation.keys = presentation.spotlight = true;
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
