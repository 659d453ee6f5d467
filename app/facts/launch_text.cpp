#include "app/facts/launch_text.h"

#include <algorithm>

#include "app/facts/event_text.h"
#include "app/facts/lanes.h"
#include "app/words/messages.h"
#include "engine/trace/trace_query.h"

namespace strata::inline facts {
namespace {

/// The event of a row that spans another; nullptr: none does.
const TraceEvent* spanning(const RowView& row, const TraceEvent& inner) {
  const std::size_t behind = row.firstNot([&](const TraceEvent& event) { return event.begin <= inner.begin; });
  const TraceEvent* last = behind > 0 ? &row[behind - 1] : nullptr;
  return last && last->kind == EventKind::Slice && last->end() >= inner.end() ? last : nullptr;
}

/// The slice around another on the same thread that begins last; nullptr: there is none.
const TraceEvent* innermostAround(const TraceSnapshot& snapshot, const TraceEvent& inner) {
  const TraceEvent* innermost = nullptr;
  for (const Lane& lane : lanesOf(snapshot)) {
    if (std::ranges::find(lane.tracks, inner.track) == lane.tracks.end()) continue;
    for (const std::uint32_t track : lane.tracks)
      for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
        const TraceEvent* found = spanning(snapshot.row(track, r), inner);
        if (found && found->storey != inner.storey && (!innermost || found->begin > innermost->begin))
          innermost = found;
      }
  }
  return innermost;
}

std::optional<LaunchWaits> launchWaits(const TraceEvent& launch, const TraceEvent& work) {
  if (work.begin < launch.begin) return std::nullopt;
  LaunchWaits times{work.begin - launch.begin, {}};
  if (!launch.open() && launch.end() < work.begin) times.queue = work.begin - launch.end();
  return times;
}

}  // namespace

std::string launcherText(const TraceSnapshot& snapshot, const TraceEvent& work) {
  if (!isWork(work.kind) || work.correlation == CorrelationId::None) return {};
  const auto ref = snapshot.launchOf(work.correlation);
  const TraceEvent* launch = ref ? findEvent(snapshot, *ref) : nullptr;
  if (!launch) return {};
  const TraceEvent* around = innermostAround(snapshot, *launch);
  const std::string_view name = snapshot.name(launch->name);
  return around ? fillText(Msg::LauncherWithin, {name, snapshot.name(around->name)}) : std::string(name);
}

std::string launchText(const TraceSnapshot& snapshot, const TraceEvent& work) {
  const std::string launcher = launcherText(snapshot, work);
  return launcher.empty() ? launcher : fillText(Msg::TipLaunchedBy, {launcher});
}

std::optional<LaunchPartner> launchPartner(const TraceSnapshot& snapshot, const TraceEvent& event) {
  const bool work = isWork(event.kind);
  const auto launchRef = snapshot.launchOf(event.correlation);
  const TraceEvent* launch = launchRef ? findEvent(snapshot, *launchRef) : nullptr;
  if (!launch) return std::nullopt;
  const Launched launched = launchedBy(snapshot, *launch);
  const TraceEvent* first = launched.first ? findEvent(snapshot, *launched.first) : nullptr;
  if (work)
    return LaunchPartner{launch, 0, first && first->begin < event.begin ? std::nullopt : launchWaits(*launch, event)};
  const bool arrives = (event.flags & kEndsFlow) != 0;
  if (arrives || !first || !isWork(first->kind)) return std::nullopt;
  return LaunchPartner{first, launched.further, launchWaits(*launch, *first)};
}

std::string launchedText(const TraceSnapshot& snapshot, const LaunchPartner& launched) {
  const std::string_view name = snapshot.name(launched.event->name);
  return launched.further > 0 ? fillText(Msg::TipLaunchesMore, {name, std::to_string(launched.further)})
                              : std::string(name);
}

}  // namespace strata::inline facts
