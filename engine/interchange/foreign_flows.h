#pragma once

#include <cstdint>
#include <vector>

#include "engine/interchange/foreign_launches.h"
#include "engine/interchange/id_map.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// One end or waypoint of an arrow, as another tool's trace says it: at a time in a group.
struct FlowPoint {
  enum class Phase : std::uint8_t { Start, Step, End } phase = Phase::Start;
  bool bindsNext = false;   ///< to the next slice that begins, not to the one around it
  std::uint32_t order = 0;  ///< in the file
  std::uint64_t key = 0;    ///< points with the same belong to one arrow
  HostTime time;
  NameId name = NameId::None;
  CorrelationId sameCorrelation = CorrelationId::None;  ///< that its id is, in Kineto's arrows from launches
  /// The event right before it in its group in the file: where it is around the point, that is the one meant.
  struct {
    HostTime begin;
    std::int64_t payload = 0;
    NameId name = NameId::None;
  } hint;
};

/// Turns points that found their slices into arrows.
class ForeignFlows {
 public:
  ForeignFlows(TraceStore& store, IdMap& correlations, const ForeignLaunches& launches)
      : m_store(store), m_correlations(correlations), m_launches(launches) {}

  /// The point belongs to the event that is stored at `ref`.
  void bound(const FlowPoint& point, EventRef ref, const TraceEvent& event);
  /// Makes the arrows, once all points are bound: each step and end is joined to the start or step before it in time.
  void resolve();
  /// Steps and ends that no start precedes.
  std::uint64_t withoutStart() const { return m_withoutStart; }

 private:
  struct Bound {
    HostTime time;
    std::uint64_t key;
    std::uint32_t order;
    FlowPoint::Phase phase;
    CorrelationId correlation;  ///< of the event
    CorrelationId arrow;        ///< FlowPoint::sameCorrelation
    bool work;
    EventRef ref;
  };

  void completeLaunch(const Bound& point);

  TraceStore& m_store;
  IdMap& m_correlations;
  const ForeignLaunches& m_launches;
  std::vector<Bound> m_bound;
  std::uint64_t m_withoutStart = 0;
};

}  // namespace strata::inline interchange
