#include <algorithm>

#include "app/views/memory/memory_details.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kMapHeader = 20, kPeakLine = 15, kAxis = 15, kLeastPlot = 50, kBetween = 6;
constexpr float kLeast = kMapHeader + kPeakLine + kLeastPlot + kBetween;

struct Wanted {
  std::string_view name;
  std::uint32_t track;
  float weight;
  bool ofSeveral;
};

std::vector<Wanted> wantedPlots(const MemoryFacts& facts) {
  std::vector<Wanted> wanted;
  const auto add = [&](const std::optional<MemoryUse>& use, Msg name, float weight) {
    if (use && use->highest > 0) wanted.push_back({text(name), use->track, weight, use->ofSeveral});
  };
  add(facts.device, facts.sameRam ? Msg::DeviceArena : Msg::DeviceMemory, 2);
  add(facts.pinned, Msg::PinnedMemory, 1);
  add(facts.pageable, Msg::PageableMemory, 1);
  return wanted;
}

/// Where one allocation of the stack begins and ends, cut to the span.
struct Life {
  HostTime begin, end;
};

Life lifeOf(const AllocationPlot& plot, const Allocation& one) {
  return {std::max(one.begin, plot.span.begin), std::min(one.end.value_or(plot.span.end), plot.span.end)};
}

}  // namespace

float AllocationPlot::xOf(HostTime time) const {
  const double length = static_cast<double>(std::max<std::int64_t>(1, span.length().ns));
  const double share = static_cast<double>((time - span.begin).ns) / length;
  return plot.x + plot.w * static_cast<float>(std::clamp(share, 0.0, 1.0));
}

float AllocationPlot::heightOf(double bytes) const {
  return map.peak > 0 ? plot.h * static_cast<float>(std::clamp(bytes / map.peak, 0.0, 1.0)) : 0;
}

std::vector<AllocationPlot> allocationPlots(Rect box, const ViewState& state, const MemoryFacts& facts) {
  std::vector<AllocationPlot> plots;
  const auto bounds = state.session.snapshot ? state.session.snapshot->bounds() : std::nullopt;
  if (!bounds || box.w < 60) return plots;
  std::vector<Wanted> wanted = wantedPlots(facts);
  const auto room = static_cast<std::size_t>(std::max(0.f, (box.h - kAxis) / kLeast));
  if (wanted.size() > room) wanted.resize(room);
  float weights = 0, y = box.y;
  for (const Wanted& one : wanted) weights += one.weight;
  const float spare = box.h - kAxis - kLeast * static_cast<float>(wanted.size());
  for (const Wanted& one : wanted) {
    const float height = kLeast + spare * one.weight / weights;
    const bool last = &one == &wanted.back();
    const Rect plot{box.x, y + kMapHeader + kPeakLine, box.w, height - kMapHeader - kPeakLine - (last ? 0 : kBetween)};
    plots.push_back({one.name,
                     {box.x, y, box.w, kMapHeader},
                     plot,
                     {box.x, plot.bottom(), box.w, last ? kAxis : 0},
                     *bounds,
                     allocationMap(*state.session.snapshot, one.track, bounds->end),
                     one.ofSeveral});
    y += height;
  }
  return plots;
}

void forEachPiece(const AllocationPlot& plot, const std::function<bool(const Allocation&, Rect)>& visit) {
  const std::vector<Allocation>& all = plot.map.largest;
  std::vector<HostTime> cuts;
  for (const Allocation& one : all) {
    const Life life = lifeOf(plot, one);
    cuts.insert(cuts.end(), {life.begin, life.end});
  }
  std::ranges::sort(cuts);
  cuts.erase(std::ranges::unique(cuts).begin(), cuts.end());
  const auto place = [&](HostTime time) {
    return static_cast<std::size_t>(std::ranges::lower_bound(cuts, time) - cuts.begin());
  };
  std::vector<double> below(cuts.size(), 0);  // bytes stacked so far, from each cut to the next
  for (const Allocation& one : all) {
    const Life life = lifeOf(plot, one);
    const std::size_t end = place(life.end);
    for (std::size_t from = place(life.begin), to; from < end; from = to) {
      const double floor = below[from];
      for (to = from; to < end && below[to] == floor; ++to) below[to] += one.bytes;
      const float x = plot.xOf(cuts[from]), top = plot.plot.bottom() - plot.heightOf(floor + one.bytes);
      const float bottom = plot.plot.bottom() - plot.heightOf(floor);
      if (!visit(one, {x, top, plot.xOf(cuts[to]) - x, bottom - top})) return;
    }
  }
}

}  // namespace strata::inline views
