#include <algorithm>
#include <optional>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/canvas/whole_lines.h"
#include "app/views/lesson/calibration_curve.h"
#include "app/views/lesson/lesson_asked.h"
#include "app/views/lesson/lesson_layout.h"
#include "app/views/lesson/lesson_note.h"
#include "app/views/lesson/lesson_puzzle.h"
#include "app/views/view.h"
#include "app/views/words_here.h"
#include "app/words/messages.h"

// A lesson's page: text, prediction, run, and what was predicted beside what came out. Without a lesson, all there are.

namespace strata::inline views {
namespace {

using Kind = Question::Kind;

/// Where a page is seen that does not fit, with its margins, which a marker at the end of its scale takes.
Rect pageSeen(Rect area, const LessonLayout& layout) {
  return {area.x, layout.body.y, area.w, layout.body.h};
}

void drawOutcome(Canvas& canvas, const LessonLayout& layout, const LessonLayout::Outcome& outcome) {
  if (outcome.box.h < 30 * layout.scale) return;
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  const QuestionSight& asked = *outcome.question;
  const Rect box = outcome.box;
  canvas.fill(box, theme.card, 5 * s);
  const Color color = !asked.judged ? theme.textDim : asked.judged->right ? theme.good : theme.warning;
  canvas.fill({box.x, box.y, 4 * s, box.h}, color, 2 * s);
  const Rect inner = box.inset(12 * s, 5 * s);
  drawText(canvas, outcome.you, {inner.x, inner.y}, box);
  drawText(canvas, outcome.came, {inner.x + outcome.cameAt.x, inner.y + outcome.cameAt.y}, box);
  if (asked.question.kind != Kind::Number) return;
  const Rect track{inner.x, inner.bottom() - kOutcomeScale * s, inner.w, kOutcomeScale * s};
  canvas.fill({track.x, track.y + 8 * s, track.w, 4 * s}, markOn(theme.card, theme.boxBorder), 2 * s);
  drawMarker(canvas, track, shareOnScale(asked.question, asked.bet->number), theme.accent, false, s);
  if (asked.judged) drawMarker(canvas, track, shareOnScale(asked.question, asked.judged->truth.number), color, true, s);
}

void drawHeaderLine(Canvas& canvas, const LessonLayout& layout, const LessonSight& lesson) {
  const float s = layout.scale;
  drawHeader(
      canvas, layout.header,
      {{lesson.lesson, look::dim(canvas, s), 0},
       {fillText(Msg::LessonPage, {std::to_string(lesson.index + 1), std::to_string(lesson.count)}, lesson.language),
        look::dim(canvas, s), 1, true}});
  if (layout.restart.w > 0)
    drawLine(canvas, layout.restart, text(Msg::LessonRestart, lesson.language),
             {11 * s, Face::Regular, canvas.theme().accentText});
}

void drawButtons(Canvas& canvas, const LessonLayout& layout, const LessonSight& lesson) {
  const float s = layout.buttonScale;
  drawButton(canvas, layout.back, text(backWord(lesson), lesson.language), s, false, true);
  drawButton(canvas, layout.again, text(againWord(lesson), lesson.language), s,
             lesson.mayCatchUp() || (lesson.puzzle && !lesson.puzzle->solved), !lesson.running);
  drawButton(canvas, layout.next, text(nextWord(lesson), lesson.language), s, true,
             lesson.mayRun() ? !lesson.running : lesson.waitsFor.empty());
}

void drawBody(Canvas& canvas, const LessonLayout& layout, const LessonSight& lesson) {
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  for (const LessonLayout::Block& block : layout.blocks) {
    if (block.box.h < 8 * s) continue;
    if (block.picture) {
      canvas.picture(block.box, *block.picture);
      continue;
    }
    if (block.code) canvas.fill(block.box, theme.well, 4 * s);
    if (!block.mark.empty())
      drawLine(canvas, {block.box.x - 18 * s, block.box.y, 16 * s, std::min(block.box.h, 21 * s)}, block.mark,
               look::soft(canvas, s));
    const float inset = block.code ? 6 * s : 0;
    drawText(canvas, block.text, {block.box.x + inset, block.box.y + inset}, block.box);
  }
  if (lesson.puzzle) {
    drawPuzzlePicture(canvas, layout.picture, *lesson.puzzle, lesson.language, s);
    drawPuzzleKernel(canvas, layout.kernel, *lesson.puzzle, s);
    drawLine(canvas, layout.hint, text(Msg::PuzzleHint, lesson.language), {11 * s, Face::Regular, theme.accentText});
  }
  if (lesson.question) drawAsked(canvas, layout.asked, *lesson.question);
  for (const LessonLayout::Outcome& outcome : layout.outcomes) {
    drawText(canvas, outcome.words.text, {outcome.words.box.x, outcome.words.box.y}, outcome.words.box);
    outcome.question->votes ? drawAsked(canvas, outcome.asked, *outcome.question)
                            : drawOutcome(canvas, layout, outcome);
  }
  drawText(canvas, layout.note.text, {layout.note.box.x, layout.note.box.y}, layout.note.box);
}

void drawPage(Canvas& canvas, Rect area, const LessonSight& lesson, float scroll) {
  const LessonLayout layout = layOutLesson(canvas, area, lesson, scroll);
  if (!lesson.slide) drawHeaderLine(canvas, layout, lesson);
  if (layout.most <= 0) {
    drawBody(canvas, layout, lesson);
  } else {
    WholeLines seen(canvas, pageSeen(area, layout));
    drawBody(seen, layout, lesson);
  }
  drawPageThumb(canvas, layout);
  drawLine(canvas, layout.more, text(Msg::LessonMoreBelow, lesson.language),
           {11 * layout.scale, Face::Bold, canvas.theme().accentText});
  drawButtons(canvas, layout, lesson);
}

/// Its title, and behind it the language where that is not the one that was chosen.
void drawListed(Canvas& canvas, Rect box, const ListedLesson& one, float s) {
  const Theme& theme = canvas.theme();
  const TextStyle dim = look::dim(canvas, s);
  const float between = 6 * s;
  const float behind = one.language.empty() ? 0 : canvas.measure(one.language, dim) + between;
  const Rect title = drawLine(canvas, {box.x, box.y, box.w - behind, box.h}, one.title.empty() ? one.name : one.title,
                              {13 * s, Face::Bold, one.problem.empty() ? theme.textStrong : theme.warning});
  if (title.w > 0) drawLine(canvas, {title.right() + between, box.y, behind, box.h}, one.language, dim);
}

/// Where it goes on; of one that was not begun how long it takes.
std::string besideTitle(const ListedLesson& one, std::string_view language) {
  if (!one.goesOn.empty() || one.minutes == 0) return one.goesOn;
  return fillText(Msg::LessonMinutes, {std::to_string(one.minutes)}, language);
}

void drawList(Canvas& canvas, Rect area, const ViewState& state) {
  const LessonSight& lesson = *state.sight.lesson;
  const LessonListLayout layout = layOutList(canvas, area, state);
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  const auto done = std::ranges::count_if(lesson.list, &ListedLesson::done);
  const auto readable = std::ranges::count_if(lesson.list, [](const auto& one) { return one.problem.empty(); });
  drawHeader(canvas, layout.header,
             {{lesson.course.empty() ? std::string(text(Msg::LessonList, lesson.language)) : lesson.course,
               look::title(canvas, s)},
              {lesson.learner, look::dim(canvas, s), 2, true},
              {fillText(Msg::LessonsDone, {std::to_string(done), std::to_string(readable)}, lesson.language),
               look::dim(canvas, s), 1, true}});
  if (layout.turn.w > 0)
    drawChoice(canvas, layout.turn, layout.turnWord,
               {10 * s, false, state.sight.pointer && layout.turn.contains(*state.sight.pointer)});
  for (std::size_t i = 0; i < layout.rows.size(); ++i) {
    const Rect box = layout.rows[i];
    if (box.h < 12 || box.w < 60 * s) continue;
    const ListedLesson& one = lesson.list[i];
    canvas.fill(box, one.next ? theme.row : theme.card, 4 * s);
    if (i == lesson.cursor) canvas.stroke(box, theme.accent, 1, 4 * s);
    const bool two = box.h >= 34 * s;
    const float line = two ? box.h / 2 : box.h;
    const float mark = 26 * s;
    drawLine(canvas, {box.x + 8 * s, box.y, mark, box.h}, one.done ? "✓" : std::to_string(i + 1),
             {one.done ? 13 * s : 11 * s, one.done ? Face::Bold : Face::Mono,
              one.done             ? theme.good
              : one.goesOn.empty() ? theme.textDim
                                   : theme.textStrong});
    const TextStyle small = one.goesOn.empty() ? look::dim(canvas, s) : look::small(canvas, s);
    const std::string beside = besideTitle(one, lesson.language);
    const float end = beside.empty() ? 0 : std::min(canvas.measure(beside, small) + 2, box.w / 3);
    const Rect words{box.x + mark, box.y, std::max(0.f, box.w - mark - end - 16 * s), line};
    drawListed(canvas, words, one, s);
    if (two)
      drawLine(canvas, {words.x, words.y + line - 3 * s, box.w - mark - 8 * s, line},
               one.problem.empty() ? one.about : one.problem, look::dim(canvas, s));
    if (!beside.empty()) drawLine(canvas, {box.right() - 6 * s - end, box.y, end, line}, beside, small, Align::Right);
  }
  if (layout.curve.h > 0) drawCalibration(canvas, layout.curve, lesson.calibration, lesson.language, s);
}

void drawLesson(Canvas& canvas, Rect area, const ViewState& state) {
  const auto& lesson = state.sight.lesson;
  if (!lesson || (!lesson->open && lesson->list.empty()))
    return drawTeachingNote(canvas, area.inset(area.w / 20, 0), text(Msg::LessonEmpty), {text(Msg::LessonEmptyHint)});
  lesson->open ? drawPage(canvas, area, *lesson, state.sight.choices.lessonScroll) : drawList(canvas, area, state);
}

Hit acting(const ViewState& state, LessonAct act, std::string tip) {
  Hit hit{state.sight.selection, std::move(tip)};
  hit.lesson = std::move(act);
  return hit;
}

std::optional<Bet> betAt(const LessonLayout::Asked& layout, const QuestionSight& asked, Point at) {
  const Bet* before = asked.bet ? &*asked.bet : nullptr;
  for (const LessonLayout::Row& row : layout.rows) {
    if (!row.box.contains(at)) continue;
    if (asked.question.kind == Kind::Place) return asked.votes->tallies[row.choice].bet;
    return betWithRow(asked.question, before, static_cast<std::size_t>(&row - layout.rows.data()));
  }
  if (layout.track.w <= 0 || !layout.track.inset(-8, -6).contains(at)) return std::nullopt;
  Bet bet = before ? *before : firstBet(asked.question);
  bet.number = numberOnScale(asked.question, (at.x - layout.track.x) / layout.track.w);
  return bet;
}

std::optional<Hit> hitPage(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  const LessonSight& lesson = *state.sight.lesson;
  const LessonLayout layout = layOutLesson(canvas, area, lesson, state.sight.choices.lessonScroll);
  const auto act = [&](LessonAct::Kind kind, std::string tip) { return acting(state, {kind, {}, 0}, std::move(tip)); };
  const auto say = [&](Msg words) { return std::string(text(words, lesson.language)); };
  if (layout.restart.contains(at)) return act(LessonAct::Kind::Restart, say(Msg::StudioRestartLessonTip));
  if (layout.back.contains(at))
    return lesson.index == 0
               ? act(LessonAct::Kind::Leave, say(lesson.tour ? Msg::LessonEndTourTip : Msg::LessonLeaveTip))
               : act(LessonAct::Kind::Back, say(Msg::LessonBackTip));
  if (layout.more.contains(at)) {
    Hit hit{state.sight.selection, say(Msg::LessonMoreBelowTip), state.sight.choices};
    hit.choices->lessonScroll = pagedBy(layout, 1);
    return hit;
  }
  if (layout.again.contains(at) && lesson.puzzle) return act(LessonAct::Kind::Edit, say(Msg::PuzzleEditTip));
  if (layout.again.contains(at) && !lesson.running) return act(LessonAct::Kind::Run, lesson.run);
  if (layout.next.contains(at)) {
    if (lesson.mayRun() && !lesson.running) return act(LessonAct::Kind::Run, lesson.run);
    if (lesson.mayReveal && lesson.waitsFor.empty()) return act(LessonAct::Kind::Reveal, {});
    if (!lesson.waitsFor.empty()) return Hit{state.sight.selection, waitingWords(lesson)};
    return lesson.atEnd ? act(LessonAct::Kind::Leave, say(lesson.tour ? Msg::LessonEndTourTip : Msg::LessonFinishTip))
                        : act(LessonAct::Kind::Next, say(Msg::LessonNextTip));
  }
  if (layout.most > 0 && !pageSeen(area, layout).contains(at)) return std::nullopt;
  if (layout.hint.contains(at)) return act(LessonAct::Kind::Hint, say(Msg::PuzzleHintTip));
  if (lesson.question && lesson.mayBet)
    if (auto bet = betAt(layout.asked, *lesson.question, at))
      return acting(state, {LessonAct::Kind::Bet, *bet, 0}, say(Msg::LessonBetTip));
  return std::nullopt;
}

std::optional<Hit> hitLesson(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  if (!state.sight.lesson) return std::nullopt;
  if (state.sight.lesson->open) return hitPage(canvas, area, state, at);
  const LessonListLayout layout = layOutList(canvas, area, state);
  if (layout.turn.contains(at)) {
    const Msg tip = layout.curveAlone ? Msg::LessonList : Msg::LessonCalibrationTip;
    Hit hit{state.sight.selection, std::string(text(tip, state.sight.lesson->language)), state.sight.choices};
    hit.choices->lessonCurve = !layout.curveAlone;
    return hit;
  }
  for (std::size_t i = 0; i < layout.rows.size(); ++i)
    if (layout.rows[i].contains(at)) {
      const ListedLesson& one = state.sight.lesson->list[i];
      return acting(state, {LessonAct::Kind::Start, {}, i}, one.problem.empty() ? one.about : one.problem);
    }
  if (layout.curve.contains(at))
    return Hit{state.sight.selection, std::string(text(Msg::LessonCalibrationTip, state.sight.lesson->language))};
  return std::nullopt;
}

ViewChoices scrollLesson(const Canvas& canvas, Rect area, const ViewState& state, float lines) {
  ViewChoices choices = state.sight.choices;
  if (state.sight.lesson && state.sight.lesson->open)
    choices.lessonScroll = scrolledBy(layOutLesson(canvas, area, *state.sight.lesson, choices.lessonScroll), lines);
  return choices;
}

void listLessons(ViewState& state) {
  if (!state.sight.lesson) state.sight.lesson = listOf(inLanguage(allLessons(), {}), readProgress());
}

bool hasLesson(const ViewState& state) {
  return state.sight.lesson && (state.sight.lesson->open || !state.sight.lesson->list.empty());
}

/// The page as if all of it were in sight; of the list the line that the keyboard is on.
std::string readLesson(const ViewState& state) {
  const auto& lesson = state.sight.lesson;
  if (!lesson) return {};
  if (lesson->open) {
    ViewState whole = state;
    whole.sight.choices.lessonScroll = 0;
    constexpr Rect kHighPage{0, 0, 600, 20000};
    return wordsOf(drawLesson, kHighPage, whole);
  }
  if (lesson->cursor >= lesson->list.size()) return {};
  const ListedLesson& one = lesson->list[lesson->cursor];
  std::string words = one.title.empty() ? one.name : one.title;
  for (const std::string* more : {&one.language, &one.goesOn, &one.problem, &one.about})
    if (!more->empty()) words.append("\n").append(*more);
  return words;
}

}  // namespace

const View& lessonView() {
  static const View kView{.name = "lesson",
                          .alias = "learn",
                          .title = Msg::StudioLesson,
                          .shows = "a lesson: text, prediction, run, and what came out",
                          .absent = "no lesson is open",
                          .order = 90,
                          .dock = ViewDock::Column,
                          .ofSession = false,
                          .draw = drawLesson,
                          .hit = hitLesson,
                          .hasContent = hasLesson,
                          .reads = readLesson,
                          .complete = listLessons,
                          .scrolled = scrollLesson};
  return kView;
}

}  // namespace strata::inline views
