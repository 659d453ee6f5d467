#pragma once

#include <cstdint>

#include "engine/base/time.h"

namespace strata {

/// Raw host time stamp, a few nanoseconds: rdtsc where the TSC is invariant, CLOCK_MONOTONIC elsewhere.
HostTicks hostTicks();

/// Maps HostTicks to HostTime. Calibrated on construction, refreshed by `refresh()` (a line through the first and the
/// newest of bracketed readings), and monotone across refreshes. Thread-safe for one refresher and many readers.
class HostClockSync {
 public:
  HostClockSync();
  HostTime toHostTime(HostTicks ticks) const;
  void refresh();
  /// Half the width of the tightest bracket plus the residual of the last refresh, in nanoseconds.
  std::int64_t errorNs() const;
  /// True where ticks are the TSC.
  static bool usesTsc();

 private:
  struct Line {
    std::uint64_t ticks = 0;
    std::int64_t ns = 0;
    double nsPerTick = 1.0;
  };
  Line m_first, m_line;
  std::int64_t m_errorNs = 0;
};

}  // namespace strata
