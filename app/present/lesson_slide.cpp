#include "app/present/lesson_slide.h"

#include <algorithm>
#include <utility>

#include "app/canvas/recording_canvas.h"
#include "app/present/slide_frame.h"
#include "app/views/lesson/lesson_layout.h"
#include "app/views/lesson/lesson_puzzle.h"

namespace strata::inline present {
namespace {

constexpr KeyWords kLessonKeys[] = {
    {Msg::LessonKeyOn, Msg::LessonKeyOnDoes},       {Msg::LessonKeyDigit, Msg::LessonKeyDigitDoes},
    {Msg::LessonKeyLower, Msg::LessonKeyLowerDoes}, {Msg::LessonKeyAim, Msg::LessonKeyAimDoes},
    {Msg::LessonKeyGuess, Msg::LessonKeyGuessDoes}, {Msg::LessonKeyAgain, Msg::LessonKeyAgainDoes},
    {Msg::LessonKeySkip, Msg::LessonKeySkipDoes},   {Msg::ShowKeyBack, Msg::ShowKeyBackDoes},
    {Msg::ShowKeyEnds, Msg::LessonKeyEndsDoes},
};

struct LessonSlide {
  Rect page, view, foot;
};

/// The page with `share` of the room, above the view where the screen is narrow.
LessonSlide shared(Rect area, float share) {
  LessonSlide slide;
  const Rect inner = area.inset(kSlideMargin - 12, 6);
  slide.foot = {inner.x + 12, inner.bottom() - kSlideFoot, inner.w - 24, kSlideFoot};
  slide.page = slide.view = {inner.x, inner.y, inner.w, inner.h - kSlideFoot};
  Rect &page = slide.page, &view = slide.view;
  if (page.w < page.h * 1.1f) {
    page.h *= share;
    view.y = page.bottom(), view.h -= page.h;
  } else {
    page.w *= share;
    view.x = page.right(), view.w -= page.w;
  }
  return slide;
}

Rect kernelBox(const LessonSlide& slide) {
  return slide.view.inset(12, 12);
}

/// A puzzle's text and its kernel stand so that the smaller letters of the two are as large as can be, where the text
/// can be read from the last row.
LessonSlide layOutPuzzle(const Canvas& canvas, Rect area, const LessonSight& lesson, KernelScales& scales) {
  constexpr float kTextSize = 14, kCodeSize = 12;  // pixels at scale 1
  const float readable = area.h / 530;
  LessonSlide best;
  std::pair<bool, float> largest;
  for (const float share : {0.46f, 0.52f, 0.58f, 0.64f, 0.7f}) {
    const LessonSlide slide = shared(area, share);
    const float scale = layOutLesson(canvas, slide.page, lesson).scale;
    const float letters = std::min(kTextSize * scale, kCodeSize * scales.in(canvas, kernelBox(slide), *lesson.puzzle));
    const std::pair<bool, float> size(scale >= readable, letters);
    if (size > largest) best = slide;
    largest = std::max(largest, size);
  }
  return best;
}

/// Much text has more of the room, so that it stays large; a kernel that is asked about as much as that leaves.
LessonSlide layOut(const Canvas& canvas, Rect area, LessonShow& show, const LessonSight& lesson) {
  constexpr float kLeastShare = 0.34f;
  const View* view = show.view();
  if (lesson.puzzle) return layOutPuzzle(canvas, area, lesson, show.kernelScales());
  if (!view) return shared(area, 1);
  const float large = lesson.asksLine() ? 0.9f : 1.2f;
  LessonSlide slide;
  for (const float share : {kLeastShare, 0.46f, 0.52f, 0.58f, 0.64f}) {
    if (share == kLeastShare && !lesson.asksLine()) continue;
    slide = shared(area, share);
    if (layOutLesson(canvas, slide.page, lesson).scale >= large) break;
  }
  return slide;
}

void drawKernel(Canvas& canvas, Rect box, const PuzzleSight& puzzle, float s) {
  box.h = std::min(box.h, kernelHeight(canvas, puzzle, s, box.w));
  drawPuzzleKernel(canvas, box, puzzle, s);
}

void drawPage(Canvas& canvas, Rect area, LessonShow& show, std::optional<Point> pointer) {
  ViewState state = show.state();
  const LessonSight& lesson = *state.sight.lesson;
  const LessonSlide slide = layOut(canvas, area, show, lesson);
  findView("lesson")->draw(canvas, slide.page, state);
  state.sight.pointer = pointer;
  if (lesson.puzzle) {
    const Rect box = kernelBox(slide);
    drawKernel(canvas, box, *lesson.puzzle, show.kernelScales().in(canvas, box, *lesson.puzzle));
  } else if (show.view() && slide.view.h > 20) {
    canvas.pushClip(slide.view);
    show.view()->draw(canvas, slide.view, state);
    canvas.popClip();
  }
  const LessonPlayer& player = show.lesson().player();
  SlideFoot foot{player.lesson().title, show.leaving() || show.goingWithout(), player.index(),
                 player.lesson().pages.size()};
  foot.language = player.lesson().language;
  foot.picture = show.lesson().isForPictures();
  if (show.working()) foot.words = text(Msg::ShowWorking, foot.language);
  if (show.leaving()) foot.words = text(Msg::ShowLosesVotes, foot.language);
  if (show.goingWithout()) foot.words = text(Msg::LessonGoesWithout, foot.language);
  drawSlideFoot(canvas, slide.foot, foot, show);
}

void pointAtView(LessonShow& show, Rect area, const MouseAct& act) {
  const View& view = *show.view();
  const ViewState& state = show.state();
  const RecordingCanvas canvas;
  if (act.kind == MouseAct::Kind::Wheel) {
    if (view.scrolled) show.scrollTo(view.scrolled(canvas, area, state, act.lines));
  } else if (const auto hit = view.hit(canvas, area, state, act.at)) {
    show.choose(*hit);
  }
}

}  // namespace

void drawLessonSlide(Canvas& canvas, Rect area, LessonShow& show, std::optional<Point> pointer) {
  const KeyList keys{kLessonKeys, show.lesson().player().lesson().language};
  drawSwitched(canvas, area, show, pointer, keys, [&] { drawPage(canvas, area, show, pointer); });
}

void pointAt(LessonShow& show, Rect area, const MouseAct& act) {
  show.stay();
  const ViewState& state = show.state();
  const bool puzzle = state.sight.lesson->puzzle.has_value();
  const LessonSlide slide = layOut(RecordingCanvas{}, area, show, *state.sight.lesson);
  if (!puzzle && slide.view.contains(act.at) && act.kind != MouseAct::Kind::SecondaryClick)
    return pointAtView(show, slide.view, act);
  if (act.kind == MouseAct::Kind::Wheel) return;
  const auto hit = findView("lesson")->hit(RecordingCanvas{}, slide.page, state, act.at);
  const bool hand = hit && hit->lesson && hit->lesson->kind == LessonAct::Kind::Bet;
  if (act.kind == MouseAct::Kind::SecondaryClick) return hand ? show.lesson().lower(hit->lesson->bet) : show.back();
  if (hit && hit->lesson) show.act(*hit->lesson);
}

}  // namespace strata::inline present
