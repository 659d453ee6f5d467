#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/time.h"
#include "engine/trace/chunked_vector.h"
#include "engine/trace/session_message.h"
#include "engine/trace/trace_args.h"
#include "engine/trace/trace_event.h"

namespace strata::inline trace {

/// Names one event of a session; stays valid as the session grows. It may name a slice that is still open: its index is
/// then the size of its row, and only TraceSnapshot::event finds it.
struct EventRef {
  std::uint32_t track = 0, row = 0, index = 0;
  friend constexpr auto operator<=>(EventRef, EventRef) = default;  // NOLINT(modernize-use-nullptr): sees a 0 in it
};

inline constexpr EventRef kNoEvent{~std::uint32_t{0}, 0, 0};

/// Events of one row, in time order, never overlapping.
using RowView = ChunkedView<TraceEvent>;

/// What the events of one call span.
struct CallInfo {
  HostTime begin, end;
  EventRef top;  ///< its outermost slice (model storey)
};

/// What a snapshot shows of its store. Of one store, equal states mean equal events.
struct SnapshotState {
  std::uint64_t version = 0;      ///< of the store when the snapshot was taken
  std::optional<HostTime> until;  ///< nothing later is there; nullopt: the whole
  friend bool operator==(const SnapshotState&, const SnapshotState&) = default;
};

/// An immutable state of a session. Copies share; any thread may read.
class TraceSnapshot {
 public:
  std::span<const TrackInfo> tracks() const;
  std::size_t rowCount(std::uint32_t track) const;
  const RowView& row(std::uint32_t track, std::uint32_t row) const;
  const TraceEvent& event(EventRef ref) const;
  /// The finished copies on a track, in the order they came: they are rare among kernels.
  const ChunkedView<EventRef>& copies(std::uint32_t track) const;
  /// Slices begun and not ended, and device work that runs; each with the row it stands on. Also after an agent died;
  /// they are cut off then.
  struct OpenEvent {
    TraceEvent event;
    std::uint32_t row = 0;
  };
  std::span<const OpenEvent> openEvents() const;

  std::string_view name(NameId id) const;
  std::size_t nameCount() const;  ///< ids are 0 … nameCount() - 1
  std::span<const Arg> args(const TraceEvent& event) const;
  std::optional<ArgValue> arg(const TraceEvent& event, std::string_view key) const;
  std::optional<double> number(const TraceEvent& event, std::string_view key) const;
  std::string_view text(const TraceEvent& event, std::string_view key) const;  ///< empty if absent

  /// From the first begin to the last end; nullopt for an empty session.
  std::optional<TimeRange> bounds() const;
  /// The same of what takes time: lone points and counter values may lie far from it. Nullopt where nothing does.
  std::optional<TimeRange> lastingBounds() const;
  /// When the first began, by the wall clock of who recorded it: nanoseconds since 1970 (UTC); nullopt: not said.
  std::optional<std::int64_t> recordedAt() const;

  std::size_t callCount() const;  ///< calls are 1 … callCount()
  std::optional<CallInfo> call(CallId id) const;
  /// The tracks that hold its events, in their order; none that has none of the whole session's.
  std::vector<std::uint32_t> tracksOfCall(CallId id) const;
  std::size_t correlationCount() const;  ///< correlations are 1 … correlationCount()
  /// The API slice that launched, and the device work it started; together one arrow.
  std::optional<EventRef> launchOf(CorrelationId id) const;
  std::optional<EventRef> workOf(CorrelationId id) const;

  std::span<const SessionMessage> messages() const;
  std::span<const std::string> problems() const;

  /// Counted as Perfetto's trace_processor counts: an instant is a slice without length; work that still runs
  /// (announced, not yet written) is not in it.
  struct Totals {
    std::array<std::uint64_t, kStoreyCount + 1> slicesPerStorey{};  ///< slices, work and instants; begun ones too
    std::uint64_t slices = 0, counters = 0, instants = 0, flows = 0, dropped = 0, unmatchedEnds = 0;
    std::uint64_t launches = 0;  ///< host calls that launched device work, each once; a graph's has many flows
  };
  const Totals& totals() const;
  /// The session as it was at `time`: what began later is not there, what ended later is open, and the session ends
  /// then. Names, messages, whether the last of them is there, and totals are those of the whole. References into one
  /// are references into both.
  TraceSnapshot until(HostTime time) const;
  bool complete() const;  ///< the End message is there
  SnapshotState state() const;

 private:
  friend class TraceStore;
  bool holds(EventRef ref) const;
  const TraceEvent* openAt(EventRef ref) const;  ///< what is open on that row; nullptr: nothing
  struct Data;
  std::shared_ptr<const Data> m_data;
};

}  // namespace strata::inline trace
