#include "app/views/tensor/tensor_layout.h"

#include <algorithm>
#include <cmath>

#include "app/canvas/paint.h"

namespace strata::inline views {
namespace {

constexpr float kTitle = 18, kTokenLine = 15, kScale = 16, kGap = 12;
constexpr float kSideFrom = 290, kWideFrom = 560;  ///< widths from which there is a side column, and a broad one
constexpr float kInputGap = 26, kCaption = 15;

/// Square cells in the upper left of the room, unless that would leave a thin strip of a very long tensor.
Rect gridIn(Rect room, const TensorPicture& picture) {
  const float cell = std::min(room.w / static_cast<float>(picture.cols), room.h / static_cast<float>(picture.rows));
  return {room.x, room.y, std::max(cell * static_cast<float>(picture.cols), room.w / 3),
          std::max(cell * static_cast<float>(picture.rows), room.h / 3)};
}

/// The picture that is slid over and the planes that come of it, side by side in pixels of one size.
void placeInput(TensorLayout& layout, Rect room, const TensorPicture& picture) {
  const TensorOperand& x = picture.workings.operands[0];
  const auto width = static_cast<float>(x.width), height = static_cast<float>(x.height);
  const auto columns = static_cast<float>(picture.cols), rows = static_cast<float>(picture.rows);
  const float pixel = std::min((room.w - kInputGap) / (width + columns), (room.h - kCaption) / std::max(height, rows));
  if (pixel <= 0) return;
  layout.input = {room.x, room.y + kCaption, pixel * width, pixel * height};
  layout.grid = {layout.input.right() + kInputGap, layout.input.y, pixel * columns, pixel * rows};
}

void placeSide(TensorLayout& layout, Rect side, bool wide, bool hasCell) {
  const bool knows = wide || !hasCell;
  const float histogram = std::min(wide ? 110.f : 84.f, side.h * 0.4f),
              facts = std::min(3 * 16.f + 4, side.h - histogram);
  if (!knows) {
    layout.workings = side;
    return;
  }
  layout.histogram = {side.x, side.y, side.w, histogram};
  layout.facts = {side.x, side.y + histogram + 4, side.w, std::max(0.f, facts - 4)};
  const float used = histogram + facts + kGap;
  if (wide && side.h > used + 40) layout.workings = {side.x, side.y + used, side.w, side.h - used};
}

}  // namespace

Rect TensorLayout::cell(const TensorPicture& picture, TensorCell cell) const {
  const float w = grid.w / static_cast<float>(picture.cols), h = grid.h / static_cast<float>(picture.rows);
  return {grid.x + static_cast<float>(cell[1]) * w, grid.y + static_cast<float>(cell[0]) * h, w, h};
}

TensorLayout layoutTensor(Rect whole, const TensorPicture& picture, bool hasCell) {
  TensorLayout layout;
  const Rect area = viewMargins(whole);
  const float title = area.h >= 70 ? kTitle : 0, scale = area.h >= 50 ? kScale + 4 : 0;
  layout.header = {area.x, area.y, area.w, title};
  const float token = picture.token && title > 0 ? kTokenLine : 0;
  layout.token = {area.x, area.y + title, area.w, token};
  const float top = title + token;
  Rect room{area.x, area.y + top, area.w, std::max(0.f, area.h - top - scale)};
  const bool side = area.w >= kSideFrom && room.h >= 100, wide = side && area.w >= kWideFrom && room.h >= 240;
  // Where there is room for one of them, pictures of a convolution come before its numbers.
  const bool slides = side && picture.workings.operation == TensorWorkings::Operation::Conv2d;
  const bool column = side && (wide || !slides);
  if (column) {
    const float least = wide ? std::clamp(area.w * 0.36f, 230.f, 620.f) : area.w * 0.44f;
    room.w -= least + kGap;
  }
  const bool product = wide && picture.workings.operation == TensorWorkings::Operation::Matmul;
  const float strip = product ? std::clamp(std::min(room.w, room.h) * 0.2f, 40.f, 130.f) : 0;
  const float inset = product ? strip + 6 : 0;
  layout.grid = gridIn({room.x + inset, room.y + inset, room.w - inset, room.h - inset}, picture);
  if (slides) placeInput(layout, room, picture);
  if (layout.grid.w < 1 || layout.grid.h < 1) return layout;
  if (product) {
    layout.left = {room.x, layout.grid.y, strip, layout.grid.h};
    layout.top = {layout.grid.x, room.y, layout.grid.w, strip};
  }
  if (layout.grid.bottom() + 3 + kScale <= area.bottom() + 1.5f)
    layout.scale = {layout.grid.x, layout.grid.bottom() + 3,
                    std::min(std::max(layout.grid.w, 160.f), area.right() - layout.grid.x), kScale};
  if (!column) return layout;
  const float x = layout.grid.right() + kGap + (wide ? 6 : 0);
  placeSide(layout, {x, room.y + 2, area.right() - x, area.bottom() - room.y - 2}, wide, hasCell);
  if (!wide) layout.scale.w = layout.grid.w;
  return layout;
}

std::optional<TensorCell> cellAt(const TensorLayout& layout, const TensorPicture& picture, Point at) {
  if (!layout.grid.contains(at)) return std::nullopt;
  const auto index = [](float share, std::uint32_t count) {
    return std::min<std::int64_t>(count - 1, static_cast<std::int64_t>(share * static_cast<float>(count)));
  };
  return TensorCell{index((at.y - layout.grid.y) / layout.grid.h, picture.rows),
                    index((at.x - layout.grid.x) / layout.grid.w, picture.cols)};
}

std::optional<TensorCell> cellUnder(const TensorLayout& layout, const TensorPicture& picture, TensorCell near,
                                    Point at) {
  if (!layout.input.contains(at)) return cellAt(layout, picture, at);
  const TensorWorkings& w = picture.workings;
  const TensorOperand &x = w.operands[0], &filter = w.operands[1];
  const TensorSheet& sheet = *picture.sheet;
  // The output whose window has its middle nearest, of those that are shown.
  const auto along = [&](float share, std::int64_t side, std::int64_t begin, std::int64_t taps, std::int64_t first,
                         std::int64_t count) {
    const double element = static_cast<double>(share) * static_cast<double>(side) - 0.5 + static_cast<double>(begin);
    const double middle = static_cast<double>(w.dilation * (taps - 1)) / 2;
    const double output = (element + static_cast<double>(w.pad) - middle) / static_cast<double>(w.stride);
    return std::clamp<std::int64_t>(std::llround(output) - first, 0, count - 1);
  };
  const std::int64_t row = along((at.y - layout.input.y) / layout.input.h, x.height, x.row, filter.height, sheet.row,
                                 sheet.height),
                     col = along((at.x - layout.input.x) / layout.input.w, x.width, x.col, filter.width, sheet.col,
                                 sheet.width);
  return TensorCell{near[0] / sheet.height * sheet.height + row, near[1] / sheet.width * sheet.width + col};
}

std::optional<TensorCell> chosenCell(const ViewState& state, const TensorPicture& picture) {
  const auto& chosen = state.sight.choices.cell;
  const bool has =
      chosen && (*chosen)[0] >= 0 && (*chosen)[1] >= 0 && (*chosen)[0] < picture.rows && (*chosen)[1] < picture.cols;
  return has ? chosen : std::nullopt;
}

std::optional<TensorCell> shownCell(const ViewState& state, Rect area, const TensorPicture& picture) {
  const auto chosen = chosenCell(state, picture);
  if (state.sight.pointer)
    if (const auto under = cellUnder(layoutTensor(area, picture, chosen.has_value()), picture,
                                     chosen.value_or(TensorCell{}), *state.sight.pointer))
      return under;
  return chosen;
}

std::size_t histogramBins(const TensorLayout& layout) {
  return std::clamp<std::size_t>(static_cast<std::size_t>(layout.histogram.w / 7), 4, 48);
}

std::vector<std::size_t> histogramOf(const TensorPicture& picture, std::size_t bins) {
  std::vector<std::size_t> counts(bins, 0);
  const double low = static_cast<double>(picture.low), span = static_cast<double>(picture.high) - low;
  for (const float value : picture.values) {
    if (!std::isfinite(value)) continue;
    const double share = span > 0 ? (static_cast<double>(value) - low) / span : 0.5;
    ++counts[std::min(bins - 1, static_cast<std::size_t>(share * static_cast<double>(bins)))];
  }
  return counts;
}

}  // namespace strata::inline views
