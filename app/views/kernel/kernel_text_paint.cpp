#include <algorithm>
#include <cmath>
#include <span>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/kernel_tokens.h"
#include "app/views/code_line.h"
#include "app/views/kernel/kernel_lens.h"
#include "app/views/kernel/kernel_parts.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr double kMostSectors = 32, kMostWays = 32;

struct Cell {
  std::string words;
  double badness = 0;  ///< 0 … 1
};

double logShare(double value, double most) {
  return std::clamp(std::log2(std::max(1.0, value)) / std::log2(most), 0.0, 1.0);
}

/// What one column says about a line; no words where it has nothing to say.
Cell cellOf(const PlaceSums& sums, CountColumn column, std::uint32_t waveSize) {
  switch (column) {
    case CountColumn::Sectors: {
      const auto sectors = sums.sectorsPerRequest();
      if (!sectors) return {};
      // Many sectors are bad only as far as their bytes are not used.
      return {formatOneDecimal(*sectors), logShare(*sectors, kMostSectors) * (1 - sums.usedShare().value_or(1))};
    }
    case CountColumn::Used: {
      const auto used = sums.usedShare();
      return used ? Cell{formatPartPercent(*used), 1 - *used} : Cell{};
    }
    case CountColumn::Banks: {
      const auto ways = sums.bankWays();
      return ways ? Cell{formatOneDecimal(*ways) + "×", logShare(*ways, kMostWays)} : Cell{};
    }
    case CountColumn::Lanes: {
      const auto lanes = sums.activeLanes();
      const bool quiet = !lanes || (sums.requests == 0 && *lanes > waveSize - 0.05);
      return quiet ? Cell{} : Cell{formatOneDecimal(*lanes), 1 - *lanes / waveSize};
    }
  }
  return {};
}

Msg headOf(CountColumn column) {
  switch (column) {
    case CountColumn::Sectors: return Msg::KernelSectors;
    case CountColumn::Used: return Msg::KernelUsed;
    case CountColumn::Banks: return Msg::KernelBanks;
    case CountColumn::Lanes: return Msg::KernelLanes;
  }
  return Msg::KernelLanes;
}

void drawCounts(Canvas& canvas, const KernelLayout& layout, Rect row, const PlaceSums& sums, std::uint32_t waveSize) {
  TextStyle style = kernelCodeStyle(canvas, layout);
  style.size *= 0.94f;
  for (std::size_t i = 0; i < kCountColumns; ++i) {
    const Rect column{layout.columns[i].x, row.y, layout.columns[i].w, row.h};
    const Cell cell = cellOf(sums, static_cast<CountColumn>(i), waveSize);
    if (column.w <= 0 || cell.words.empty()) continue;
    const Color ground =
        mix(canvas.theme().meter, storeyInfo(Storey::Model).color, static_cast<float>(0.85 * std::sqrt(cell.badness)));
    canvas.fill(column.inset(0, 1), ground, 2);
    style.color = readableOn(ground, canvas.theme().text);
    drawLine(canvas, column.inset(3 * layout.scale, 0), cell.words, style, Align::Right);
  }
}

/// As large as the code, where each has room in its column.
TextStyle headStyle(const Canvas& canvas, const KernelLayout& layout) {
  TextStyle style{std::min(kernelCodeStyle(canvas, layout).size, layout.heads.h / kLineHeight), Face::Regular,
                  canvas.theme().textDim};
  float share = 1;
  for (std::size_t i = 0; i < kCountColumns; ++i)
    if (const float room = layout.columns[i].w; room > 0)
      share = std::min(share, room / canvas.measure(text(headOf(static_cast<CountColumn>(i))), style) * 0.94f);
  style.size = std::max({8.5f, 9 * layout.scale, style.size * share});
  return style;
}

void drawHeads(Canvas& canvas, const KernelLayout& layout) {
  if (layout.heads.h <= 0) return;
  const TextStyle style = headStyle(canvas, layout);
  for (std::size_t i = 0; i < kCountColumns; ++i) {
    const Rect column{layout.columns[i].x, layout.heads.y, layout.columns[i].w, layout.heads.h};
    if (column.w > 0) drawLine(canvas, column, text(headOf(static_cast<CountColumn>(i))), style, Align::Right);
  }
}

