#include "app/present/slide_view.h"

#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/canvas/paint.h"
#include "app/present/slide_frame.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline present {
namespace {

constexpr float kTitle = 26, kSay = 18;
constexpr float kNotesFoot = 32, kNotesLetters = 20;  // read at arm's length, while speaking

float drawWrapped(Canvas& canvas, Rect box, std::string_view words, const TextStyle& style) {
  float y = box.y;
  for (const std::string& line : wrapText(canvas, words, style, box.w)) {
    const float height = style.size * kLineHeight;
    drawLine(canvas, {box.x, y, box.w, height}, line, style);
    y += height;
  }
  return y;
}

SlideFoot footOf(const Presentation& presentation) {
  const std::size_t index = presentation.index(), count = presentation.show().slides.size();
  if (!presentation.remark().empty()) return {presentation.remark(), false, index, count};
  if (const auto problem = presentation.problem()) return {problem->message, true, index, count};
  return {presentation.working() ? std::string(text(Msg::ShowWorking)) : presentation.show().title, false, index,
          count};
}

/// Where the view has nothing to show: it would ask for Run, which nobody can press here.
std::string whyEmpty(const Presentation& presentation, const View& view, const ViewState& state) {
  const auto from = presentation.source(presentation.index());
  if (presentation.working()) return std::string(text(Msg::ShowWorking));
  if (!from) return std::string(text(Msg::ShowHasNothing));
  if (presentation.problem() && !state.session.snapshot->bounds())
    return fillText(Msg::ShowNotBrought, {std::to_string(*from + 1)});
  return fillText(Msg::ShowOtherView, {std::to_string(*from + 1), absentIn(view, state)});
}

void drawView(Canvas& canvas, Rect box, const View& view, const Presentation& presentation, const ViewState& state) {
  canvas.pushClip(box);
  view.hasContent(state) ? view.draw(canvas, box, state)
                         : drawTeachingNote(canvas, box, whyEmpty(presentation, view, state), {});
  canvas.popClip();
}

/// The answer in as many lines as it needs; before it is asked for, as much room for it.
struct AnswerBox {
  std::vector<std::string> lines;
  TextStyle style;
  float height = 0;  ///< with the margin below; 0: the slide has none
};

/// All of the answer is seen: letters are smaller where it would need more than `most` of the height.
AnswerBox answerBox(const Canvas& canvas, const Slide& slide, float width, float most) {
  constexpr float kPadding = 12, kBelow = 6, kSmallest = 7;
  AnswerBox box;
  if (slide.answer.empty()) return box;
  for (float size = kSay - 2; size >= kSmallest && (box.height == 0 || box.height > most); size -= 1) {
    box.style = {size, Face::Bold, {}};
    box.lines = wrapText(canvas, slide.answer, box.style, width - 2 * kPadding);
    box.height = static_cast<float>(box.lines.size()) * size * kLineHeight + kPadding + kBelow;
  }
  return box;
}

void drawAnswer(Canvas& canvas, Rect box, const Presentation& presentation, AnswerBox answer) {
  if (answer.height == 0) return;
  const bool shown = presentation.answerShown();
  canvas.fill(box, shown ? canvas.theme().run : canvas.theme().card, 6);
  canvas.stroke(box, canvas.theme().cardBorder, 1, 6);
  answer.style.color = shown ? inkOn(canvas.theme().run) : canvas.theme().textDim;
  if (!shown) return void(drawLine(canvas, box.inset(12, 0), text(Msg::ShowAnswerHidden), answer.style));
  const float line = answer.style.size * kLineHeight;
  float y = box.y + (box.h - line * static_cast<float>(answer.lines.size())) / 2;
  for (const std::string& words : answer.lines) {
    drawLine(canvas, {box.x + 12, y, box.w - 24, line}, words, answer.style);
    y += line;
  }
}

constexpr KeyWords kShowKeys[] = {
    {Msg::ShowKeyNext, Msg::ShowKeyNextDoes},     {Msg::ShowKeyBack, Msg::ShowKeyBackDoes},
    {Msg::ShowKeyEnds, Msg::ShowKeyEndsDoes},     {Msg::ShowKeyNumber, Msg::ShowKeyNumberDoes},
    {Msg::ShowKeyAnswer, Msg::ShowKeyAnswerDoes}, {Msg::ShowKeyAgain, Msg::ShowKeyAgainDoes},
    {Msg::ShowKeyNotes, Msg::ShowKeyNotesDoes},
};

void drawShown(Canvas& canvas, Rect area, Presentation& presentation) {
  const Slide& slide = presentation.slide();
  const ViewState& state = presentation.state();
  const Rect inner = area.inset(kSlideMargin, 12);
  float y = drawWrapped(canvas, inner, slide.title, {kTitle, Face::Bold, canvas.theme().textStrong});
  y = drawWrapped(canvas, {inner.x, y + 2, inner.w, inner.h}, slide.say,
                  {kSay, Face::Regular, canvas.theme().textSoft});
  const Rect foot{inner.x, inner.bottom() - kSlideFoot, inner.w, kSlideFoot};
  AnswerBox answer = answerBox(canvas, slide, inner.w, inner.h * 0.4f);
  const Rect view{area.x + kSlideMargin - 12, y + 8, area.w - 2 * (kSlideMargin - 12), foot.y - answer.height - y - 14};
  if (const View* named = findView(slide.view); named && view.h > 20)
    drawView(canvas, view, *named, presentation, state);
  const Rect below{inner.x, foot.y - answer.height, inner.w, answer.height - 6};
  drawAnswer(canvas, below, presentation, std::move(answer));
  SlideFoot words = footOf(presentation);
  words.picture = presentation.isForPictures();
  drawSlideFoot(canvas, foot, words, presentation);
}

/// The largest letters with which all of it fits.
TextStyle styleThatFits(const Canvas& canvas, std::string_view words, Rect box) {
  constexpr float kLargest = 26, kSmallest = 9;
  TextStyle style{kLargest, Face::Regular, canvas.theme().text};
  const auto height = [&] {
    return static_cast<float>(wrapText(canvas, words, style, box.w).size()) * style.size * kLineHeight;
  };
  while (style.size > kSmallest && height() > box.h) style.size -= 1;
  return style;
}

}  // namespace

