#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "app/facts/event_filter.h"
#include "engine/trace/device_work.h"
#include "engine/trace/launch_shape.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// What tells the lines of one storey apart.
struct NameAndShape {
  NameId name;
  std::optional<GridAndBlock> shape;  ///< of its launches, where lines are told apart by that, too

  NameAndShape(NameId of = NameId::None, const std::optional<GridAndBlock>& launched = {})
      : name(of), shape(launched) {}
  friend auto operator<=>(const NameAndShape&, const NameAndShape&) = default;
};

/// In whose line an event is. `byShape`: kernels of one name that were launched with different grids or blocks have a
/// line each.
NameAndShape nameAndShape(const TraceSnapshot& snapshot, const TraceEvent& event, bool byShape);

/// What the finished events of one name took, within a range. A track group is a host thread with all its storeys,
/// or one stream or copy direction.
struct NameStatistics {
  NameId name = NameId::None;
  Storey storey = Storey::Other;
  EventKind kind = EventKind::Slice;
  std::optional<GridAndBlock> shape = {};  ///< of its launches, where lines are told apart by that, too
  std::uint64_t apart = 0;                 ///< by what lines of one name are told apart besides
  std::uint64_t count = 0;
  std::uint64_t cut = 0;  ///< of them, those that reach beyond the range
  Duration total;         ///< while any of them ran in a group, within the range; nested in itself counts once
  Duration self;          ///< of that, while it was the event begun last in its group: what it called is not in it
  Duration whole;         ///< all their lengths, beyond the range too
  std::uint64_t operations = 0;  ///< of device work: for how many was it done, by the names of their calls
  Duration least, median, most;
  std::optional<Duration> p99;        ///< none of fewer than kLeastForP99
  std::vector<std::int64_t> lengths;  ///< of each, ns, where lines of one name are told apart by `apart`; else empty
  EventRef longest;
  double mean() const { return count == 0 ? 0 : static_cast<double>(whole.ns) / static_cast<double>(count); }
  NameAndShape key() const { return {name, shape}; }
};

/// Whether events like these are counted: finished slices and what is on the device's queues.
bool isCounted(const TraceEvent& event);
/// Whether the events of such tracks are: not counters, not Strata's own cost.
bool isCounted(const TrackInfo& track);

/// How the durations of one line are spread.
struct Spread {
  NameAndShape line;
  Duration median, p5, p95;
  static constexpr std::size_t kBins = 48;
  std::array<std::uint32_t, kBins> bins{};  ///< evenly from `low` to `high`; what is beyond p99.5 is in the last
  Duration low, high, most;                 ///< `most`: of all
  /// Evenly by factors, as a few long ones would leave half of all in one bin.
  bool byFactors = false;

  double placeOf(Duration duration) const;  ///< 0 at `low`, 1 at `high`
};

/// Count, times and spread of what lies wholly or partly in a range, by name. Total and self are clipped to the range
/// and count each nanosecond of a group once, so the selves sum to the time in which the groups were busy; mean, least,
/// median, p99, most and spread are of whole events. Slices, kernels and copies; the same name on two storeys is two
/// lines.
struct EventStatistics {
  SnapshotState state;  ///< of the snapshot
  TimeRange range;
  NameAndShape chosen;
  std::vector<NameStatistics> names;  ///< longest total first
  std::optional<Spread> spread;       ///< of the chosen line
  std::uint64_t events = 0;
  std::uint64_t cut = 0;  ///< of them, those that reach beyond the range
  WorkApart counting;     ///< launches that only count: in nothing else here, nor what the host did for them
  /// For which streams worked and threads were busy, each for itself, also with what a filter leaves out.
  Duration deviceTime, hostTime;

  /// Of all streams, or of all threads; none for a wait or an annotation of the device.
  Duration busyAround(const NameStatistics& of) const;
  /// The self time's part of all device time, or of all time of threads; nothing for a wait or
  /// an annotation of the device, which are no work.
  std::optional<double> shareOf(const NameStatistics& of) const;
};

/// What tells events of one name apart, as a number.
using TellApart = std::function<std::uint64_t(const TraceEvent& event, EventRef ref)>;

/// Reads every event of the range; lines are of those that pass. `chosen`: whose spread; where it is none of
/// them that of the first. `sameAs`: for each name the one in whose line its events go; empty: each has its own.
/// `byShape`: as for nameAndShape(). `apart`: events of one name and of different numbers have a line each.
EventStatistics statisticsOf(const TraceSnapshot& snapshot, TimeRange range, const NameAndShape& chosen,
                             const EventSieve& sieve = {}, std::span<const NameId> sameAs = {}, bool byShape = false,
                             const TellApart& apart = {});

/// The same for a sieve of names, from `all`, that of the range without a sieve; reads no more than one line's events.
EventStatistics statisticsOfNames(const TraceSnapshot& snapshot, const EventStatistics& all, NameId chosen,
                                  const EventSieve& sieve);

}  // namespace strata::inline facts
