#include "app/facts/event_filter.h"

#include <utility>

#include "app/facts/lanes.h"
#include "app/facts/name_pattern.h"

namespace strata::inline facts {

Result<EventSieve> EventSieve::of(const TraceSnapshot& snapshot, const EventFilter& filter) {
  EventSieve sieve;
  sieve.m_storey = filter.storey;
  sieve.m_work = filter.work;
  sieve.m_least = filter.least;
  if (filter.lane) {
    sieve.m_tracks.resize(snapshot.tracks().size());
    for (const Lane& lane : lanesOf(snapshot))
      if (lane.tracks.front() == *filter.lane)
        for (const std::uint32_t track : lane.tracks) sieve.m_tracks[track] = true;
  }
  if (filter.name.empty()) return sieve;
  if (!filter.expression) {
    sieve.m_names = namesWith(snapshot, filter.name);
    return sieve;
  }
  STRATA_ASSIGN(sieve.m_names, namesLike(snapshot, filter.name));
  return sieve;
}

EventSieve EventSieve::ofTimed(TimedCalls timed) {
  EventSieve sieve;
  sieve.m_timed = std::move(timed);
  return sieve;
}

}  // namespace strata::inline facts
