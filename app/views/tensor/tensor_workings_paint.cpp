#include <algorithm>
#include <cmath>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/fact_column.h"
#include "app/views/tensor/tensor_paint.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

/// Draws the words wrapped from the top of the box, which becomes what is left.
void drawWords(Canvas& canvas, Rect& box, std::string_view words, const TextStyle& style) {
  for (const std::string& line : wrapText(canvas, words, style, box.w)) {
    if (box.h < FactColumn::kLine) return;
    drawLine(canvas, {box.x, box.y, box.w, FactColumn::kLine}, line, style);
    box = {box.x, box.y + FactColumn::kLine, box.w, box.h - FactColumn::kLine};
  }
}

std::string placeText(const TensorPicture& picture, TensorCell cell) {
  if (picture.workings.operation == TensorWorkings::Operation::Conv2d)
    return fillText(Msg::TensorFilter, {std::to_string(picture.channel(cell[0], cell[1]))});
  const auto [row, col] = picture.place(cell[0], cell[1]);
  return fillText(Msg::TensorCellProduct, {std::to_string(row), std::to_string(col)});
}

std::string pickText(const TensorPicture& picture) {
  if (picture.workings.operation != TensorWorkings::Operation::Conv2d) return std::string(text(Msg::TensorPickCell));
  return fillText(Msg::TensorPickWindow, {picture.workings.operands[0].name});
}

std::string whyMissing(const TensorPicture& picture) {
  if (picture.workings.missing.empty()) return std::string(text(Msg::TensorNoWorkings));
  return fillText(Msg::TensorNoWorkingsBecause, {picture.workings.missing});
}

void drawVerdict(Canvas& canvas, Rect& box, const TensorPicture& picture, const CellSum& sum) {
  const bool much = std::fabs(sum.sum - sum.shown) > sum.rounding;
  const std::string shows = picture.name + ": " + formatNumber(sum.shown, 6) + " · " + verdictText(sum);
  drawWords(canvas, box, shows, {11, Face::Regular, much ? canvas.theme().warning : canvas.theme().good});
}

/// Values at evenly spaced places, at most so many.
template <class Get>
std::vector<float> spaced(std::size_t count, std::size_t most, Get get) {
  std::vector<float> values;
  const std::size_t shown = std::min(count, most);
  for (std::size_t i = 0; i < shown; ++i) values.push_back(static_cast<float>(get(spacedAt(i, shown, count))));
  return values;
}

/// The sum as it grows from product to product, from zero on the left to the cell's value on the right.
void drawRunningSum(Canvas& canvas, Rect box, const CellSum& sum) {
  if (box.h < 36 || box.w < 60) return;
  drawLine(canvas, {box.x, box.y, box.w, 14}, text(Msg::TensorRunning), look::dim(canvas));
  const Rect room{box.x, box.y + 16, box.w, box.h - 18};
  std::vector<double> sums{sum.bias};
  for (std::size_t i = 0; i < sum.left.size(); ++i) sums.push_back(sums.back() + sum.product(i));
  auto [low, high] = std::ranges::minmax(sums);
  low = std::min(low, 0.0), high = std::max(high, 0.0);
  if (!std::isfinite(low) || !std::isfinite(high)) return;
  const auto yOf = [&](double value) {
    return room.bottom() - room.h * static_cast<float>((value - low) / std::max(1e-300, high - low));
  };
  canvas.fill({room.x, std::min(yOf(0), room.bottom() - 1), room.w, 1}, canvas.theme().grid);
  std::vector<Point> points;
  const std::size_t shown = std::min<std::size_t>(sums.size(), 256);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t at = shown > 1 ? i * (sums.size() - 1) / (shown - 1) : 0;
    const float share = static_cast<float>(at) / static_cast<float>(std::max<std::size_t>(1, sums.size() - 1));
    points.push_back({room.x + share * room.w, yOf(sums[at])});
  }
  canvas.polyline(points, canvas.theme().accent, 1.5f);
}

}  // namespace

void drawProductStrips(Canvas& canvas, Rect box, const CellSum& sum) {
  if (sum.left.empty()) return;
  constexpr std::size_t kMost = 256;
  const auto strip = [&](std::string_view name, const std::vector<float>& values) {
    if (box.h < 32 || box.w < 60) return;
    const auto [low, high] = finiteRange(values);
    const float label = std::min(70.f, box.w * 0.4f);
    drawLine(canvas, {box.x, box.y, label - 6, 16}, name, look::dim(canvas));
    canvas.image({box.x + label, box.y + 1, box.w - label, 14}, static_cast<std::uint32_t>(values.size()), 1,
                 heatPixels(values, low, high));
    box = {box.x, box.y + 18, box.w, box.h - 18};
  };
  const std::size_t count = sum.left.size();
  strip("A", spaced(count, kMost, [&](std::size_t i) { return sum.left[i]; }));
  strip("B", spaced(count, kMost, [&](std::size_t i) { return sum.right[i]; }));
  strip(text(Msg::TensorProducts), spaced(count, kMost, [&](std::size_t i) { return sum.product(i); }));
  drawRunningSum(canvas, {box.x, box.y + 4, box.w, std::min(box.h - 4, 120.f)}, sum);
}

void drawWorkings(Canvas& canvas, Rect box, const TensorPicture& picture, std::optional<TensorCell> cell) {
  if (box.w < 60 || box.h < FactColumn::kLine) return;
  if (!cell) return drawWords(canvas, box, pickText(picture), look::dim(canvas));
  drawWords(canvas, box, cellText(picture, *cell), look::strong(canvas));
  const std::optional<CellSum> sum = cellSum(picture, *cell);
  if (!sum) return drawWords(canvas, box, whyMissing(picture), look::dim(canvas));
  const std::string count = fillText(Msg::TensorCellSum, {formatCount(sum->left.size())});
  drawWords(canvas, box, placeText(picture, *cell) + " · " + count, look::small(canvas));
  drawWords(canvas, box, formulaText(*sum), {11, Face::Mono, canvas.theme().text});
  drawVerdict(canvas, box, picture, *sum);
  box = {box.x, box.y + 6, box.w, box.h - 6};
  if (picture.workings.operation == TensorWorkings::Operation::Conv2d)
    drawFilterTiles(canvas, box, picture, *cell, *sum);
  else
    drawProductStrips(canvas, box, *sum);
}

}  // namespace strata::inline views
