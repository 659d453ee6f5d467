#include "kernels/microscope/warp_merge.h"

#include <algorithm>
#include <array>

namespace strata::inline microscope {
namespace {

/// Who goes first: deeper calls, then earlier places; barriers last.
bool before(const Access& a, const Access& b, CodeOrder& order) {
  const bool aWaits = a.kind == Access::Kind::Barrier, bWaits = b.kind == Access::Kind::Barrier;
  if (aWaits != bWaits) return bWaits;
  if (a.depth != b.depth) return a.depth > b.depth;
  return order.placeOf(a.pc) < order.placeOf(b.pc);
}

bool together(const Access& a, const Access& b) {
  return a.pc == b.pc && a.kind == b.kind && a.depth == b.depth && a.bytes == b.bytes;
}

bool alwaysTogether(std::span<const std::span<const Access>> lanes) {
  return std::ranges::all_of(
      lanes, [&](std::span<const Access> lane) { return std::ranges::equal(lane, lanes.front(), together); });
}

}  // namespace

void mergeWarp(std::span<const std::span<const Access>> lanes, CodeOrder& order,
               const std::function<void(const WarpStep&)>& visit) {
  if (!alwaysTogether(lanes))
    for (const std::span<const Access> lane : lanes) order.learn(lane);
  std::array<const Access*, kMostLanes> next{}, end{};
  for (std::size_t l = 0; l < lanes.size(); ++l) next[l] = lanes[l].data(), end[l] = next[l] + lanes[l].size();
  std::array<Access, kMostLanes> step;
  std::array<std::uint8_t, kMostLanes> numbers{};
  for (;;) {
    const Access* first = nullptr;
    std::size_t count = 0;
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      if (next[l] == end[l]) continue;
      if (!first || !together(*next[l], *first)) {
        if (first && !before(*next[l], *first, order)) continue;
        first = next[l], count = 0;
      }
      numbers[count++] = static_cast<std::uint8_t>(l);
    }
    if (!first) return;
    for (std::size_t i = 0; i < count; ++i) step[i] = *next[numbers[i]]++;
    visit({std::span(step).first(count), std::span(numbers).first(count)});
  }
}

}  // namespace strata::inline microscope
