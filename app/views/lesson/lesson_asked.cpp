#include "app/views/lesson/lesson_asked.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

using Kind = Question::Kind;

constexpr double kExact = 1e-9;  // below that a logarithm is rounded

bool chosen(const LessonLayout::Row& row, const QuestionSight& asked) {
  return asked.question.kind == Kind::Choice && !asked.votes && asked.bet &&
         static_cast<std::size_t>(asked.bet->number) == row.choice;
}

/// It came out, and that is seen.
bool cameOut(const LessonLayout::Row& row, const QuestionSight& asked) {
  if (!asked.judged || !asked.votes) return false;
  if (asked.question.kind == Kind::Choice) return asked.judged->choice == row.choice;
  return asked.question.kind == Kind::Place &&
         judge(asked.question, asked.votes->tallies[row.choice].bet, *asked.judged).right;
}

/// A class's hands for the row: a bar as long as their share of all hands, and how many there are.
void drawHands(Canvas& canvas, const LessonLayout::Row& row, const QuestionSight& asked, bool right, float s) {
  const Theme& theme = canvas.theme();
  const std::size_t hands = asked.votes->tallies[row.choice].hands;
  const float share = static_cast<float>(hands) / static_cast<float>(std::max<std::size_t>(1, asked.votes->hands));
  canvas.fill(row.bar, theme.meter, row.bar.h / 2);
  Rect bar = row.bar;
  bar.w *= share;
  if (hands > 0) canvas.fill(bar, right ? theme.good : theme.accent, row.bar.h / 2);
  const Rect end{row.bar.right() + 6 * s, row.box.y, row.box.right() - row.bar.right() - 12 * s, row.box.h};
  const Color ink = right ? theme.good : hands > 0 ? theme.textStrong : theme.textDim;
  drawLine(canvas, end, (right ? "✓ " : "") + std::to_string(hands), {17 * s, Face::Bold, ink}, Align::Right);
}

/// Of an order: the item's place in what came out.
void drawPlaceInOrder(Canvas& canvas, Rect box, const QuestionSight& asked, std::size_t item, std::size_t at, float s) {
  const auto& order = asked.judged->order;
  const auto place = static_cast<std::size_t>(std::ranges::find(order, item) - order.begin());
  const Color ink = place == at ? canvas.theme().good : canvas.theme().warning;
  drawLine(canvas, box, std::to_string(place + 1), {14 * s, Face::Bold, ink}, Align::Right);
}

void drawRow(Canvas& canvas, const LessonLayout::Asked& layout, const LessonLayout::Row& row, std::size_t at,
             const QuestionSight& asked) {
  if (row.box.h < 12) return;
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  const bool order = asked.question.kind == Kind::Order;
  const bool loud = chosen(row, asked), right = cameOut(row, asked);
  canvas.fill(row.box, loud || right ? theme.row : theme.card, 5 * s);
  canvas.stroke(row.box, right ? theme.good : loud ? theme.accent : theme.cardBorder, loud || right ? 2 : 1, 5 * s);
  const float digit = asked.votes ? 17 : 12;
  drawLine(canvas, {row.box.x + 8 * s, row.box.y, 22 * s, row.box.h}, std::to_string((order ? at : row.choice) + 1),
           {digit * s, Face::Mono, loud || asked.votes ? theme.accentText : theme.textDim});
  Rect words = row.box;
  words.w = std::max(0.f, words.w - (order ? kRowMark : 6) * s);
  drawText(canvas, row.text, {row.box.x + 34 * s, row.box.y + kLineHeight + 6 * s}, words);
  if (row.bar.w > 0) drawHands(canvas, row, asked, right, s);
  const Rect mark{row.box.right() - 30 * s, row.box.y, 22 * s, row.box.h};
  if (order && asked.votes && asked.judged)
    drawPlaceInOrder(canvas, mark, asked, row.choice, at, s);
  else if (order && at > 0)
    drawLine(canvas, mark, "▲", {11 * s, Face::Regular, theme.textSoft}, Align::Right);
}

