#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/base/time.h"

namespace strata::inline trace {

/// From when on each row of a track is free. Rows that nobody spoke of are free at any time. Finding and changing takes
/// as many steps as the number of rows has digits, so that deep nesting costs no more than its events.
class FreeRows {
 public:
  /// The first row from `from` on that is free at `time`; it may be one behind all that were spoken of.
  std::uint32_t first(std::uint32_t from, HostTime time) const;
  void freeFrom(std::uint32_t row, HostTime time) { set(row, {false, time}); }
  void take(std::uint32_t row) { set(row, {true, {}}); }

 private:
  /// The least is free the earliest.
  struct State {
    bool taken = false;
    HostTime free{std::numeric_limits<std::int64_t>::min()};
    friend constexpr auto operator<=>(const State&,
                                      const State&) = default;  // NOLINT(modernize-use-nullptr): sees a 0 in it
  };

  void set(std::uint32_t row, State state);
  void reach(std::uint32_t row);

  /// A heap-like tree: each node has the least of the two at twice its place; the last m_leaves are the rows.
  std::vector<State> m_least;
  std::size_t m_leaves = 0;
};

}  // namespace strata::inline trace
