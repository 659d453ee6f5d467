#pragma once

#include <cstdint>
#include <unordered_map>

#include "engine/trace/reader_state.h"

namespace strata {

/// Perfetto's own arrows (flow ids) as correlations: the first slice with an id is where an arrow starts, the next
/// where it ends. An event has room for one correlation, so of an arrow through several slices every other link is
/// kept.
class FlowTable {
 public:
  explicit FlowTable(WireIds& correlations) : m_correlations(correlations) {}

  /// Gives the event its correlation if it has flow ids.
  void link(DecodedEvent& decoded);

 private:
  void link(TraceEvent& event, std::uint64_t flow, bool ends);

  WireIds& m_correlations;
  std::unordered_map<std::uint64_t, std::uint32_t> m_started;  ///< flow id to correlation
};

}  // namespace strata
