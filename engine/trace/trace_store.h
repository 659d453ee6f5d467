#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/time.h"
#include "engine/trace/session_message.h"
#include "engine/trace/trace_args.h"
#include "engine/trace/trace_event.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// The model of a session: append-only, fed by one thread, read by any through immutable snapshots. All methods belong
/// to the feeding thread (or need a lock around them); the snapshots it takes may be read anywhere. Call and
/// correlation ids are dense: counted from 1 without large gaps.
///
/// Each track holds rows; the events of a row follow each other without overlap, in time order, in chunks of 1024, so a
/// query costs per pixel and not per event. Slices that nest stand one row deeper; work that overlaps on one track goes
/// to the next free row and is never dropped.
class TraceStore {
 public:
  TraceStore();
  ~TraceStore();

  NameId intern(std::string_view text);
  std::string_view name(NameId id) const;  ///< lives as long as the store
  /// The index of the track with this uuid, made or updated with `info`.
  std::uint32_t track(const TrackInfo& info);
  std::uint32_t findTrack(std::uint64_t uuid) const;  ///< kNoTrack if there is none

  /// Opens a nested slice; `event.payload` is ignored. Ends come in reverse order of
  /// begins on a track.
  EventRef begin(TraceEvent event, std::span<const Arg> args = {});
  /// Ends the innermost open slice of the track; false when none is open (counted in unmatchedEnds).
  /// `args` are added to those of the begin.
  bool end(std::uint32_t track, HostTime time, std::span<const Arg> args = {});
  /// The innermost open slice of the track, if there is one.
  std::optional<EventRef> openSlice(std::uint32_t track) const;
  /// Keeps arguments for an event that is stored later: with this number in its `args`.
  std::uint32_t keepArgs(std::span<const Arg> args);
  /// Keeps the arguments of that number (0: none) and `more`, which replace those of the same keys.
  std::uint32_t keepArgs(std::uint32_t number, std::span<const Arg> more);
  std::vector<Arg> keptArgs(std::uint32_t number) const;
  /// Adds a finished event: device work, instants, counters, or slices whose end is known.
  EventRef add(TraceEvent event, std::span<const Arg> args = {});
  /// Adds device work that was given up after that time: it is never ended, and seen until then.
  void addStopped(TraceEvent work, std::span<const Arg> args = {});
  /// An arrow between two stored events; those that belong to no other arrow get its id. Ends that `id` has stay, and
  /// one of the two may be kNoEvent. True if the arrow leads to `to` then.
  bool link(CorrelationId id, EventRef from, EventRef to);
  /// The ends that an arrow has by now.
  std::optional<EventRef> launchOf(CorrelationId id) const;
  std::optional<EventRef> workOf(CorrelationId id) const;
  /// Shows device work that still runs; replaced when `add` brings the same correlation, or by the next announcement.
  void setOpenWork(std::vector<TraceEvent> running);
  /// Who wrote this open slice is gone: it was seen until then.
  void cutOff(EventRef open, HostTime seen);
  /// Who wrote what is open now is gone: it was seen until the newest moment known.
  void cutOffOpen();
  /// Every agent of Strata that has written so far is gone: its tracks ended with the newest moment known of them.
  void endAgents();

  /// What the wall clock showed at time 0 of the session, in nanoseconds since 1970 (UTC); who says it first is right.
  void setWallClock(std::int64_t ns);
  void setDropped(std::uint32_t track, std::uint64_t count);
  void addMessage(SessionMessage message);
  /// A note about the stream itself: bytes skipped, truncated end.
  void addProblem(std::string text);

  /// The present state; cheap (shares chunks), and unchanged for ever.
  std::shared_ptr<const TraceSnapshot> snapshot() const;
  /// Grows with every change; equal versions mean equal content.
  std::uint64_t version() const;

  static constexpr std::uint32_t kNoTrack = ~std::uint32_t{0};

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace strata::inline trace
