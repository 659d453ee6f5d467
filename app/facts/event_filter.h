#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/trace/timed_part.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// Which events are wanted; all of them to begin with.
struct EventFilter {
  std::optional<Storey> storey = {};
  bool work = false;                       ///< the device's
  std::optional<std::uint32_t> lane = {};  ///< a thread, stream or copy direction, by its first track (lanes.h)
  std::string name = {};                   ///< part of it, in any case of letters; empty: any
  bool expression = false;                 ///< the name is a regular expression
  Duration least = {};                     ///< how long they last at least
  friend bool operator==(const EventFilter&, const EventFilter&) = default;
};

/// A filter, ready to be asked about the events of one snapshot.
class EventSieve {
 public:
  EventSieve() = default;  ///< everything passes
  /// Error: what is wrong with the regular expression.
  static Result<EventSieve> of(const TraceSnapshot& snapshot, const EventFilter& filter);
  /// What was timed.
  static EventSieve ofTimed(TimedCalls timed);

  bool passes(const TraceEvent& event) const {
    return passes(event.name, event.storey) && (!m_work || isWork(event.kind)) && event.duration() >= m_least &&
           (m_tracks.empty() || m_tracks[event.track]) && m_timed.holds(event);
  }
  /// Whether it asks for name and storey alone, so that events of the same ones pass together.
  bool ofNames() const { return !m_work && m_least == Duration{} && m_tracks.empty() && m_timed.all(); }
  bool passes(NameId name, Storey storey) const {
    return (!m_storey || storey == *m_storey) && (m_names.empty() || m_names[static_cast<std::size_t>(name)]);
  }

 private:
  std::optional<Storey> m_storey;
  bool m_work = false;
  Duration m_least;
  std::vector<bool> m_tracks, m_names;  ///< empty: any
  TimedCalls m_timed;
};

}  // namespace strata::inline facts
