#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// One end of an arrow.
struct ArrowEnd {
  EventRef at;
  CorrelationId id = CorrelationId::None;
  bool leaves = false;  ///< else it arrives
};

/// The arrows of a session by the events they join. An arrow has both ends; it never points back in time but where
/// clocks disagree and the work lasts until its launch: then it arrives inside the work.
class ArrowEnds {
 public:
  explicit ArrowEnds(const TraceSnapshot& snapshot);

  /// Whether `id` joins two events and can be drawn.
  bool whole(CorrelationId id) const;
  /// Where on the work's time it arrives.
  HostTime arrival(CorrelationId id) const;

  /// All ends at an event.
  void at(EventRef ref, const TraceEvent& event, std::vector<ArrowEnd>& ends) const;

  std::uint64_t count() const { return m_count; }

 private:
  const TraceSnapshot& m_snapshot;
  std::vector<ArrowEnd> m_shared;  ///< ends at events whose own correlation is another one; by event
  std::uint64_t m_count = 0;
};

}  // namespace strata::inline interchange