/// A class's guesses stand over the scale, equal ones on top of each other.
void drawGuesses(Canvas& canvas, Rect dots, const QuestionSight& asked, float s) {
  if (dots.h < 20 * s) return;
  const float size = 6 * s, most = std::floor(dots.h / size);
  std::map<int, float> high;
  for (const double guess : asked.votes->guesses) {
    const float x = dots.x + dots.w * shareOnScale(asked.question, guess);
    float& stood = high[static_cast<int>(x / size)];
    stood = std::min(stood + 1, most);
    canvas.fill({x - size / 2, dots.bottom() - stood * size, size - s, size - s}, canvas.theme().accentText, size / 2);
  }
}

std::string closeWords(const QuestionSight& asked) {
  const Question& question = asked.question;
  return asWrittenIn(asked.language, isByDifference(question) ? formatNumber(closeDifference(question))
                                                              : formatNumber(closeFactor(question), 2));
}

std::string numberShown(const QuestionSight& asked, double number) {
  return asWrittenIn(asked.language, formatNumber(number));
}

std::string valueWords(const QuestionSight& asked) {
  const Question& question = asked.question;
  if (asked.mayGrow) return asWrittenIn(asked.language, asked.typed);
  if (!asked.typed.empty())
    return fillText(
        asksWhole(question) ? Msg::LessonOffScaleWhole : Msg::LessonOffScale,
        {asWrittenIn(asked.language, asked.typed), numberShown(asked, question.low), numberShown(asked, question.high)},
        asked.language);
  if (!asked.bet && asked.judged) return {};
  if (!asked.bet) return std::string(text(asked.votes ? Msg::LessonAimHint : Msg::LessonClickScale, asked.language));
  const std::string bet = inWords(asked.question, *asked.bet, asked.language);
  if (asked.votes && !asked.votes->guesses.empty()) {
    const std::size_t guesses = asked.votes->guesses.size();
    const bool betweenTwo = guesses % 2 == 0 && asked.question.low > 0;
    return fillText(betweenTwo ? Msg::LessonGuessesLog : Msg::LessonGuesses, {std::to_string(guesses), bet},
                    asked.language);
  }
  return asked.votes ? fillText(Msg::LessonClass, {bet}, asked.language) : bet;
}

/// What a class's next guess would be, beside those it made; empty: nothing is aimed at.
std::string aimWords(const QuestionSight& asked) {
  if (!asked.votes || asked.judged || !asked.votes->aim || asked.votes->guesses.empty()) return {};
  return fillText(Msg::LessonAimed, {numberShown(asked, *asked.votes->aim)}, asked.language);
}

/// Of a class: what is aimed at while it guesses, and in the end its number beside what came out.
void drawClassMarkers(Canvas& canvas, const LessonLayout::Asked& layout, const QuestionSight& asked) {
  const Theme& theme = canvas.theme();
  const auto mark = [&](double number, Color color, bool filled) {
    drawMarker(canvas, layout.track, shareOnScale(asked.question, number), color, filled, layout.scale);
  };
  if (asked.judged) mark(asked.judged->truth.number, theme.good, true);
  if (asked.bet) mark(asked.bet->number, theme.accent, !asked.judged);
  const std::string aim = aimWords(asked);
  if (aim.empty()) return;
  mark(*asked.votes->aim, theme.textStrong, false);
  drawLine(canvas, layout.value, aim, look::soft(canvas, layout.scale), Align::Right);
}

