#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/trace_event.h"

namespace strata::inline trace {

/// What an event does on its way into a store. Of another tool's trace it is kept in `flags` until then.
enum class EventStep : std::uint8_t { Add = 0, Begin = 0x40, End = 0x80 };

inline EventStep eventStep(const TraceEvent& event) {
  return static_cast<EventStep>(event.flags & 0xC0);
}
inline void setEventStep(TraceEvent& event, EventStep step) {
  event.flags = static_cast<std::uint8_t>((event.flags & 0x3F) | static_cast<std::uint8_t>(step));
}

/// Events in any order, handed out by time: of those that begin together begins and ends in the order they came, then
/// whole slices, the longest first. Costs the 40 bytes of the event and little time where the order is almost there
/// already; what was handed out is freed.
class EventSorter {
 public:
  void push(const TraceEvent& event);
  /// The event pushed last; its time must stay.
  TraceEvent& last() { return m_filling.back(); }

  /// Calls use(event) for all of them, in any order; not once next() was called.
  template <class Use>
  void each(Use use) const {
    for (const Run& run : m_runs)
      for (const Chunk& chunk : run.chunks)
        for (const TraceEvent& event : chunk) use(event);
    for (const TraceEvent& event : m_filling) use(event);
  }

  /// Gives the next event; false when there is none. No push after the first call.
  bool next(TraceEvent& event);

 private:
  using Chunk = std::vector<TraceEvent>;
  /// Chunks that follow each other in order of time.
  struct Run {
    std::vector<Chunk> chunks;
    std::vector<std::uint32_t> serials;  ///< of each chunk: earlier pushed is lower
    std::size_t chunk = 0, at = 0;

    const TraceEvent& head() const { return chunks[chunk][at]; }
    std::uint32_t serial() const { return serials[chunk]; }
  };

  void finishChunk();
  void start();
  bool later(std::uint32_t a, std::uint32_t b) const;
  void advance(Run& run);

  Chunk m_filling;
  bool m_sorted = true;  ///< m_filling is
  bool m_started = false;
  std::uint32_t m_chunks = 0;
  std::vector<Run> m_runs;
  std::vector<std::uint32_t> m_heap;  ///< runs that have events left, the earliest head on top
};

}  // namespace strata::inline trace
