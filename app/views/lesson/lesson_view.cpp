#include <algorithm>
#include <cmath>
#include <optional>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/empty_note.h"
#include "app/views/lesson/calibration_curve.h"
#include "app/views/lesson/lesson_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"

// A lesson's page: text, prediction, run, and what was predicted beside what came out. Without a lesson, all there are.

namespace strata::inline views {
namespace {

using Kind = Question::Kind;

void drawChoiceRow(Canvas& canvas, const LessonLayout& layout, const LessonLayout::Row& row, std::size_t at,
                   const QuestionSight& asked) {
  if (row.box.h < 12) return;
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  const bool order = asked.question.kind == Kind::Order;
  const bool chosen = !order && asked.bet && static_cast<std::size_t>(asked.bet->number) == row.choice;
  canvas.fill(row.box, chosen ? theme.row : theme.card, 5 * s);
  canvas.stroke(row.box, chosen ? theme.accent : theme.cardBorder, chosen ? 2 : 1, 5 * s);
  const Rect key{row.box.x + 8 * s, row.box.y, 22 * s, row.box.h};
  drawLine(canvas, key, std::to_string(at + 1), {12 * s, Face::Mono, chosen ? theme.accentText : theme.textDim});
  Rect words = row.box;
  words.w = std::max(0.f, words.w - (order ? 32 : 6) * s);
  drawText(canvas, row.text, {row.box.x + 34 * s, row.box.y + kLineHeight + 6 * s}, words);
  if (order && at > 0)
    drawLine(canvas, {row.box.right() - 30 * s, row.box.y, 22 * s, row.box.h}, "▲",
             {11 * s, Face::Regular, theme.textSoft}, Align::Right);
}

constexpr double kMostTicks = 20;

/// The line a number is asked on, with its ends.
void drawTrack(Canvas& canvas, Rect track, const Question& question, float s) {
  const Theme& theme = canvas.theme();
  const float y = track.y + 10 * s;
  canvas.fill({track.x, y - 2 * s, track.w, 4 * s}, theme.boxBorder, 2 * s);
  const TextStyle dim{11 * s, Face::Regular, theme.textDim};
  const Rect below{track.x, y + 7 * s, track.w, 16 * s};
  const std::string low = formatNumber(question.low), high = formatNumber(question.high);
  const float gap = 6 * s, end = track.right() - canvas.measure(high, dim) - gap;
  float free = track.x + canvas.measure(low, dim) + gap;  // from here on nothing is written yet
  if (free < end) drawLine(canvas, below, low, dim);
  drawLine(canvas, below, high, dim, Align::Right);
  if (question.low <= 0) {
    for (double whole = std::ceil(question.low); whole <= question.high && question.high - question.low <= kMostTicks; ++whole) {
      const float x = track.x + track.w * shareOnScale(question, whole);
      canvas.line({x, y - 4 * s}, {x, y + 4 * s}, theme.textDim, 1);
    }
    return;
  }
  for (double decade = std::pow(10., std::ceil(std::log10(question.low))); decade <= question.high; decade *= 10) {
    const float x = track.x + track.w * shareOnScale(question, decade);
    canvas.line({x, y - 5 * s}, {x, y + 5 * s}, theme.textDim, 1);
    const std::string words = formatNumber(decade);
    const float width = canvas.measure(words, dim);
    if (x - width / 2 < free || x + width / 2 > end) continue;
    drawLine(canvas, {x - width / 2, below.y, width + 1, below.h}, words, dim);
    free = x + width / 2 + gap;
  }
}

void drawMarker(Canvas& canvas, Rect track, float share, Color color, bool filled, float s) {
  const float x = track.x + track.w * share, y = track.y + 10 * s, r = 6 * s;
  const Rect dot{x - r, y - r, 2 * r, 2 * r};
  if (filled)
    canvas.fill(dot, color, r);
  else
    canvas.fill(dot, canvas.theme().dock, r), canvas.stroke(dot, color, 2, r);
}

void drawAsked(Canvas& canvas, const LessonLayout& layout, const QuestionSight& asked) {
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  for (std::size_t i = 0; i < layout.rows.size(); ++i) drawChoiceRow(canvas, layout, layout.rows[i], i, asked);
  if (layout.track.h > 20 * s) {
    const Bet bet = asked.bet.value_or(firstBet(asked.question));
    drawLine(canvas, layout.value, asked.bet ? inWords(asked.question, bet) : std::string(text(Msg::LessonClickScale)),
             asked.bet ? TextStyle{16 * s, Face::Bold, theme.textStrong} : look::dim(canvas, s));
    drawTrack(canvas, layout.track, asked.question, s);
    if (asked.bet) drawMarker(canvas, layout.track, shareOnScale(asked.question, bet.number), theme.accent, true, s);
  }
  if (layout.hint.h > 10) {
    std::string words(text(asked.question.unit == "line" ? Msg::LessonPlaceLine : Msg::LessonPlaceStorey));
    if (asked.bet) words = fillText(Msg::LessonYou, {inWords(asked.question, *asked.bet)});
    drawLine(canvas, layout.hint, words, asked.bet ? look::strong(canvas, s) : look::soft(canvas, s));
  }
}

void drawOutcome(Canvas& canvas, const LessonLayout& layout, const LessonLayout::Outcome& outcome) {
  if (outcome.box.h < 40 * layout.scale) return;
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  const QuestionSight& asked = *outcome.question;
  const Rect box = outcome.box;
  canvas.fill(box, theme.card, 5 * s);
  const Color color = !asked.judged ? theme.textDim : asked.judged->right ? theme.good : theme.warning;
  canvas.fill({box.x, box.y, 4 * s, box.h}, color, 2 * s);
  const std::string you = inWords(asked.question, *asked.bet);
  const std::string here = asked.judged ? inWords(asked.question, *asked.judged) : std::string();
  const Rect inner = box.inset(12 * s, 5 * s);
  const float half = inner.w / 2;
  drawLine(canvas, {inner.x, inner.y, half - 6 * s, 17 * s}, fillText(Msg::LessonYou, {you}), look::soft(canvas, s));
  drawLine(canvas, {inner.x + half, inner.y, half, 17 * s},
           here.empty() ? std::string(text(Msg::LessonNotKnown)) : fillText(Msg::LessonHere, {here}),
           look::strong(canvas, s));
  const Rect track{inner.x, inner.y + 17 * s, inner.w, 26 * s};
  if (asked.question.kind != Kind::Number) {
    if (asked.judged)
      drawLine(canvas, track, text(asked.judged->right ? Msg::LessonRight : Msg::LessonOther), look::dim(canvas, s));
    return;
  }
  canvas.fill({track.x, track.y + 8 * s, track.w, 4 * s}, theme.boxBorder, 2 * s);
  drawMarker(canvas, track, shareOnScale(asked.question, asked.bet->number), theme.accent, false, s);
  if (asked.judged) drawMarker(canvas, track, shareOnScale(asked.question, asked.judged->truth.number), color, true, s);
}

void drawHeaderLine(Canvas& canvas, const LessonLayout& layout, const LessonSight& lesson) {
  const float s = layout.scale;
  drawHeader(canvas, layout.header,
             {{lesson.lesson, look::dim(canvas, s), 0},
              {fillText(Msg::LessonPage, {std::to_string(lesson.index + 1), std::to_string(lesson.count)}),
               look::dim(canvas, s), 1, true}});
}

/// Its button runs or opens what comes next.
bool mayRun(const LessonSight& lesson) {
  return (lesson.kind == Page::Kind::Run || lesson.kind == Page::Kind::Open) && !lesson.hasRun;
}

std::string exploringNote(const LessonSight& lesson) {
  if (lesson.goalReached) return std::string(text(Msg::LessonReached));
  return lesson.tries == 0 ? std::string(text(Msg::LessonExplore))
                           : fillText(Msg::LessonTried, {std::to_string(lesson.tries)});
}

void drawPage(Canvas& canvas, Rect area, const LessonSight& lesson) {
  const LessonLayout layout = layOutLesson(canvas, area, lesson);
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  drawHeaderLine(canvas, layout, lesson);
  for (const LessonLayout::Block& block : layout.blocks) {
    if (block.box.h < 8 * s) continue;
    if (block.code) canvas.fill(block.box, theme.well, 4 * s);
    if (!block.mark.empty())
      drawLine(canvas, {block.box.x - 18 * s, block.box.y, 16 * s, std::min(block.box.h, 21 * s)}, block.mark,
               look::soft(canvas, s));
    const float inset = block.code ? 6 * s : 0;
    drawText(canvas, block.text, {block.box.x + inset, block.box.y + inset}, block.box);
  }
  if (lesson.question) drawAsked(canvas, layout, *lesson.question);
  for (const LessonLayout::Outcome& outcome : layout.outcomes) drawOutcome(canvas, layout, outcome);
  std::string note = lesson.problem;
  if (note.empty() && lesson.kind == Page::Kind::Explore) note = exploringNote(lesson);
  if (note.empty() && !lesson.waitsFor.empty()) note = fillText(Msg::LessonWaits, {lesson.waitsFor});
  if (layout.note.h > 10)
    drawLine(canvas, layout.note, note,
             {12 * s, Face::Regular, lesson.problem.empty() ? theme.textDim : theme.warning});
  drawButton(canvas, layout.back, text(lesson.index == 0 ? Msg::LessonLeave : Msg::LessonBack), s, false, true);
  if (lesson.hasRun)
    drawButton(canvas, layout.again, text(lesson.running ? Msg::LessonRunning : Msg::LessonRunAgain), s, false,
               !lesson.running);
  if (mayRun(lesson))
    drawButton(canvas, layout.next,
               text(lesson.running                          ? Msg::LessonRunning
                    : lesson.kind == Page::Kind::Open ? Msg::LessonOpen
                                                      : Msg::LessonRun),
               s, true, !lesson.running);
  else
    drawButton(canvas, layout.next, text(lesson.atEnd ? Msg::LessonFinish : Msg::LessonNext), s, true,
               lesson.waitsFor.empty());
}

void drawList(Canvas& canvas, Rect area, const LessonSight& lesson) {
  const LessonListLayout layout = layOutList(area, lesson);
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  const auto done = std::ranges::count_if(lesson.list, &ListedLesson::done);
  drawHeader(canvas, layout.header,
             {{lesson.course.empty() ? std::string(text(Msg::LessonList)) : lesson.course, look::title(canvas, s)},
              {lesson.learner, look::dim(canvas, s), 2, true},
              {fillText(Msg::LessonsDone, {std::to_string(done), std::to_string(lesson.list.size())}),
               look::dim(canvas, s), 1, true}});
  for (std::size_t i = 0; i < layout.rows.size(); ++i) {
    const Rect box = layout.rows[i];
    if (box.h < 12 || box.w < 60 * s) continue;
    const ListedLesson& one = lesson.list[i];
    canvas.fill(box, one.next ? theme.row : theme.card, 4 * s);
    if (i == lesson.cursor) canvas.stroke(box, theme.accent, 1, 4 * s);
    const bool two = box.h >= 34 * s;
    const float line = two ? box.h / 2 : box.h;
    const float mark = 26 * s;
    drawLine(canvas, {box.x + 8 * s, box.y, mark, box.h},
             one.done ? "✓" : std::to_string(i + 1),
             {one.done ? 13 * s : 11 * s, one.done ? Face::Bold : Face::Mono,
              one.done    ? theme.good
              : one.begun ? theme.textStrong
                          : theme.textDim});
    const Rect words{box.x + mark, box.y, box.w - mark - 56 * s, line};
    drawLine(canvas, words, one.title.empty() ? one.name : one.title,
             {13 * s, Face::Bold, one.problem.empty() ? theme.textStrong : theme.warning});
    if (two)
      drawLine(canvas, {words.x, words.y + line - 3 * s, box.w - mark - 8 * s, line},
               one.problem.empty() ? one.about : one.problem, look::dim(canvas, s));
    if (one.minutes > 0)
      drawLine(canvas, {box.right() - 60 * s, box.y, 54 * s, line},
               fillText(Msg::LessonMinutes, {std::to_string(one.minutes)}), look::dim(canvas, s), Align::Right);
  }
  if (layout.curve.h > 0) drawCalibration(canvas, layout.curve, lesson.calibration, s);
}

void drawLesson(Canvas& canvas, Rect area, const ViewState& state) {
  const auto& lesson = state.sight.lesson;
  if (!lesson || (!lesson->open && lesson->list.empty()))
    return drawEmptyNote(canvas, area, state, Msg::LessonEmpty, {Msg::LessonEmptyHint});
  lesson->open ? drawPage(canvas, area, *lesson) : drawList(canvas, area, *lesson);
}

Hit acting(const ViewState& state, LessonAct act, std::string tip) {
  Hit hit{state.sight.selection, std::move(tip)};
  hit.lesson = std::move(act);
  return hit;
}

std::optional<Bet> betAt(const LessonLayout& layout, const QuestionSight& asked, Point at) {
  const Bet* before = asked.bet ? &*asked.bet : nullptr;
  for (std::size_t i = 0; i < layout.rows.size(); ++i)
    if (layout.rows[i].box.contains(at)) return betWithRow(asked.question, before, i);
  if (layout.track.w <= 0 || !layout.track.inset(-8, -6).contains(at)) return std::nullopt;
  Bet bet = before ? *before : firstBet(asked.question);
  bet.number = numberOnScale(asked.question, (at.x - layout.track.x) / layout.track.w);
  return bet;
}

std::optional<Hit> hitPage(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  const LessonSight& lesson = *state.sight.lesson;
  const LessonLayout layout = layOutLesson(canvas, area, lesson);
  const auto act = [&](LessonAct::Kind kind, std::string tip = {}) {
    return acting(state, {kind, {}, 0}, std::move(tip));
  };
  if (layout.back.contains(at)) return act(lesson.index == 0 ? LessonAct::Kind::Leave : LessonAct::Kind::Back);
  if (layout.again.contains(at) && !lesson.running) return act(LessonAct::Kind::Run, lesson.run);
  if (layout.next.contains(at)) {
    if (mayRun(lesson) && !lesson.running)
      return act(LessonAct::Kind::Run, lesson.run);
    if (!lesson.waitsFor.empty()) return Hit{state.sight.selection, fillText(Msg::LessonWaits, {lesson.waitsFor})};
    return act(lesson.atEnd ? LessonAct::Kind::Leave : LessonAct::Kind::Next);
  }
  if (lesson.question && lesson.mayBet)
    if (auto bet = betAt(layout, *lesson.question, at)) return acting(state, {LessonAct::Kind::Bet, *bet, 0}, {});
  return std::nullopt;
}

std::optional<Hit> hitLesson(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  if (!state.sight.lesson) return std::nullopt;
  if (state.sight.lesson->open) return hitPage(canvas, area, state, at);
  const LessonListLayout layout = layOutList(area, *state.sight.lesson);
  for (std::size_t i = 0; i < layout.rows.size(); ++i)
    if (layout.rows[i].contains(at)) {
      const ListedLesson& one = state.sight.lesson->list[i];
      return acting(state, {LessonAct::Kind::Start, {}, i}, one.problem.empty() ? one.about : one.problem);
    }
  return std::nullopt;
}

void listLessons(ViewState& state) {
  if (!state.sight.lesson) state.sight.lesson = listOf(inLanguage(allLessons(), {}), readProgress());
}

bool hasLesson(const ViewState& state) {
  return state.sight.lesson && (state.sight.lesson->open || !state.sight.lesson->list.empty());
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
                          .complete = listLessons};
  return kView;
}

}  // namespace strata::inline views
