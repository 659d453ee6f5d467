#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "engine/interchange/id_map.h"
#include "engine/trace/trace_event.h"

namespace strata::inline interchange {

/// Tells launches apart that bear one correlation id: what lies within another launch is the same one, what does not is
/// a further one with work of its own.
class ForeignLaunches {
 public:
  explicit ForeignLaunches(IdMap& correlations) : m_correlations(correlations) {}

  /// The id of a launch in the session: its own, a fresh one of a further launch.
  CorrelationId idOf(const TraceEvent& launch);
  /// The id of the nearest launch that began before the work. All launches must be there.
  CorrelationId idOfLaunchOf(const TraceEvent& work) const;
  bool severalHave(CorrelationId id) const { return m_several.contains(id); }
  std::size_t shared() const { return m_several.size(); }  ///< ids that several launches have

 private:
  struct Launch {
    TimeRange time;
    CorrelationId id;
  };
  static HostTime beginOf(const Launch& launch) { return launch.time.begin; }

  IdMap& m_correlations;
  std::vector<TimeRange> m_first;  ///< by id; begins behind its end: there is none
  /// Each by its begin; no two of them touch.
  std::unordered_map<CorrelationId, std::vector<Launch>> m_several;
};

}  // namespace strata::inline interchange
