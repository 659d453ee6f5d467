#include "app/views/roofline/roofline_axis.h"

#include <algorithm>

#include "app/words/messages.h"

namespace strata::inline views {
namespace {

using Numbers = std::vector<RooflineLayout::Words>;

Msg axisWords(const RooflineData& data) {
  const std::optional<IntensityBytes> bytes = data.bytes();
  if (!bytes) return Msg::RooflineXAxisShort;
  switch (*bytes) {
    case IntensityBytes::Requested: return Msg::RooflineXAxis;
    case IntensityBytes::OfMemory: return Msg::RooflineXAxisThere;
    case IntensityBytes::Once: return Msg::RooflineXAxisOnce;
  }
  return Msg::RooflineXAxisShort;
}

/// Those that have room beside a name so wide; without one the last may end where the axis does.
Numbers numbersBeside(const Canvas& canvas, const RooflineLayout& layout, float name) {
  const TextStyle style = rooflineWordStyle(canvas, layout.letters);
  const float end = layout.x.to - (name > 0 ? name + 8 * layout.scale : 0);
  float free = layout.x.from - 12 * layout.scale;
  Numbers numbers;
  for (const AxisTick& tick : logTicks(layout.x, style.size * 3)) {
    const float width = canvas.measure(tick.label, style);
    const float middle = tick.at - width / 2, x = name > 0 ? middle : std::min(middle, end - width);
    if (tick.label.empty() || x < free || x + width > end) continue;
    numbers.push_back({tick.label, {x, 0, width, style.size * kLineHeight}});
    free = x + width + 6 * layout.scale;
  }
  return numbers;
}

/// Whether a number stands at the rightmost point or beyond it.
bool reachPoints(const Numbers& numbers, const RooflineData& data, const RooflineLayout& layout) {
  float rightmost = layout.x.from;
  for (const RooflinePoint& point : data.points) rightmost = std::max(rightmost, layout.x.at(point.intensity));
  return !numbers.empty() && numbers.back().box.right() >= rightmost;
}

RooflineLayout::Words nameAt(const Canvas& canvas, const RooflineLayout& layout, std::string_view name, float y) {
  const TextStyle style = rooflineWordStyle(canvas, layout.letters);
  const float width = canvas.measure(name, style);
  return {std::string(name), {layout.x.to - width, y, width, style.size * kLineHeight}};
}

}  // namespace

bool hasNameBelow(const Canvas& canvas, const RooflineData& data, const RooflineLayout& layout, float height) {
  constexpr float kLeastHeight = 220;
  if (height < kLeastHeight * layout.scale) return false;
  const float name = canvas.measure(text(axisWords(data)), rooflineWordStyle(canvas, layout.letters));
  return name <= layout.x.to - layout.x.from &&
         numbersBeside(canvas, layout, name).size() < numbersBeside(canvas, layout, 0).size();
}

void layOutIntensities(const Canvas& canvas, const RooflineData& data, RooflineLayout& layout, bool nameBelow) {
  constexpr std::size_t kFew = 2;  // one alone says nothing of how far it is to the next
  const TextStyle style = rooflineWordStyle(canvas, layout.letters);
  const float y = layout.frame.bottom() + 3 * layout.scale;
  const Numbers all = numbersBeside(canvas, layout, 0);
  layout.intensities = all;
  if (nameBelow) {
    layout.intensitiesName = nameAt(canvas, layout, text(axisWords(data)), y + style.size * kLineHeight);
  } else {
    for (const std::string_view name : {text(axisWords(data)), text(Msg::RooflineXAxisShort)}) {
      const float width = canvas.measure(name, style);
      if (width >= (layout.x.to - layout.x.from) * 0.55f) continue;
      Numbers beside = numbersBeside(canvas, layout, width);
      const bool enough = beside.size() >= std::min(kFew, all.size()) &&
                          (reachPoints(beside, data, layout) || !reachPoints(all, data, layout));
      if (!enough) continue;
      layout.intensities = std::move(beside);
      layout.intensitiesName = nameAt(canvas, layout, name, y);
      break;
    }
  }
  for (RooflineLayout::Words& number : layout.intensities) number.box.y = y;
}

}  // namespace strata::inline views