/// The line goes on below, further in than it begins.
void drawBrokenLine(Canvas& canvas, Rect row, std::string_view line, std::span<const std::size_t> breaks,
                    bool& inComment, const TextStyle& style) {
  const float in = furtherIn(canvas, line, style);
  drawCodeLine(canvas, row, line.substr(0, breaks.front()), inComment, style);
  Rect next{row.x + in, row.bottom(), std::max(0.f, row.w - in), row.h};
  for (std::size_t i = 0; i < breaks.size(); ++i, next.y += row.h) {
    const std::size_t begin = line.find_first_not_of(' ', breaks[i]);
    const std::size_t end = i + 1 < breaks.size() ? breaks[i + 1] : line.size();
    drawCodeLine(canvas, next, line.substr(begin, end - begin), inComment, style);
  }
}

}  // namespace

void drawKernelText(Canvas& canvas, const KernelLayout& layout, const KernelFacts& facts, int hovered) {
  if (layout.well.h <= 0) return;
  canvas.fill(layout.well, canvas.theme().well, 5);
  canvas.stroke(layout.well, canvas.theme().wellBorder, 1, 5);
  drawHeads(canvas, layout);
  const TextStyle code = kernelCodeStyle(canvas, layout);
  TextStyle number = code;
  const Color chosenGround = chosenLineGround(canvas.theme());
  bool inComment = false;
  for (int line = 1; line < layout.firstLine && line <= static_cast<int>(facts.lines.size()); ++line)
    codeSpans(facts.lines[static_cast<std::size_t>(line - 1)], inComment);
  for (int i = 0; i < layout.lineCount; ++i) {
    const int line = layout.firstLine + i;
    const Rect row = layout.row(line), first{row.x, row.y, row.w, layout.rowHeight};
    const bool chosen = line == facts.line;
    if (chosen || line == hovered) canvas.fill(row, chosen ? chosenGround : canvas.theme().row);
    if (chosen) canvas.fill({layout.well.x, row.y, std::min(3.f, layout.well.w), row.h}, canvas.theme().accent);
    number.color = chosen ? canvas.theme().textStrong : canvas.theme().textDim;
    drawLine(canvas, {layout.numbers.x, row.y, layout.numbers.w - 6 * layout.scale, first.h}, std::to_string(line),
             number, Align::Right);
    if (const auto found = facts.counts.find(line); found != facts.counts.end())
      drawCounts(canvas, layout, first, found->second, facts.waveSize);
    const Rect words = drawLensMark(canvas, {layout.code.x, row.y, layout.code.w, first.h}, layout, facts, line);
    const std::string_view text = facts.lines[static_cast<std::size_t>(line - 1)];
    if (line == layout.broken)
      drawBrokenLine(canvas, words, text, layout.breaks, inComment, code);
    else
      drawCodeLine(canvas, words, text, inComment, code);
    drawLensPlaces(canvas, layout, facts, line);
  }
}

std::string countedWords(double count, std::string_view word) {
  return fillText(count == 1 ? Msg::CountOfOne : Msg::CountOfMany, {formatNumber(count, 15), word});
}

std::string sectorsText(double perRequest, const PlaceSums& sums) {
  return fillText(Msg::KernelTipSectors, {countedWords(std::round(perRequest * 10) / 10, text(Msg::KernelSector)),
                                          formatPartPercent(sums.usedShare().value_or(0))});
}

Rect drawPartTitle(Canvas& canvas, Rect box, float scale, std::string_view title, std::string_view words,
                   std::string_view kind, std::string_view aside, std::string_view last) {
  const float height = std::min(20 * scale, box.h);
  std::vector<HeaderPiece> pieces{{std::string(title), {11 * scale, Face::Bold, canvas.theme().title}}};
  pieces.push_back({std::string(words), {11 * scale, Face::Regular, canvas.theme().textSoft}, 1});
  pieces.push_back({std::string(aside), {11 * scale, Face::Regular, canvas.theme().textSoft}, 3});
  pieces.push_back({std::string(last), {11 * scale, Face::Regular, canvas.theme().textSoft}, 4});
  if (!kind.empty()) pieces.push_back({std::string(kind), {9.5f * scale, Face::Regular, {}}, 2, true, true});
  drawHeader(canvas, {box.x, box.y, box.w, height}, std::move(pieces));
  return {box.x, box.y + height, box.w, box.h - height};
}

}  // namespace strata::inline views
