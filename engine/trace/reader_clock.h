#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "engine/base/time.h"

namespace strata::inline trace {

/// Turns time stamps of any of a trace's clocks into the trace's primary clock.
class ClockTable {
 public:
  /// Takes in a ClockSnapshot. Throws what protozero throws.
  void addSnapshot(std::string_view message, std::uint32_t sequence);
  /// `clock` 0 is the primary one. Never before 0, and far from the ends of the range.
  HostTime toTrace(std::uint64_t timestamp, std::uint32_t clock, std::uint32_t sequence);
  /// What CLOCK_REALTIME shows at time 0 of the primary clock, in nanoseconds since 1970; nullopt: not said yet.
  std::optional<std::int64_t> wallClock() const { return m_wallClock; }

 private:
  struct Clock {
    std::uint64_t offset = 0;  ///< to the primary clock, in ns, modulo 2⁶⁴
    std::uint64_t nsPerTick = 1;
    std::uint64_t last = 0;  ///< of an incremental clock, in ticks
    bool incremental = false;
  };

  static std::uint64_t keyOf(std::uint32_t clock, std::uint32_t sequence);

  std::unordered_map<std::uint64_t, Clock> m_clocks;
  std::uint32_t m_primary = 0;  ///< 0: not said yet
  std::optional<std::int64_t> m_wallClock;
};

/// A time within what a trace can hold.
HostTime sane(std::uint64_t ns);
/// A length that does not run past it.
Duration saneLength(HostTime begin, std::uint64_t ns);

}  // namespace strata::inline trace
