#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/time.h"

namespace strata::inline trace {

/// Turns time stamps of any of a trace's clocks into the trace's primary clock, over as many snapshots as that takes.
class ClockTable {
 public:
  /// Takes in a ClockSnapshot. Throws what protozero throws.
  void addSnapshot(std::string_view message, std::uint32_t sequence);
  /// `clock` 0 is the primary one. Nothing if the time is none that a trace can hold.
  std::optional<HostTime> toTrace(std::uint64_t timestamp, std::uint32_t clock, std::uint32_t sequence);
  /// What CLOCK_REALTIME shows at time 0 of the primary clock, in nanoseconds since 1970; nullopt: not said yet.
  std::optional<std::int64_t> wallClock() const { return m_wallClock; }
  /// The problem that times of several clocks were read that no snapshot joined by then; empty if there is none.
  std::string unjoinedSentence() const;

 private:
  struct Reading {
    std::uint32_t clock = 0;
    std::uint64_t ticks = 0, nsPerTick = 1;
    bool incremental = false;

    std::uint64_t ns() const { return ticks * nsPerTick; }
  };
  struct Snapshot {
    std::uint32_t sequence = 0;
    std::vector<Reading> readings;
  };
  struct Clock {
    bool joined = false;       ///< `offset` is known
    std::uint64_t offset = 0;  ///< to the primary clock, in ns, modulo 2⁶⁴
    std::uint64_t nsPerTick = 1;
    std::uint64_t last = 0;  ///< of an incremental clock, in ticks
    bool incremental = false;
  };

  static std::uint64_t keyOf(std::uint32_t clock, std::uint32_t sequence);
  static Reading readReading(std::string_view message);
  std::optional<std::uint64_t> traceTime(const Snapshot& snapshot) const;
  bool join(const Snapshot& snapshot, std::uint64_t time, bool older);
  void joinApart();

  std::unordered_map<std::uint64_t, Clock> m_clocks;
  std::deque<Snapshot> m_apart;                       ///< those of no clock that is joined, the newest
  std::map<std::uint32_t, std::uint64_t> m_unjoined;  ///< times that were read as they stand, by clock
  bool m_anyJoined = false;                           ///< other times were read
  std::uint32_t m_primary = 0;                        ///< 0: not said yet
  std::optional<std::int64_t> m_wallClock;
};

/// The time, if a trace can hold it: none before 0, which stands as one of 2⁶³ and more, and none far behind.
std::optional<HostTime> timeInRange(std::uint64_t ns);
/// The nearest time that a trace can hold.
HostTime sane(std::uint64_t ns);
/// A length that does not run past it.
Duration saneLength(HostTime begin, std::uint64_t ns);

}  // namespace strata::inline trace
