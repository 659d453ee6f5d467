#include "app/views/lesson/lesson_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/canvas/paint.h"

namespace strata::inline views {
namespace {

constexpr float kText = 14, kTitle = 19, kGap = 9, kRowPadding = 8, kButton = 30, kHeader = 20, kCurve = 124;
constexpr std::size_t kLeastFactors = 3;  // before there is a curve

TextStyle styleOf(const Canvas& canvas, const MarkdownSpan& span, float size) {
  const Theme& theme = canvas.theme();
  if (span.code) return {size * 0.92f, Face::Mono, theme.textStrong};
  if (span.strong) return {size, Face::Bold, theme.textStrong};
  if (span.emphasis) return {size, Face::Bold, theme.text};
  return {size, Face::Regular, theme.text};
}

std::vector<TextRun> runsOf(const Canvas& canvas, const MarkdownBlock& block, float size) {
  std::vector<TextRun> runs;
  for (const MarkdownSpan& span : block.spans) {
    TextRun run{span.text, styleOf(canvas, span, size)};
    if (span.link.starts_with("kind:")) run = {span.text, {size * 0.75f, Face::Regular, {}}, true};
    if (block.kind == MarkdownBlock::Kind::Heading) run.style.face = Face::Bold;
    runs.push_back(std::move(run));
  }
  return runs;
}

/// Stacks boxes from the top down.
class Stack {
 public:
  Stack(Rect area, float bottom) : m_area(area), m_bottom(std::max(area.y, bottom)) {}
  /// No height where there is no room left.
  Rect take(float height, float gap) {
    const float y = std::min(m_area.y, m_bottom);
    const Rect box{m_area.x, y, m_area.w, std::min(height, m_bottom - y)};
    m_area.y += height + gap;
    return box;
  }

 private:
  Rect m_area;
  float m_bottom;
};

void addBlock(const Canvas& canvas, const MarkdownBlock& block, float s, float width, Stack& stack,
              LessonLayout& layout) {
  const bool item = block.kind == MarkdownBlock::Kind::Item;
  const float indent = item ? 18 * s * static_cast<float>(std::max(1, block.depth)) : 0;
  const float size = (block.kind == MarkdownBlock::Kind::Heading ? 16 : kText) * s;
  LessonLayout::Block made;
  made.text = placeText(canvas, runsOf(canvas, block, size), width - indent);
  made.code = block.kind == MarkdownBlock::Kind::Code;
  const float padding = made.code ? 12 * s : 0;
  if (item) made.mark = block.number > 0 ? fmt::format("{}.", block.number) : "•";
  made.box = stack.take(made.text.height + padding, (item ? 4 : kGap) * s);
  made.box.x += indent;
  made.box.w -= indent;
  layout.blocks.push_back(std::move(made));
}

void addRows(const Canvas& canvas, const QuestionSight& asked, float s, float width, Stack& stack,
             LessonLayout& layout) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < asked.question.choices.size(); ++i) order.push_back(i);
  if (asked.question.kind == Question::Kind::Order && asked.bet) order = asked.bet->order;
  for (const std::size_t choice : order) {
    if (choice >= asked.question.choices.size()) continue;
    LessonLayout::Row row;
    row.choice = choice;
    const TextStyle style{kText * s, Face::Regular, canvas.theme().text};
    row.text = placeText(canvas, {{asked.question.choices[choice].text, style}}, width - 64 * s);
    row.box = stack.take(row.text.height + 2 * kRowPadding * s, 5 * s);
    layout.rows.push_back(std::move(row));
  }
}

void addQuestion(const Canvas& canvas, const QuestionSight& asked, float s, float width, Stack& stack,
                 LessonLayout& layout) {
  switch (asked.question.kind) {
    case Question::Kind::Choice:
    case Question::Kind::Order: return addRows(canvas, asked, s, width, stack, layout);
    case Question::Kind::Number:
      layout.value = stack.take(26 * s, 2 * s);
      layout.track = stack.take(40 * s, kGap * s);
      return;
    case Question::Kind::Place: layout.hint = stack.take(24 * s, kGap * s); return;
  }
}

}  // namespace

