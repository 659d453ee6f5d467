#pragma once

#include <array>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// Gives each nanosecond of a window to the deepest storey active then; device work is hardware.
class StoreySweep {
 public:
  explicit StoreySweep(TimeRange window) : m_window(window) {}

  /// Nothing for points, Strata's own cost and what no storey claims.
  void add(const TraceEvent& event, HostTime end);
  std::array<Duration, kStoreyCount> times() &&;

 private:
  /// Where a storey becomes active (+1) or stops being so (-1).
  struct Edge {
    HostTime time;
    std::size_t storey;
    int change;
  };

  TimeRange m_window;
  std::vector<Edge> m_edges;
};

}  // namespace strata::inline trace
