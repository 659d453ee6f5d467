#include "app/present/lesson_slide.h"

#include "app/canvas/recording_canvas.h"
#include "app/present/slide_frame.h"

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

LessonSlide layOut(Rect area, bool withView) {
  LessonSlide slide;
  const Rect inner = area.inset(kSlideMargin - 12, 6);
  slide.foot = {inner.x + 12, inner.bottom() - kSlideFoot, inner.w - 24, kSlideFoot};
  slide.page = {inner.x, inner.y, inner.w, inner.h - kSlideFoot};
  if (!withView) return slide;
  Rect& page = slide.page;
  const bool below = page.w < page.h * 1.1f;
  slide.view = page;
  if (below) {
    page.h *= 0.6f;
    slide.view.y = page.bottom(), slide.view.h -= page.h;
  } else {
    page.w *= 0.46f;
    slide.view.x = page.right(), slide.view.w -= page.w;
  }
  return slide;
}

void drawPage(Canvas& canvas, Rect area, LessonShow& show, std::optional<Point> pointer) {
  ViewState state = show.state();
  const LessonSlide slide = layOut(area, show.view() != nullptr);
  findView("lesson")->draw(canvas, slide.page, state);
  state.sight.pointer = pointer;
  if (show.view() && slide.view.h > 20) {
    canvas.pushClip(slide.view);
    show.view()->draw(canvas, slide.view, state);
    canvas.popClip();
  }
  const LessonPlayer& player = show.lesson().player();
  const std::string words = show.working() ? std::string(text(Msg::ShowWorking)) : player.lesson().title;
  drawSlideFoot(canvas, slide.foot, {words, false, player.index(), player.lesson().pages.size()}, show);
}

void pointAtView(LessonShow& show, Rect area, const MouseAct& act) {
  const View& view = *show.view();
  const ViewState& state = show.state();
  const RecordingCanvas canvas;
  if (act.kind == MouseAct::Kind::Wheel) {
    if (view.scrolled) show.scroll(view.scrolled(canvas, area, state, act.lines));
  } else if (const auto hit = view.hit(canvas, area, state, act.at)) {
    show.choose(*hit);
  }
}

}  // namespace

void drawLessonSlide(Canvas& canvas, Rect area, LessonShow& show, std::optional<Point> pointer) {
  drawSwitched(canvas, area, show, pointer, kLessonKeys, [&] { drawPage(canvas, area, show, pointer); });
}

void pointAt(LessonShow& show, Rect area, const MouseAct& act) {
  const ViewState& state = show.state();
  const LessonSlide slide = layOut(area, show.view() != nullptr);
  if (slide.view.contains(act.at) && act.kind != MouseAct::Kind::SecondaryClick)
    return pointAtView(show, slide.view, act);
  if (act.kind == MouseAct::Kind::Wheel) return;
  const auto hit = findView("lesson")->hit(RecordingCanvas{}, slide.page, state, act.at);
  const bool hand = hit && hit->lesson && hit->lesson->kind == LessonAct::Kind::Bet;
  if (act.kind == MouseAct::Kind::SecondaryClick) return hand ? show.lesson().lower(hit->lesson->bet) : show.back();
  if (hit && hit->lesson) show.act(*hit->lesson);
}

}  // namespace strata::inline present
