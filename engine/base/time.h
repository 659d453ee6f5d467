#pragma once

#include <compare>
#include <cstdint>

namespace strata::inline base {

/// A length of time in nanoseconds.
struct Duration {
  std::int64_t ns = 0;

  constexpr double seconds() const { return static_cast<double>(ns) * 1e-9; }
  friend constexpr auto operator<=>(Duration, Duration) = default;  // NOLINT(modernize-use-nullptr): sees a 0 in it
  friend constexpr Duration operator+(Duration a, Duration b) { return {a.ns + b.ns}; }
  friend constexpr Duration operator-(Duration a, Duration b) { return {a.ns - b.ns}; }
  constexpr Duration& operator+=(Duration d) {
    ns += d.ns;
    return *this;
  }
};

/// A point on the host's CLOCK_MONOTONIC, in nanoseconds: the one clock of a trace.
struct HostTime {
  std::int64_t ns = 0;

  friend constexpr auto operator<=>(HostTime, HostTime) = default;  // NOLINT(modernize-use-nullptr)
  friend constexpr HostTime operator+(HostTime t, Duration d) { return {t.ns + d.ns}; }
  friend constexpr HostTime operator-(HostTime t, Duration d) { return {t.ns - d.ns}; }
  friend constexpr Duration operator-(HostTime a, HostTime b) { return {a.ns - b.ns}; }
};

struct TimeRange {
  HostTime begin, end;
  constexpr Duration length() const { return end - begin; }
  constexpr bool overlaps(TimeRange other) const { return begin < other.end && other.begin < end; }
  constexpr bool covers(TimeRange other) const { return begin <= other.begin && other.end <= end; }
  friend constexpr bool operator==(TimeRange, TimeRange) = default;
};

/// A raw reading of a device's own clock; only a HostClockSync turns it into HostTime.
struct DeviceTicks {
  std::uint64_t ticks = 0;
  friend constexpr auto operator<=>(DeviceTicks, DeviceTicks) = default;
};

/// The cheapest raw time stamp of this host: the TSC where it is invariant, else CLOCK_MONOTONIC nanoseconds.
struct HostTicks {
  std::uint64_t ticks = 0;
};

/// CLOCK_MONOTONIC now.
HostTime hostNow();

}  // namespace strata::inline base
