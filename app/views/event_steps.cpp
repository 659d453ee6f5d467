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
  for (const RunResult& result : results) {
    const auto variant = std::find_if(info.variants.begin(), info.variants.end(),
                                      [&](const VariantInfo& v) { return v.name == result.variant; });
    const bool shown = variant != info.variants.end() && !variant->source.empty();
    if (!shown || result.status != RunResult::Status::Ok) continue;
    for (EventRef event : eventsOfCall(snapshot, CallId{result.medianCall}))
      if (snapshot.event(event).kind == EventKind::Kernel) kernel = event;
  }
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
