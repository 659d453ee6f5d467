#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// What the finished events of one name took, within a range. A track group is a host thread with all its storeys,
/// or one stream or copy direction.
struct NameStatistics {
  NameId name = NameId::None;
  Storey storey = Storey::Other;
  EventKind kind = EventKind::Slice;
  std::uint64_t count = 0;
  Duration total;  ///< while any of them ran in a group, within the range; nested in itself counts once
  Duration self;   ///< of that, while it was the event begun last in its group: what it called is not in it
  Duration whole;  ///< all their lengths, beyond the range too
  Duration least, most;
  EventRef longest;
  double mean() const { return count == 0 ? 0 : static_cast<double>(whole.ns) / static_cast<double>(count); }
};

/// How the durations of one name are spread.
struct Spread {
  NameId name = NameId::None;
  Duration median, p5, p95;
  static constexpr std::size_t kBins = 48;
  std::array<std::uint32_t, kBins> bins{};  ///< evenly from `low` to `high`; what is beyond p99.5 is in the last
  Duration low, high;
};

/// Count, times and spread of what lies wholly or partly in a range, by name. Total and self are clipped to the range
/// and count each nanosecond of a group once, so the selves sum to the time in which the groups were busy; mean, least,
/// most and spread are of whole events. Slices, kernels and copies; the same name on two storeys is two lines.
struct EventStatistics {
  TimeRange range;
  std::vector<NameStatistics> names;  ///< longest total first
  std::optional<Spread> spread;       ///< of the chosen name
  std::uint64_t events = 0;
  std::uint64_t cut = 0;  ///< of them, those that reach beyond the range
};

/// Reads every event of the range. `chosen`: whose spread; None is that of the first line.
EventStatistics statisticsOf(const TraceSnapshot& snapshot, TimeRange range, NameId chosen);

}  // namespace strata::inline facts
