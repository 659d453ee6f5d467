#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "engine/base/time.h"

namespace strata::inline trace {

/// Maps HostTicks to HostTime. Calibrated on construction (about 2 ms), refreshed by `refresh()`: each refresh
/// continues the line a little ahead with one aimed at the clock's newest bracketed reading, so time never goes back
/// and a time once given stays. Ticks of the last 256 refreshes keep the line of their time. Thread-safe for one
/// refresher and many readers.
class HostClockSync {
 public:
  HostClockSync();
  HostTime toHostTime(HostTicks ticks) const;
  /// Does nothing within 2 ms of the last.
  void refresh();
  /// Half the width of the tightest bracket plus the residual of the last refresh, in nanoseconds.
  std::int64_t errorNs() const { return m_errorNs.load(std::memory_order_relaxed); }
  /// True where ticks are the TSC.
  static bool usesTsc() {
    static const bool kInvariant = tscIsInvariant();
    return kInvariant;
  }

 private:
  struct Reading {
    std::uint64_t ticks = 0;
    std::int64_t ns = 0;
    std::int64_t halfWidth = 0;
  };
  struct Line {
    std::uint64_t ticks = 0;
    std::int64_t ns = 0;
    double nsPerTick = 1.0;
    std::int64_t at(std::uint64_t t) const;
  };
  struct SharedLine {
    std::atomic<std::uint64_t> ticks{0};
    std::atomic<std::int64_t> ns{0};
    std::atomic<double> nsPerTick{1.0};
  };
  static constexpr std::size_t kLines = 256;

  static bool tscIsInvariant();
  static Reading read();
  Line lineOf(std::uint64_t ticks) const;
  void append(Line line);

  std::array<SharedLine, kLines> m_lines;
  std::atomic<std::uint64_t> m_version{0};  ///< odd while a line is being replaced
  std::atomic<std::size_t> m_count{0};
  std::atomic<std::int64_t> m_errorNs{0};
  Reading m_far, m_near;  ///< where the slope is measured from, and its successor; the refresher's
  std::int64_t m_last = 0;
};

/// Raw host time stamp, a few nanoseconds: rdtsc where the TSC is invariant, CLOCK_MONOTONIC elsewhere.
inline HostTicks hostTicks() {
#if defined(__x86_64__)
  if (HostClockSync::usesTsc()) [[likely]]
    return {__builtin_ia32_rdtsc()};
#endif
  return {static_cast<std::uint64_t>(hostNow().ns)};
}

}  // namespace strata::inline trace
