#include "app/views/kernel/kernel_layout.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/canvas/paint.h"

namespace strata::inline views {
namespace {

constexpr float kGap = 10;

bool hasColumn(const KernelFacts& facts, CountColumn column) {
  return std::ranges::any_of(facts.counts, [&](const auto& each) {
    const PlaceSums& sums = each.second;
    switch (column) {
      case CountColumn::Sectors:
      case CountColumn::Used: return sums.globalRequests > 0;
      case CountColumn::Banks: return sums.sharedRequests > 0;
      case CountColumn::Lanes: return true;
    }
    return false;
  });
}

float longestLine(const Canvas& canvas, const KernelFacts& facts, const TextStyle& style) {
  float width = 0;
  for (const std::string_view line : facts.lines) width = std::max(width, canvas.measure(line, style));
  return width;
}

/// Without the comment behind it.
std::string_view codeOf(std::string_view line) {
  const std::string_view code = line.substr(0, line.find("//"));
  return code.substr(0, code.find_last_not_of(' ') + 1);
}

/// Numbers, then as many count columns as leave the text enough room, the most telling first.
void layOutColumns(const Canvas& canvas, const KernelFacts& facts, KernelLayout& layout) {
  const TextStyle style = kernelCodeStyle(canvas, layout);
  const float digit = canvas.measure("0", style), gap = 6 * layout.scale;
  const Rect box = layout.rows;
  const std::string longest(std::max<std::size_t>(3, std::to_string(facts.lines.size()).size()), '0');
  const float numbers = std::ceil(canvas.measure(longest, style)) + 1 + gap;
  layout.numbers = {box.x, box.y, std::min(box.w * 0.2f, numbers), box.h};
  const auto width = [&](CountColumn column) {
    return digit * (column == CountColumn::Used ? 5.5f : 5) + 11 * layout.scale;  // "12.5 %" is the longest
  };
  float used = layout.numbers.w;
  std::array<bool, kCountColumns> shown{};
  for (const CountColumn each : {CountColumn::Sectors, CountColumn::Banks, CountColumn::Used, CountColumn::Lanes}) {
    if (!hasColumn(facts, each) || box.w - used - width(each) < std::max(box.w * 0.42f, 120 * layout.scale)) continue;
    shown[static_cast<std::size_t>(each)] = true;
    used += width(each);
  }
  float x = layout.numbers.right();
  for (std::size_t i = 0; i < kCountColumns; ++i) {
    const float column = width(static_cast<CountColumn>(i));
    layout.columns[i] = {x, box.y, shown[i] ? column - 2 : 0, box.h};
    if (shown[i]) x += column;
  }
  layout.code = {x + gap, box.y, std::max(0.f, box.right() - x - gap), box.h};
}

/// Where the rows of a line end that is too long for one; behind the last there is more where no space is left to break
/// at.
std::vector<std::size_t> breaksOf(const Canvas& canvas, std::string_view code, const TextStyle& style, float width) {
  constexpr std::size_t kMost = 4;
  const float in = furtherIn(canvas, code, style);
  std::vector<std::size_t> breaks;
  std::size_t begin = 0;
  const auto fits = [&](std::size_t end) {
    const std::string withMark = std::string(code.substr(begin, end - begin)) + "…";
    return canvas.measure(withMark, style) <= (begin == 0 ? width : width - in);
  };
  while (breaks.size() < kMost && !fits(code.size())) {
    std::size_t at = code.find_last_of(' ');
    while (at != code.npos && at > begin && !fits(at)) at = code.find_last_of(' ', at - 1);
    if (at == code.npos || at <= code.find_first_not_of(' ', begin)) break;
    breaks.push_back(at);
    begin = code.find_first_not_of(' ', at);
  }
  return breaks;
}

/// All code of the chosen line is seen; what is cut of a comment is not missed.
void breakChosenLine(const Canvas& canvas, const KernelFacts& facts, KernelLayout& layout) {
  constexpr int kFewRows = 5;
  if (facts.lens || facts.line < 1 || facts.line > static_cast<int>(facts.lines.size()) || layout.lineCount < kFewRows)
    return;
  const std::string_view code = codeOf(facts.lines[static_cast<std::size_t>(facts.line - 1)]);
  layout.breaks = breaksOf(canvas, code, kernelCodeStyle(canvas, layout), layout.code.w);
  if (layout.breaks.empty()) return;
  layout.broken = facts.line;
  layout.lineCount = std::min(
      layout.lineCount, static_cast<int>(layout.rows.h / layout.rowHeight) - static_cast<int>(layout.breaks.size()));
}

int scrolledLines(const ViewChoices& choices) {
  if (!std::isfinite(choices.kernelScroll)) return 0;
  return static_cast<int>(std::lround(std::clamp(choices.kernelScroll, -1e6f, 1e6f)));
}

void layOutText(const Canvas& canvas, const KernelFacts& facts, const ViewChoices& choices, KernelLayout& layout) {
  const TextStyle style = kernelCodeStyle(canvas, layout);
  layout.rowHeight = std::round(style.size * 1.42f);
  const Rect inner =
      layout.well.inset(std::min(8 * layout.scale, layout.well.w * 0.03f), std::min(4.f, layout.well.h * 0.05f));
  const float heads = !facts.counts.empty() && inner.h > 5 * layout.rowHeight && inner.w > 260 ? 16 * layout.scale : 0;
  layout.heads = {inner.x, inner.y, inner.w, heads};
  layout.rows = {inner.x, inner.y + heads, inner.w, std::max(0.f, inner.h - heads)};
  const int all = static_cast<int>(facts.lines.size());
  layout.lineCount = std::min(all, static_cast<int>(layout.rows.h / layout.rowHeight));
  layOutColumns(canvas, facts, layout);
  breakChosenLine(canvas, facts, layout);
  const int scrolled = restingFirstLine(facts, layout.lineCount) + scrolledLines(choices);
  layout.firstLine = std::clamp(scrolled, 1, std::max(1, all - layout.lineCount + 1));
}

/// Heights that the parts beside the text would like to have.
struct Wanted {
  float warp = 0, launch = 0, occupancy = 0;
};

Wanted wanted(const KernelFacts& facts, float s) {
  const bool limits = facts.occupancy.has_value();
  return {facts.lines.empty() ? 0 : 80 * s, (facts.launch ? 190 : 40) * s, (limits ? 168 : 58) * s};
}

/// Text left, panels right.
void layOutWide(const Canvas& canvas, Rect body, const KernelFacts& facts, KernelLayout& layout) {
  const float s = layout.scale, gap = kGap * s;
  const float longest = longestLine(canvas, facts, kernelCodeStyle(canvas, layout));
  const float gutter = (facts.counts.empty() ? 60 : 240) * s;
  const float left = std::clamp(longest + gutter, body.w * 0.5f, body.w * 0.66f);
  layout.well = {body.x, body.y, left, body.h};
  const Rect side{body.x + left + gap, body.y, body.w - left - gap, body.h};
  const Wanted want = wanted(facts, s);
  const float occupancy = std::min(want.occupancy, side.h * 0.34f);
  const float rest = side.h - occupancy - 2 * gap;
  // Where nothing was counted the warp's part is a sentence, and the launch has its room.
  const float warp =
      facts.counts.empty() ? std::min(want.warp, rest * 0.4f) : rest - std::min(want.launch, rest * 0.42f);
  const float launch = std::min(rest - warp, facts.launch ? 330 * s : want.launch);
  layout.warp = {side.x, side.y, side.w, warp};
  layout.launch = {side.x, side.y + warp + gap, side.w, launch};
  layout.occupancy = {side.x, layout.launch.bottom() + gap, side.w, occupancy};
}

/// Text above, panels below as far as there is room for them.
void layOutTall(Rect body, const KernelFacts& facts, KernelLayout& layout) {
  const float s = layout.scale, gap = kGap * s, room = body.h - std::max(body.h * 0.42f, 70 * s);
  float y = body.bottom(), left = room;
  // From the bottom up; the warp's part is the last to go.
  const auto take = [&](Rect& part, float height, float least) {
    const float size = std::min(height, left - gap);
    if (size < least) return;
    part = {body.x, y - size, body.w, size};
    y -= size + gap;
    left -= size + gap;
  };
  const Wanted want = wanted(facts, s);
  if (room > 330 * s) take(layout.occupancy, want.occupancy, 30 * s);
  if (room > 240 * s) take(layout.launch, std::min(want.launch, 140 * s), 36 * s);
  take(layout.warp, facts.counts.empty() ? want.warp : std::max(96 * s, left - gap), 76 * s);
  layout.well = {body.x, body.y, body.w, std::max(0.f, y - body.y)};
}

/// Which line it is that a lesson asks for is read off the text alone.
bool standsAlone(const KernelFacts& facts) {
  return facts.lineAsked && facts.counts.empty();
}

/// Letters so large that no code of the kernel is cut.
float scaleAlone(const Canvas& canvas, Rect area, const KernelFacts& facts) {
  constexpr float kLeast = 0.7f, kGutter = 60;
  const float largest = std::clamp(std::min(area.w / 360, area.h / 460), 0.9f, 2.4f);
  float longest = 0;
  for (auto line = static_cast<std::size_t>(facts.begin - 1); line < facts.lines.size(); ++line)
    longest = std::max(longest, canvas.measure(codeOf(facts.lines[line]), kernelCodeStyle(canvas, {})));
  return std::clamp(area.w / (longest + kGutter), kLeast, largest);
}

}  // namespace

Rect KernelLayout::row(int line) const {
  const int more = static_cast<int>(breaks.size());
  const int below = broken >= firstLine && line > broken ? more : 0;
  const int high = line == broken ? 1 + more : 1;
  return {rows.x, rows.y + static_cast<float>(line - firstLine + below) * rowHeight, rows.w,
          static_cast<float>(high) * rowHeight};
}

int KernelLayout::lineAt(const KernelFacts& facts, Point at) const {
  const int end = std::min(firstLine + lineCount, static_cast<int>(facts.lines.size()) + 1);
  for (int line = firstLine; line < end; ++line)
    if (row(line).contains(at)) return line;
  return 0;
}

int restingFirstLine(const KernelFacts& facts, int visible) {
  const int all = static_cast<int>(facts.lines.size());
  int first = facts.begin;
  // The chosen line stands in the upper half where it is not seen from the kernel's begin.
  if (facts.line > 0 && (facts.line < first || facts.line > first + visible - 2)) first = facts.line - visible / 2;
  return std::clamp(first, 1, std::max(1, all - visible + 1));
}

float furtherIn(const Canvas& canvas, std::string_view line, const TextStyle& style) {
  constexpr float kFurther = 4;
  return canvas.measure(line.substr(0, line.find_first_not_of(' ')), style) + kFurther * canvas.measure(" ", style);
}

TextStyle kernelCodeStyle(const Canvas& canvas, const KernelLayout& layout) {
  return {11 * layout.scale, Face::Mono, canvas.theme().text};
}

KernelLayout layOutKernel(const Canvas& canvas, Rect outer, const KernelFacts& facts, const ViewChoices& choices) {
  KernelLayout layout;
  const Rect area = viewMargins(outer);
  const bool alone = standsAlone(facts), wide = area.w >= 620 && area.h >= 200 && area.w > area.h * 0.9f;
  layout.scale = alone  ? scaleAlone(canvas, area, facts)
                 : wide ? std::clamp(std::min(area.w / 1120, area.h / 620), 0.9f, 2.4f)
                        : std::clamp(std::min(area.w / 360, area.h / 460), 0.9f, 2.4f);
  const float header = area.h >= 110 ? 24 * layout.scale : 0;
  layout.header = {area.x, area.y, area.w, header};
  const Rect body{area.x, area.y + header, area.w, std::max(0.f, area.h - header)};
  if (alone)
    layout.well = body;
  else if (wide)
    layOutWide(canvas, body, facts, layout);
  else
    layOutTall(body, facts, layout);
  layOutText(canvas, facts, choices, layout);
  return layout;
}

}  // namespace strata::inline views
