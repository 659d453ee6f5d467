#include "app/facts/named_events.h"

#include "app/facts/event_statistics.h"
#include "app/facts/name_pattern.h"
#include "app/lessons/lesson.h"
#include "engine/protocol/nearest_name.h"
#include "engine/trace/device_work.h"
#include "engine/trace/trace_query.h"

namespace strata::inline facts {

namespace {

std::optional<EventRef> longestWithin(const TraceSnapshot& snapshot, std::span<const CallId> calls,
                                      const std::vector<bool>& names) {
  std::optional<EventRef> longest;
  for (const CallId call : calls)
    for (const EventRef ref : eventsOfCall(snapshot, call)) {
      const TraceEvent& event = snapshot.event(ref);
      if (event.open() || !names[static_cast<std::size_t>(event.name)]) continue;
      if (!longest || event.duration() > snapshot.event(*longest).duration()) longest = ref;
    }
  return longest;
}

/// No statistics have these.
std::vector<CallId> callsThatCount(const TraceSnapshot& snapshot) {
  std::vector<CallId> calls;
  for (std::uint32_t id = 1; id <= snapshot.callCount(); ++id)
    if (onlyCounts(snapshot, CallId{id})) calls.push_back(CallId{id});
  return calls;
}

}  // namespace

std::optional<EventRef> longestNamed(const TraceSnapshot& snapshot, const std::string& part,
                                     std::span<const CallId> measured) {
  const std::vector<bool> names = namesWith(snapshot, part);
  if (const auto within = longestWithin(snapshot, measured, names)) return within;
  const auto bounds = snapshot.bounds();
  if (!bounds) return std::nullopt;
  std::optional<EventRef> longest;
  Duration most{-1};
  for (const NameStatistics& of : statisticsOf(snapshot, *bounds, NameId::None).names)
    if (names[static_cast<std::size_t>(of.name)] && of.most > most) {
      longest = of.longest;
      most = of.most;
    }
  return longest ? longest : longestWithin(snapshot, callsThatCount(snapshot), names);
}

std::optional<EventRef> namedAt(const TraceSnapshot& snapshot, std::string_view name, HostTime begin) {
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t number = 0; number < snapshot.rowCount(track); ++number) {
      const RowView& row = snapshot.row(track, number);
      const std::size_t first = row.firstNot([&](const TraceEvent& event) { return event.begin < begin; });
      for (std::size_t i = first; i < row.size() && row[i].begin == begin; ++i)
        if (snapshot.name(row[i].name) == name) return EventRef{track, number, static_cast<std::uint32_t>(i)};
    }
  return std::nullopt;
}

namespace {

/// Of the events that a range of references names.
template <class Refs>
std::optional<EventRef> longestOf(const TraceSnapshot& snapshot, const Refs& refs, DeviceWorkKind kind) {
  std::optional<EventRef> longest;
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const TraceEvent& event = snapshot.event(refs[i]);
    if (isWork(event.kind) && countedAs(snapshot, event) == kind && !onlyCounts(snapshot, event) &&
        (!longest || event.duration().ns > snapshot.event(*longest).duration().ns))
      longest = refs[i];
  }
  return longest;
}

std::optional<EventRef> longestKernel(const TraceSnapshot& snapshot) {
  std::vector<EventRef> all;
  for (std::size_t id = 1; id <= snapshot.correlationCount(); ++id)
    if (const auto work = snapshot.workOf(CorrelationId{static_cast<std::uint32_t>(id)})) all.push_back(*work);
  return longestOf(snapshot, all, DeviceWorkKind::Kernel);
}

std::optional<EventRef> longestCopy(const TraceSnapshot& snapshot) {
  std::vector<EventRef> longest;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    if (const auto copy = longestOf(snapshot, snapshot.copies(track), DeviceWorkKind::Copy)) longest.push_back(*copy);
  return longestOf(snapshot, longest, DeviceWorkKind::Copy);
}

/// The last one that had ended when an event began.
std::optional<EventRef> copyBefore(const TraceSnapshot& snapshot, HostTime begin) {
  std::optional<EventRef> last;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    const auto& copies = snapshot.copies(track);
    for (std::size_t i = 0; i < copies.size(); ++i) {
      const TraceEvent& copy = snapshot.event(copies[i]);
      if (copy.open() || copy.end() > begin) continue;
      if (!last || copy.end() > snapshot.event(*last).end()) last = copies[i];
    }
  }
  return last;
}

}  // namespace

std::optional<EventRef> eventMeant(const TraceSnapshot& snapshot, std::optional<EventRef> typical,
                                   const std::string& words, std::span<const CallId> measured) {
  if (words == kSelectCopy) {
    const auto before = typical ? copyBefore(snapshot, snapshot.event(*typical).begin) : std::nullopt;
    return before ? before : longestCopy(snapshot);
  }
  if (words != kSelectKernel && words != kSelectLaunch && words != kSelectCall)
    return longestNamed(snapshot, words, measured);
  const auto kernel = typical ? typical : longestKernel(snapshot);
  if (!kernel || words == kSelectKernel) return kernel;
  const TraceEvent& event = snapshot.event(*kernel);
  if (words == kSelectLaunch) return snapshot.launchOf(event.correlation);
  const auto call = snapshot.call(event.call);
  return call ? std::optional(call->top) : std::nullopt;
}

std::vector<std::string> eventNames(const TraceSnapshot& snapshot) {
  std::vector<bool> kernels(snapshot.nameCount()), others(snapshot.nameCount());
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    if (!isCounted(snapshot.tracks()[track])) continue;
    for (std::uint32_t number = 0; number < snapshot.rowCount(track); ++number) {
      const RowView& row = snapshot.row(track, number);
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (!isCounted(row[i])) continue;
        (isKernel(snapshot, row[i]) ? kernels : others)[static_cast<std::size_t>(row[i].name)] = true;
      }
    }
  }
  std::vector<std::string> names;
  const auto add = [&](const std::vector<bool>& which) {
    for (std::uint32_t id = 0; id < snapshot.nameCount(); ++id)
      if (which[id]) names.emplace_back(snapshot.name(NameId{id}));
  };
  add(kernels);
  for (std::size_t id = 0; id < kernels.size(); ++id) others[id] = others[id] && !kernels[id];
  add(others);
  return names;
}

std::string nearestEventName(const TraceSnapshot& snapshot, const std::string& words) {
  return nearestName(words, eventNames(snapshot));
}

}  // namespace strata::inline facts
