#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "kernels/microscope/access.h"
#include "kernels/microscope/code_order.h"

namespace strata::inline microscope {

inline constexpr std::size_t kMostLanes = 64;  ///< of a warp

/// What lanes of a warp did together: `lanes[i]` is what lane `numbers[i]` brought; all have one pc, kind and width.
struct WarpStep {
  std::span<const Access> lanes;
  std::span<const std::uint8_t> numbers;
};

/// Plays the lanes of a warp in lock-step: of those that stand at different places, the ones inside the deepest call,
/// then at the first place in `order` go on, so lanes that took different branches come together again behind them.
/// What lanes did that were not always together is learnt first. `lanes` has up to 64 logs; a barrier is passed when
/// all lanes that are not at their end stand at one.
void mergeWarp(std::span<const std::span<const Access>> lanes, CodeOrder& order,
               const std::function<void(const WarpStep&)>& visit);

}  // namespace strata::inline microscope
