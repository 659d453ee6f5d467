#include <algorithm>
#include <array>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/fact_column.h"
#include "app/views/tensor/tensor_paint.h"
#include "app/words/messages.h"

namespace strata::inline views {

void drawHistogram(Canvas& canvas, const TensorLayout& layout, const TensorPicture& picture) {
  const Rect box = layout.histogram;
  if (box.w < 40 || box.h < 40) return;
  drawHeader(canvas, {box.x, box.y, box.w, 15},
             {{std::string(text(Msg::TensorHistogram)), {11, Face::Bold, canvas.theme().textSoft}},
              {fillText(Msg::TensorOfShown, {formatCount(picture.values.size())}), look::dim(canvas), 2},
              {std::string(provenanceKey(Provenance::Counted)), {9, Face::Regular, {}}, 1, false, true}});
  const std::vector<std::size_t> counts = histogramOf(picture, histogramBins(layout));
  const auto greatest = static_cast<float>(std::max<std::size_t>(1, std::ranges::max(counts)));
  const Rect room{box.x, box.y + 17, box.w, box.h - 18};
  const float pitch = room.w / static_cast<float>(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    // A bin that holds anything can be seen.
    const float height = std::max(1.f, room.h * static_cast<float>(counts[i]) / greatest);
    canvas.fill({room.x + static_cast<float>(i) * pitch, room.bottom() - height, std::max(0.5f, pitch - 1), height},
                heatColor((static_cast<double>(i) + 0.5) / static_cast<double>(counts.size())));
  }
  canvas.fill({room.x, room.bottom(), room.w, 1}, canvas.theme().grid);
}

void drawTensorFacts(Canvas& canvas, const TensorLayout& layout, const TensorPicture& picture) {
  if (layout.facts.w <= 0 || layout.facts.h <= 0) return;
  FactColumn column(canvas, layout.facts);
  const auto number = [](double value) { return formatNumber(value, 4); };
  const double low = picture.min.value_or(static_cast<double>(picture.low)),
               high = picture.max.value_or(static_cast<double>(picture.high));
  const bool all = picture.min && picture.max;
  column.line(all ? fillText(Msg::TensorOfAll, {formatCount(picture.elements())})
                  : fillText(Msg::TensorOfShown, {formatCount(picture.values.size())}),
              look::dim(canvas));
  const std::string range = fillText(Msg::TensorRange, {number(low), number(high)});
  if (picture.mean)
    column.line({range + " · " + fillText(Msg::TensorMean, {number(*picture.mean)}), range}, look::small(canvas),
                Provenance::Measured);
  else
    column.line(range, look::small(canvas), Provenance::Measured);
  const std::string zeros = formatCount(picture.zeros), notFinite = formatCount(picture.notFinite);
  column.line({fillText(Msg::TensorZeros, {zeros, notFinite}), fillText(Msg::TensorZerosShort, {zeros})},
              look::small(canvas), Provenance::Counted);
}

namespace {

// Light within dark: seen on every colour of the map and on every ground.
constexpr Color kInner{0xFF, 0xFF, 0xFF}, kOuter{0x0D, 0x0F, 0x13};

void drawRay(Canvas& canvas, Point from, Point to) {
  const std::array line{from, to};
  canvas.polyline(line, withAlpha(kOuter, 120), 3);
  canvas.polyline(line, withAlpha(kInner, 200), 1);
}

/// Around `inner`, large enough to be seen, within `limit`.
void drawFrame(Canvas& canvas, Rect inner, Rect limit) {
  const float w = std::min(limit.w, std::max(inner.w, 6.f)), h = std::min(limit.h, std::max(inner.h, 6.f));
  const Rect frame{std::clamp(inner.x - (w - inner.w) / 2, limit.x, limit.right() - w),
                   std::clamp(inner.y - (h - inner.h) / 2, limit.y, limit.bottom() - h), w, h};
  canvas.stroke(frame, kOuter, 1);
  if (w > 2 && h > 2) canvas.stroke(frame.inset(1, 1), kInner, 1);
}

}  // namespace

void drawCrosshair(Canvas& canvas, const TensorLayout& layout, const TensorPicture& picture, TensorCell cell) {
  const Rect at = layout.cell(picture, cell);
  const float x = at.x + at.w / 2, y = at.y + at.h / 2;
  const bool product = layout.left.w > 0;
  if (!picture.sheet) {
    drawRay(canvas, {product ? layout.left.right() : layout.grid.x, y}, {at.x, y});
    drawRay(canvas, {x, product ? layout.top.bottom() : layout.grid.y}, {x, at.y});
  }
  if (layout.input.w > 0) {
    const Rect window = windowIn(layout.input, picture, cell);
    drawRay(canvas, {window.right(), window.y}, {at.x, at.y});
    drawRay(canvas, {window.right(), window.bottom()}, {at.x, at.bottom()});
    drawFrame(canvas, window, layout.input);
  }
  drawFrame(canvas, at, layout.grid);
  if (!product) return;
  drawFrame(canvas, {layout.left.x, at.y, layout.left.w, at.h}, layout.left);
  drawFrame(canvas, {at.x, layout.top.y, at.w, layout.top.h}, layout.top);
}

}  // namespace strata::inline views
