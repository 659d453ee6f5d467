#pragma once

#include <cstddef>

namespace strata::inline base {

/// Where the median of so many values stands when they are in order; of an even count the lower of the two in the
/// middle: a value that was measured, and whose event can be shown. There is at least one.
constexpr std::size_t medianPlace(std::size_t count) {
  return (count - 1) / 2;
}

}  // namespace strata::inline base
