#include <algorithm>
#include <array>

#include "app/views/color_math.h"
#include "app/views/fact_column.h"
#include "app/views/format.h"
#include "app/views/paint.h"
#include "app/views/tensor_paint.h"
#include "engine/base/messages.h"

namespace strata {

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
  column.line(fillText(Msg::TensorZeros, {formatCount(picture.zeros), formatCount(picture.notFinite)}),
              look::small(canvas), Provenance::Counted);
}

void drawCrosshair(Canvas& canvas, const TensorLayout& layout, const TensorPicture& picture, TensorCell cell) {
  const Color color = canvas.theme().white;
  const Rect at = layout.cell(picture, cell);
  const float x = at.x + at.w / 2, y = at.y + at.h / 2;
  const bool product = layout.left.w > 0;
  if (!picture.sheet) {
    const std::array across{Point{product ? layout.left.x : layout.grid.x, y}, Point{at.x, y}};
    const std::array down{Point{x, product ? layout.top.y : layout.grid.y}, Point{x, at.y}};
    canvas.polyline(across, withAlpha(color, 150), 1);
    canvas.polyline(down, withAlpha(color, 150), 1);
  }
  const auto frame = [&](Rect inner, Rect limit) {
    const float w = std::min(limit.w, std::max(inner.w, 4.f)), h = std::min(limit.h, std::max(inner.h, 4.f));
    canvas.stroke({std::clamp(inner.x - (w - inner.w) / 2, limit.x, limit.right() - w),
                   std::clamp(inner.y - (h - inner.h) / 2, limit.y, limit.bottom() - h), w, h},
                  color, 1);
  };
  frame(at, layout.grid);
  if (!product) return;
  frame({layout.left.x, at.y, layout.left.w, at.h}, layout.left);
  frame({at.x, layout.top.y, at.w, layout.top.h}, layout.top);
}

}  // namespace strata