void drawNumber(Canvas& canvas, const LessonLayout::Asked& layout, const QuestionSight& asked) {
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  Rect words = layout.value;
  if (const std::string aim = aimWords(asked); !aim.empty())
    words.w = std::max(0.0f, words.w - canvas.measure(aim, look::soft(canvas, s)) - 12 * s);
  const std::string counts = closeCounts(asked);
  const TextStyle dim = look::dim(canvas, s);
  if (const float free = words.w - canvas.measure(counts, dim) - 12 * s;
      !asked.votes && free > canvas.measure(valueWords(asked), dim) * 1.6f) {
    drawLine(canvas, words, counts, dim, Align::Right);
    words.w = free;
  }
  const std::string value = valueWords(asked);
  const bool refused = !asked.typed.empty() && !asked.mayGrow;
  TextStyle style = asked.bet || asked.mayGrow ? TextStyle{16 * s, Face::Bold, theme.textStrong} : look::dim(canvas, s);
  if (refused) style = {16 * s, Face::Bold, theme.warning};
  const bool whole = asked.votes || refused;
  if (const float width = canvas.measure(value, style) + 1; whole && width > words.w) style.size *= words.w / width;
  drawLine(canvas, words, value, style);
  drawTrack(canvas, layout.track, asked, s);
  if (!asked.votes) {
    if (asked.bet)
      drawMarker(canvas, layout.track, shareOnScale(asked.question, asked.bet->number), theme.accent, true, s);
    return;
  }
  drawGuesses(canvas, layout.dots, asked, s);
  drawClassMarkers(canvas, layout, asked);
}

std::string hintWords(const QuestionSight& asked) {
  const bool line = asked.question.unit == "line";
  if (asked.votes) return std::string(text(Msg::LessonHandOnLine, asked.language));
  if (asked.bet) return fillText(Msg::LessonYou, {inWords(asked.question, *asked.bet, asked.language)}, asked.language);
  return std::string(text(line ? Msg::LessonPlaceLine : Msg::LessonPlaceStorey, asked.language));
}

/// How far off a prediction is of a few things, or of things on a scale without factors.
std::optional<double> countedOff(const Question& question, const Judged& judged) {
  constexpr double kFew = 20;
  const auto whole = [](double value) { return value == std::round(value); };
  const double bet = judged.bet.number, truth = judged.truth.number;
  const bool few = question.high <= kFew || (isByDifference(question) && asksWhole(question));
  if (!few || !whole(question.low) || !whole(question.high) || !whole(bet) || !whole(truth)) return std::nullopt;
  return std::abs(bet - truth);
}

bool isPowerOfTwo(double number) {
  return number >= 1 && std::exp2(std::round(std::log2(number))) == number;
}

/// Labels are round numbers at least so far apart: 1, 2 or 5 × 10ⁿ; on a scale as long as a power of two, one of two.
double labelStep(double length, double least) {
  if (isPowerOfTwo(length)) return std::exp2(std::ceil(std::log2(least) - kExact));
  const double decade = std::pow(10., std::floor(std::log10(least) + kExact));
  for (const double round : {1., 2., 5.})
    if (round * decade >= least * (1 - kExact)) return round * decade;
  return 10 * decade;
}

}  // namespace

std::string numberOutcome(const QuestionSight& asked) {
  if (!asked.judged) return std::string(text(Msg::LessonNotKnown, asked.language));
  const std::string here = inWords(asked.question, *asked.judged, asked.language);
  if (inWords(asked.question, asked.judged->bet, asked.language) == here)
    return fillText(Msg::LessonExact, {here}, asked.language);
  const Msg within = isByDifference(asked.question) ? Msg::LessonWithinDifference : Msg::LessonWithin;
  if (asked.judged->right) return fillText(within, {here, closeWords(asked)}, asked.language);
  if (const auto off = countedOff(asked.question, *asked.judged))
    return fillText(Msg::LessonOffCount, {here, numberShown(asked, *off)}, asked.language);
  if (!std::isfinite(asked.judged->factor)) return fillText(Msg::LessonHere, {here}, asked.language);
  return fillText(Msg::LessonOff, {here, asWrittenIn(asked.language, formatNumber(asked.judged->factor, 2))},
                  asked.language);
}

