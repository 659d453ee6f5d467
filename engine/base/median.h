#pragma once

#include <cstddef>

namespace strata::inline base {

/// Where the value stands, among so many in order, that so many thousandths of them are not above (nearest rank): for
/// 990 of 270 the 268th. A value that was measured, and whose event can be shown. There is at least one.
constexpr std::size_t rankPlace(std::size_t count, std::size_t thousandths) {
  return thousandths == 0 ? 0 : (count * thousandths + 999) / 1000 - 1;
}

/// The same for the median: of an even count the lower of the two in the middle.
constexpr std::size_t medianPlace(std::size_t count) {
  return rankPlace(count, 500);
}

/// And for p99, which tells something of this many and more: of fewer it is the greatest.
constexpr std::size_t p99Place(std::size_t count) {
  return rankPlace(count, 990);
}
inline constexpr std::size_t kLeastForP99 = 100;

}  // namespace strata::inline base
