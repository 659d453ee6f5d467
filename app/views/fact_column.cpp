#include "app/views/fact_column.h"

#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/canvas/paint.h"

namespace strata::inline views {

FactColumn::FactColumn(Canvas& canvas, Rect box, float height) : FactColumn(canvas, box) {
  if (const float spare = box.h - height; spare > 0) m_box = {box.x, box.y + spare / 2, box.w, height};
}

void FactColumn::line(std::string_view words, const TextStyle& style, std::optional<Provenance> kind) {
  const Rect row = take(kLine);
  if (row.h <= 0) return;
  const std::string_view tag = kind ? provenanceKey(*kind) : std::string_view{};
  const float tagRoom = kind ? tagWidth(m_canvas, tag, 9) + 6 : 0;
  if (tagRoom > row.w * 0.6f) return;
  const Rect shown = drawLine(m_canvas, {row.x, row.y, row.w - tagRoom, row.h}, words, style);
  if (kind && shown.w > 0) drawTag(m_canvas, {shown.right() + 6, row.y, tagRoom, row.h}, tag, 9);
}

void FactColumn::line(std::initializer_list<std::string> wordings, const TextStyle& style, Provenance kind) {
  const float room = m_box.w - tagWidth(m_canvas, provenanceKey(kind), 9) - 6;
  for (const std::string& words : wordings)
    if (m_canvas.measure(words, style) <= room) return line(words, style, kind);
  line(*(wordings.end() - 1), style, kind);
}

void FactColumn::meter(double last, double best, Color color) {
  const Rect row = take(kMeterLine);
  if (row.h <= 0 || row.w <= 0) return;
  const Rect bar{row.x, row.y + 1, row.w, kMeter};
  const auto part = [&](double share) {
    return Rect{bar.x, bar.y, bar.w * static_cast<float>(std::clamp(share, 0.0, 1.0)), bar.h};
  };
  m_canvas.fill(bar, m_canvas.theme().meter, kMeter / 2);
  if (best > 0) m_canvas.fill(part(best), mix(m_canvas.theme().meter, color, 0.45f), kMeter / 2);
  if (last > 0) m_canvas.fill(part(last), color, kMeter / 2);
}

Rect FactColumn::take(float height) {
  if (m_box.h < height) {
    m_box.h = 0;
    return {m_box.x, m_box.y, m_box.w, 0};
  }
  const Rect row{m_box.x, m_box.y, m_box.w, height};
  m_box = {m_box.x, m_box.y + height, m_box.w, m_box.h - height};
  return row;
}

}  // namespace strata::inline views
