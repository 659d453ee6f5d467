#include "app/views/event_steps.h"

#include <algorithm>

#include "app/views/event_text.h"
#include "engine/trace/trace_query.h"

namespace strata {
namespace {

constexpr Duration kAnyDistance{std::int64_t{1} << 60};

bool isLane(const TraceSnapshot& snapshot, std::uint32_t track) {
  return snapshot.tracks()[track].kind != TrackKind::Counter;
}

/// The next row in the order of tracks and rows; false past either end.
bool nextRow(const TraceSnapshot& snapshot, std::int64_t& track, std::int64_t& row, int step) {
  row += step;
  while (row < 0 || row >= static_cast<std::int64_t>(snapshot.rowCount(static_cast<std::uint32_t>(track)))) {
    track += step;
    if (track < 0 || track >= static_cast<std::int64_t>(snapshot.tracks().size())) return false;
    row = step > 0 ? 0 : static_cast<std::int64_t>(snapshot.rowCount(static_cast<std::uint32_t>(track))) - 1;
  }
  return true;
}

/// A model's run has no variants: there the source of any selected kernel is.
bool sourceIsShown(const ExperimentInfo& info, const RunResult& result) {
  if (info.variants.empty()) return true;
  const auto variant = std::ranges::find(info.variants, result.variant, &VariantInfo::name);
  return variant != info.variants.end() && !variant->source.empty();
}

std::optional<EventRef> longestKernel(const TraceSnapshot& snapshot, CallId call) {
  std::optional<EventRef> longest;
  Duration most{-1};
  for (const EventRef event : eventsOfCall(snapshot, call)) {
    const TraceEvent& e = snapshot.event(event);
    if (e.kind != EventKind::Kernel || e.open() || e.end() - e.begin <= most) continue;
    most = e.end() - e.begin;
    longest = event;
  }
  return longest;
}

}  // namespace

Selection selectionOf(const TraceSnapshot& snapshot, EventRef event) {
  return {event, snapshot.event(event).call};
}

Selection selectionOf(const TraceSnapshot& snapshot, CallId call) {
  const auto info = snapshot.call(call);
  if (!info) return {};
  return {findEvent(snapshot, info->top) ? std::optional(info->top) : std::nullopt, call};
}

std::optional<EventRef> typicalKernel(const TraceSnapshot& snapshot, const std::vector<RunResult>& results,
                                      const ExperimentInfo& info) {
  std::optional<EventRef> kernel;
  for (const RunResult& result : results)
    if (result.status == RunResult::Status::Ok && sourceIsShown(info, result))
      if (const auto longest = longestKernel(snapshot, CallId{result.medianCall})) kernel = longest;
  return kernel;
}

TimeRange rangeOf(const TraceSnapshot& snapshot, EventRef event, HostTime now) {
  const TraceEvent& e = snapshot.event(event);
  return {e.begin, e.open() ? now : e.end()};
}

std::optional<EventRef> stepAlong(const TraceSnapshot& snapshot, EventRef from, int step) {
  const std::int64_t index = std::int64_t{from.index} + step;
  if (index < 0 || index >= static_cast<std::int64_t>(snapshot.row(from.track, from.row).size())) return std::nullopt;
  return EventRef{from.track, from.row, static_cast<std::uint32_t>(index)};
}

std::optional<EventRef> stepAcross(const TraceSnapshot& snapshot, EventRef from, int step) {
  const HostTime time = snapshot.event(from).begin;
  std::int64_t track = from.track, row = from.row;
  while (nextRow(snapshot, track, row, step)) {
    const auto t = static_cast<std::uint32_t>(track), r = static_cast<std::uint32_t>(row);
    if (!isLane(snapshot, t)) continue;
    if (const auto index = eventAt(snapshot.row(t, r), time, kAnyDistance)) return EventRef{t, r, *index};
  }
  return std::nullopt;
}

}  // namespace strata