void drawNotes(Canvas& canvas, Rect area, const Presentation& presentation) {
  const Rect inner = area.inset(kSlideMargin, 12);
  const std::vector<Slide>& slides = presentation.show().slides;
  float y = drawWrapped(canvas, inner, presentation.slide().title, {18, Face::Bold, canvas.theme().textStrong});
  if (presentation.black)
    y = drawWrapped(canvas, {inner.x, y, inner.w, inner.h}, text(Msg::ShowIsBlack),
                    {14, Face::Bold, canvas.theme().warning});
  const Rect foot{inner.x, inner.bottom() - kNotesFoot, inner.w, kNotesFoot};
  const Rect box{inner.x, y + 8, inner.w, std::max(0.f, foot.y - y - 16)};
  const std::string_view note = presentation.slide().note;
  const std::string_view words = note.empty() ? text(Msg::ShowNoNote) : note;
  canvas.pushClip(box);
  drawWrapped(canvas, box, words, styleThatFits(canvas, words, box));
  canvas.popClip();
  const std::size_t next = presentation.index() + 1;
  Switches timed = presentation;
  timed.timer = true;
  drawSlideFoot(
      canvas, foot,
      {next < slides.size() ? fillText(Msg::ShowNext, {slides[next].title}) : std::string(text(Msg::ShowLast)), false,
       presentation.index(), slides.size(), kNotesLetters},
      timed);
}

void drawSlide(Canvas& canvas, Rect area, Presentation& presentation, std::optional<Point> pointer) {
  drawSwitched(canvas, area, presentation, pointer, {kShowKeys}, [&] { drawShown(canvas, area, presentation); });
}

}  // namespace strata::inline present
