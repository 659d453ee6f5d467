#include "app/views/roofline/roofline_labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "app/canvas/format.h"

namespace strata::inline views {
namespace {

using PlacedPoint = RooflineLayout::PlacedPoint;

LabelPlacer placerFor(const RooflineData& data, const RooflineLayout& layout) {
  LabelPlacer placer(layout.frame.inset(2, 1));
  for (const auto* words :
       {&layout.bandwidth, &layout.compute, &layout.memoryBound, &layout.computeBound, &layout.ideal, &layout.unit})
    if (*words) placer.keepClear((*words)->box);
  for (const auto& placed : layout.points) placer.mark(placed.at, layout.radius);
  if (data.roofs()) placer.avoid(layout.slopeStart, layout.knee);
  if (data.hasRidge()) {
    placer.avoid(layout.knee, {layout.plot.right(), layout.knee.y});
    placer.avoid(layout.knee, {layout.knee.x, layout.frame.bottom()});
  }
  const RooflineLayout::PlacedPoint* before = nullptr;
  for (const auto& placed : layout.points) {
    if (!placed.point->isStep()) continue;
    if (before) placer.avoid(before->at, placed.at);
    before = &placed;
  }
  if (idealTop(data, layout)) {
    const float x = layout.x.at(data.ideal->value);
    placer.avoid({x, layout.plot.y}, {x, layout.plot.bottom()});
  }
  return placer;
}

constexpr int kUnimportant = 3;

/// The chosen one first, then the library and the ends of the ladder: where room is short these have labels.
int rankOf(const RooflineLayout& layout, const PlacedPoint& placed) {
  if (placed.point->chosen) return 0;
  if (placed.point->library) return 1;
  return &placed == &layout.points.front() ? 2 : kUnimportant;
}

enum class LabelOrder : std::uint8_t { Importance, FromTop, FromBottom };

std::vector<PlacedPoint*> ordered(RooflineLayout& layout, LabelOrder order) {
  std::vector<PlacedPoint*> all;
  for (PlacedPoint& placed : layout.points) all.push_back(&placed);
  std::ranges::stable_sort(all, {}, [&](const PlacedPoint* placed) {
    if (order == LabelOrder::Importance) return static_cast<float>(rankOf(layout, *placed));
    return order == LabelOrder::FromTop ? placed->at.y : -placed->at.y;
  });
  return all;
}

Point nearestOfLabel(const PlacedPoint& placed) {
  const Rect box = placed.label->box;
  return {std::clamp(placed.at.x, box.x, box.right()), std::clamp(placed.at.y, box.y, box.bottom())};
}

/// Whether the ways from two points to their labels cross, or the labels stand in a column the other way round.
bool areTangled(const PlacedPoint& a, const PlacedPoint& b) {
  if (!a.label || !b.label) return false;
  if (waysCross({a.at, nearestOfLabel(a)}, {b.at, nearestOfLabel(b)})) return true;
  const Rect ofA = a.label->box, ofB = b.label->box;
  const bool column = ofA.x < ofB.right() && ofB.x < ofA.right() && std::fabs(a.at.x - b.at.x) < 2 * ofA.h;
  return column && (a.at.y - b.at.y) * (ofA.y - ofB.y) < 0 && std::fabs(a.at.y - b.at.y) > 1;
}

/// How much a placement leaves out, and then how many pairs it tangles.
int faultsOf(const RooflineLayout& layout) {
  constexpr int kLeftOut = 1'000, kImportantLeftOut = 100'000;
  int faults = 0;
  for (std::size_t i = 0; i < layout.points.size(); ++i) {
    const PlacedPoint& placed = layout.points[i];
    if (!placed.label) faults += rankOf(layout, placed) < kUnimportant ? kImportantLeftOut : kLeftOut;
    for (std::size_t j = 0; j < i; ++j) faults += areTangled(placed, layout.points[j]) ? 1 : 0;
  }
  return faults;
}

void placeLabels(const Canvas& canvas, const RooflineData& data, RooflineLayout& layout, bool withSpeed,
                 LabelOrder order) {
  LabelPlacer placer = placerFor(data, layout);
  for (PlacedPoint* placed : ordered(layout, order)) {
    const TextStyle style = rooflineLabelStyle(canvas, layout.letters, placed->point->chosen);
    placed->name = placed->point->name;
    placed->speed = withSpeed ? formatNumber(placed->point->gflops) : std::string();
    const float gap = withSpeed ? RooflineLayout::kNameGap * style.size : 0;
    const float width = canvas.measure(placed->name, style) + gap + canvas.measure(placed->speed, style);
    placed->label =
        placer.place(placed->at, layout.radius + (placed->point->chosen ? 3 : 0), width, style.size * kLineHeight);
  }
}

}  // namespace

void layOutLabels(const Canvas& canvas, const RooflineData& data, RooflineLayout& layout) {
  for (const bool withSpeed : {true, false}) {
    std::vector<PlacedPoint> best;
    int least = std::numeric_limits<int>::max();
    for (const LabelOrder order : {LabelOrder::Importance, LabelOrder::FromTop, LabelOrder::FromBottom}) {
      placeLabels(canvas, data, layout, withSpeed, order);
      if (const int faults = faultsOf(layout); faults < least) least = faults, best = layout.points;
      if (least == 0) break;
    }
    layout.points = std::move(best);
    if (std::ranges::all_of(layout.points, [](const PlacedPoint& placed) { return placed.label.has_value(); })) return;
  }
}

}  // namespace strata::inline views