LessonLayout layOutLesson(const Canvas& canvas, Rect outer, const LessonSight& lesson) {
  LessonLayout layout;
  const Rect area = viewMargins(outer);
  const float s = layout.scale = std::clamp(std::min(area.w / 430, area.h / 360), 0.8f, 2.4f);
  const float width = std::min(area.w, 760 * s);
  layout.header = {area.x, area.y, area.w, std::min(area.h, kHeader * s)};
  if (area.w < 60 || area.h < 40) return layout;
  const float buttons = area.h > 120 ? kButton * s : 0;
  layout.buttons = {area.x, area.bottom() - buttons, width, buttons};
  const float half = std::min(150 * s, layout.buttons.w / 2 - 4 * s);
  layout.back = {area.x, layout.buttons.y, half * 0.7f, buttons};
  if (lesson.hasRun) layout.again = {layout.back.right() + 8 * s, layout.buttons.y, half * 0.8f, buttons};
  layout.next = {layout.buttons.right() - half, layout.buttons.y, half, buttons};
  Stack stack({area.x, layout.header.bottom() + 4 * s, width, 0}, layout.buttons.y - 4 * s);

  LessonLayout::Block title;
  title.text = placeText(canvas, {{lesson.title, {kTitle * s, Face::Bold, canvas.theme().textStrong}}}, width);
  title.box = stack.take(title.text.height, kGap * s);
  if (!lesson.title.empty()) layout.blocks.push_back(std::move(title));
  for (const QuestionSight& judged : lesson.judged)
    if (judged.bet) layout.outcomes.push_back({&judged, stack.take(52 * s, 6 * s)});
  for (const MarkdownBlock& block : lesson.text) addBlock(canvas, block, s, width, stack, layout);
  if (!lesson.run.empty()) {
    LessonLayout::Block run;
    run.code = true;
    run.text = placeText(canvas, {{"strata run " + lesson.run, {12 * s, Face::Mono, canvas.theme().textSoft}}},
                         width - 16 * s);
    run.box = stack.take(run.text.height + 12 * s, kGap * s);
    layout.blocks.push_back(std::move(run));
  }
  if (lesson.question) addQuestion(canvas, *lesson.question, s, width, stack, layout);
  layout.note = stack.take(22 * s, 0);
  return layout;
}

float shareOnScale(const Question& question, double number) {
  const double low = question.low, high = question.high;
  number = std::clamp(number, low, high);
  const double share = low > 0 ? std::log(number / low) / std::log(high / low) : (number - low) / (high - low);
  return static_cast<float>(std::clamp(share, 0., 1.));
}

double numberOnScale(const Question& question, float share) {
  const double at = std::clamp<double>(share, 0, 1);
  const double low = question.low, high = question.high;
  const double number = low > 0 ? low * std::pow(high / low, at) : low + (high - low) * at;
  if (number == 0) return 0;
  const double step = std::pow(10., std::floor(std::log10(std::abs(number))) - 1);
  return std::clamp(std::round(number / step) * step, low, high);
}

LessonListLayout layOutList(Rect outer, const LessonSight& lesson) {
  LessonListLayout layout;
  const Rect area = viewMargins(outer);
  const float s = layout.scale = std::clamp(std::min(area.w / 430, area.h / 420), 0.85f, 1.6f);
  layout.header = {area.x, area.y, area.w, std::min(area.h, 26 * s)};
  if (lesson.list.empty()) return layout;
  const std::size_t columns = area.w > 760 * s ? 2 : 1;
  const std::size_t high = (lesson.list.size() + columns - 1) / columns;
  const float all = area.bottom() - layout.header.bottom();
  const float curve = lesson.calibration.factors.size() >= kLeastFactors ? kCurve * s : 0;
  const bool fits = area.w >= 220 * s && all - curve >= 22 * s * static_cast<float>(high);
  const float room = fits ? all - curve : all;
  if (fits && curve > 0) layout.curve = {area.x, area.bottom() - curve, area.w - 6 * s, curve};
  const float height = std::clamp(room / static_cast<float>(high), 18 * s, 44 * s);
  const float width = area.w / static_cast<float>(columns);
  for (std::size_t i = 0; i < lesson.list.size(); ++i) {
    const Rect box{area.x + width * static_cast<float>(i / high),
                   layout.header.bottom() + height * static_cast<float>(i % high), std::max(0.f, width - 6 * s),
                   height - 2};
    layout.rows.push_back(box.bottom() <= layout.header.bottom() + room + 1 ? box : Rect{});
  }
  return layout;
}

}  // namespace strata::inline views