std::string closeCounts(const QuestionSight& asked) {
  const Question& question = asked.question;
  if (!isByDifference(question)) return fillText(Msg::LessonCloseCounts, {closeWords(asked)}, asked.language);
  if (asksWhole(question) && closeDifference(question) < 1)
    return std::string(text(Msg::LessonCloseWhole, asked.language));
  return fillText(Msg::LessonCloseDifference, {closeWords(asked)}, asked.language);
}

void drawTrack(Canvas& canvas, Rect track, const QuestionSight& asked, float s) {
  const Theme& theme = canvas.theme();
  const Question& question = asked.question;
  const float y = track.y + 10 * s;
  canvas.fill({track.x, y - 2 * s, track.w, 4 * s}, markOn(theme.row, theme.boxBorder), 2 * s);
  const TextStyle dim{11 * s, Face::Regular, theme.textDim};
  const Rect below{track.x, y + 7 * s, track.w, 16 * s};
  const std::string low = numberShown(asked, question.low), high = numberShown(asked, question.high);
  const float gap = 6 * s, end = track.right() - canvas.measure(high, dim) - gap;
  float free = track.x + canvas.measure(low, dim) + gap;  // from here on nothing is written yet
  if (free < end) drawLine(canvas, below, low, dim);
  drawLine(canvas, below, high, dim, Align::Right);
  const auto mark = [&](double number) {
    const float x = track.x + track.w * shareOnScale(question, number);
    canvas.line({x, y - 5 * s}, {x, y + 5 * s}, theme.textDim, 1);
    return x;
  };
  const auto tick = [&](double number) {
    const float x = mark(number);
    const std::string words = numberShown(asked, number);
    const float width = canvas.measure(words, dim);
    if (x - width / 2 < free || x + width / 2 > end) return;
    drawLine(canvas, {x - width / 2, below.y, width + 1, below.h}, words, dim);
    free = x + width / 2 + gap;
  };
  if (question.low > 0) {
    const double base = isPowerOfTwo(question.low) && isPowerOfTwo(question.high) ? 2 : 10;
    const double first = std::ceil(std::log(question.low) / std::log(base) - kExact);
    for (double number = std::pow(base, first); number <= question.high; number *= base) tick(number);
    return;
  }
  const double length = question.high - question.low;
  const bool whole = asksWhole(question);
  if (whole && length <= track.w / (4 * s))
    for (double number = std::ceil(question.low); number <= question.high; ++number) mark(number);
  // Between labels is as much room as they take.
  const float widest = 2 * (std::max(canvas.measure(low, dim), canvas.measure(high, dim)) + gap);
  const double step = labelStep(length, std::max(whole ? 1. : 0., length * widest / std::max(track.w, widest)));
  for (double number = std::ceil(question.low / step) * step; number <= question.high; number += step) tick(number);
}

void drawMarker(Canvas& canvas, Rect track, float share, Color color, bool filled, float s) {
  const float x = track.x + track.w * share, y = track.y + 10 * s, r = 6 * s;
  const Rect dot{x - r, y - r, 2 * r, 2 * r};
  if (filled)
    canvas.fill(dot, color, r);
  else
    canvas.fill(dot, canvas.theme().dock, r), canvas.stroke(dot, color, 2, r);
}

void drawAsked(Canvas& canvas, const LessonLayout::Asked& layout, const QuestionSight& asked) {
  const float s = layout.scale;
  for (std::size_t i = 0; i < layout.rows.size(); ++i) drawRow(canvas, layout, layout.rows[i], i, asked);
  if (layout.track.h > 20 * s) drawNumber(canvas, layout, asked);
  if (layout.hint.h > 10)
    drawLine(canvas, layout.hint, hintWords(asked),
             asked.bet && !asked.votes ? look::strong(canvas, s) : look::soft(canvas, s));
  drawText(canvas, layout.verdict.text, {layout.verdict.box.x, layout.verdict.box.y}, layout.verdict.box);
}

}  // namespace strata::inline views
