#include "kernels/microscope/warp_merge.h"

#include <array>

namespace strata::inline microscope {
namespace {

/// Who goes first: deeper calls, then lower addresses; barriers last.
bool before(const Access& a, const Access& b) {
  const bool aWaits = a.kind == Access::Kind::Barrier, bWaits = b.kind == Access::Kind::Barrier;
  if (aWaits != bWaits) return bWaits;
  if (a.depth != b.depth) return a.depth > b.depth;
  return a.pc < b.pc;
}

bool together(const Access& a, const Access& b) {
  return a.pc == b.pc && a.kind == b.kind && a.depth == b.depth && a.bytes == b.bytes;
}

}  // namespace

void mergeWarp(std::span<const std::span<const Access>> lanes, const std::function<void(const WarpStep&)>& visit) {
  std::array<const Access*, kMostLanes> next{}, end{};
  for (std::size_t l = 0; l < lanes.size(); ++l) next[l] = lanes[l].data(), end[l] = next[l] + lanes[l].size();
  std::array<Access, kMostLanes> step;
  std::array<std::uint8_t, kMostLanes> numbers{};
  for (;;) {
    const Access* first = nullptr;
    std::size_t count = 0;
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      if (next[l] == end[l]) continue;
      if (!first || before(*next[l], *first))
        first = next[l], count = 0;
      else if (!together(*next[l], *first))
        continue;
      numbers[count++] = static_cast<std::uint8_t>(l);
    }
    if (!first) return;
    for (std::size_t i = 0; i < count; ++i) step[i] = *next[numbers[i]]++;
    visit({std::span(step).first(count), std::span(numbers).first(count)});
  }
}

}  // namespace strata::inline microscope
