#include "engine/trace/trace_store.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/trace/snapshot_data.h"

namespace strata::inline trace {

struct TraceStore::Impl {
  NameTable names;
  ArgTable args;
  LinkIndex links;
  std::vector<TrackInfo> tracks;
  std::shared_ptr<const std::vector<TrackInfo>> sharedTracks;  ///< null when `tracks` changed since
  std::vector<TrackRows> rows;
  std::unordered_map<std::uint64_t, std::uint32_t> trackOfUuid;
  std::vector<TraceEvent> openWork, cutOffWork;
  SharedArray<SessionMessage> messages;
  SharedArray<std::string> problems;
  std::optional<TimeRange> bounds, lasting;  ///< the second: of what has ended
  std::optional<std::int64_t> wallClock;
  TraceSnapshot::Totals totals;
  bool complete = false;
  std::uint64_t version = 1;
  std::shared_ptr<const TraceSnapshot> latest;

  void count(const TraceEvent& event);
  void cover(HostTime begin, HostTime end);
  void coverFinished(const TraceEvent& event);
  std::vector<TraceSnapshot::OpenEvent> openEvents() const;
};

void TraceStore::Impl::count(const TraceEvent& event) {
  ++version;
  if (event.kind == EventKind::Counter) {
    ++totals.counters;
    return;
  }
  ++totals.slices;
  ++totals.slicesPerStorey[static_cast<std::size_t>(event.storey)];
  if (event.kind == EventKind::Instant) ++totals.instants;
}

void TraceStore::Impl::cover(HostTime begin, HostTime end) {
  extend(bounds, begin, end);
}

void TraceStore::Impl::coverFinished(const TraceEvent& event) {
  cover(event.begin, event.end());
  if (lasts(event)) extend(lasting, event.begin, event.end());
}

std::vector<TraceSnapshot::OpenEvent> TraceStore::Impl::openEvents() const {
  std::vector<TraceSnapshot::OpenEvent> open;
  for (const TrackRows& track : rows) open.insert(open.end(), track.openSlices().begin(), track.openSlices().end());
  const auto place = [&](const TraceEvent& work) {
    std::uint32_t row = rows[work.track].place(work.begin);
    for (const TraceSnapshot::OpenEvent& other : open)
      if (other.event.track == work.track && other.row >= row) row = other.row + 1;
    open.push_back({work, row});
  };
  std::ranges::for_each(cutOffWork, place);
  std::ranges::for_each(openWork, place);
  return open;
}

TraceStore::TraceStore() : m_impl(std::make_unique<Impl>()) {}
TraceStore::~TraceStore() = default;

NameId TraceStore::intern(std::string_view text) {
  return m_impl->names.intern(text);
}

std::string_view TraceStore::name(NameId id) const {
  return m_impl->names[id];
}

std::uint32_t TraceStore::track(const TrackInfo& info) {
  Impl& s = *m_impl;
  const auto [found, isNew] = s.trackOfUuid.try_emplace(info.uuid, static_cast<std::uint32_t>(s.tracks.size()));
  const std::uint32_t index = found->second;
  if (isNew) {
    s.tracks.push_back(info);
    s.rows.emplace_back();
  } else {
    const std::uint64_t dropped = s.tracks[index].dropped;
    const auto ended = s.tracks[index].ended;
    s.tracks[index] = info;
    s.tracks[index].ended = ended;
    s.tracks[index].dropped = std::max(dropped, info.dropped);
    s.totals.dropped -= dropped;
  }
  s.totals.dropped += s.tracks[index].dropped;
  s.sharedTracks.reset();
  ++s.version;
  return index;
}

std::uint32_t TraceStore::findTrack(std::uint64_t uuid) const {
  const auto found = m_impl->trackOfUuid.find(uuid);
  return found == m_impl->trackOfUuid.end() ? kNoTrack : found->second;
}

EventRef TraceStore::begin(TraceEvent event, std::span<const Arg> args) {
  Impl& s = *m_impl;
  TrackRows& rows = s.rows[event.track];
  event.payload = kOpen.ns;
  event.args = s.args.add(event.args, args);
  const std::uint32_t row = rows.open(event);
  const EventRef ref{event.track, row, rows.rowSize(row)};
  s.links.note(event, ref, event.begin);
  s.cover(event.begin, event.begin);
  s.count(event);
  return ref;
}

bool TraceStore::end(std::uint32_t track, HostTime time, std::span<const Arg> args) {
  Impl& s = *m_impl;
  ++s.version;
  TrackRows& rows = s.rows[track];
  if (!rows.anyOpen()) {
    ++s.totals.unmatchedEnds;
    return false;
  }
  TraceEvent& event = rows.innermost();
  time = std::max(time, event.begin);
  event.payload = (time - event.begin).ns;
  event.args = s.args.add(event.args, args);
  s.links.noteEnd(event.call, time);
  s.coverFinished(event);
  rows.close();
  return true;
}

std::optional<EventRef> TraceStore::openSlice(std::uint32_t track) const {
  const TrackRows& rows = m_impl->rows[track];
  if (!rows.anyOpen()) return std::nullopt;
  const std::uint32_t row = rows.openSlices().back().row;
  return EventRef{track, row, rows.rowSize(row)};
}

EventRef TraceStore::add(TraceEvent event, std::span<const Arg> args) {
  Impl& s = *m_impl;
  TrackRows& rows = s.rows[event.track];
  if (event.kind != EventKind::Counter) event.payload = std::max<std::int64_t>(event.payload, 0);
  event.args = s.args.add(event.args, args);
  const std::uint32_t row = rows.add(event);
  const EventRef ref{event.track, row, rows.rowSize(row) - 1};
  s.links.note(event, ref, event.end());
  s.coverFinished(event);
  s.count(event);
  if (isWork(event.kind) && event.correlation != CorrelationId::None)
    std::erase_if(s.openWork, [&](const TraceEvent& work) { return work.correlation == event.correlation; });
  return ref;
}

void TraceStore::addStopped(TraceEvent work, std::span<const Arg> args) {
  Impl& s = *m_impl;
  work.cutOffAt(work.end());
  work.args = s.args.add(work.args, args);
  s.links.announce(work.call);
  s.cover(work.begin, work.seenEnd(work.begin));
  s.count(work);
  if (work.correlation != CorrelationId::None)
    std::erase_if(s.openWork, [&](const TraceEvent& open) { return open.correlation == work.correlation; });
  s.cutOffWork.push_back(work);
}

std::uint32_t TraceStore::keepArgs(std::span<const Arg> args) {
  return m_impl->args.add(0, args);
}

std::uint32_t TraceStore::keepArgs(std::uint32_t number, std::span<const Arg> more) {
  return m_impl->args.add(number, more);
}

std::vector<Arg> TraceStore::keptArgs(std::uint32_t number) const {
  return m_impl->args.copy(number);
}

bool TraceStore::link(CorrelationId id, EventRef from, EventRef to) {
  ++m_impl->version;
  const auto join = [&](EventRef ref, std::uint8_t flags) {
    if (ref == kNoEvent) return;
    TraceEvent& event = m_impl->rows[ref.track].at(ref.row, ref.index);
    if (event.correlation != CorrelationId::None) return;
    event.correlation = id;
    event.flags |= flags;
  };
  join(from, 0);
  join(to, kEndsFlow);
  const TraceEvent* work = to == kNoEvent ? nullptr : &m_impl->rows[to.track].at(to.row, to.index);
  return m_impl->links.link(id, from, to, work && isWork(work->kind) && work->correlation == id);
}

std::optional<EventRef> TraceStore::launchOf(CorrelationId id) const {
  const EventRef launch = m_impl->links.flow(id).launch;
  return launch == kNoEvent ? std::nullopt : std::optional(launch);
}

std::optional<EventRef> TraceStore::workOf(CorrelationId id) const {
  const EventRef work = m_impl->links.flow(id).work;
  return work == kNoEvent ? std::nullopt : std::optional(work);
}

void TraceStore::setOpenWork(std::vector<TraceEvent> running) {
  Impl& s = *m_impl;
  std::erase_if(running, [&](const TraceEvent& work) { return s.links.flow(work.correlation).work != kNoEvent; });
  if (running.empty() && s.openWork.empty()) return;
  for (TraceEvent& work : running) {
    work.payload = kOpen.ns;
    s.links.announce(work.call);
    s.cover(work.begin, work.begin);
  }
  s.openWork = std::move(running);
  ++s.version;
}

void TraceStore::cutOff(EventRef open, HostTime seen) {
  Impl& s = *m_impl;
  TraceEvent& event = s.rows[open.track].at(open.row, open.index);
  event.cutOffAt(seen);
  s.cover(event.begin, seen);
  ++s.version;
}

void TraceStore::cutOffOpen() {
  Impl& s = *m_impl;
  if (!s.bounds) return;
  for (TrackRows& rows : s.rows) rows.cutOff(s.bounds->end);
  for (TraceEvent& work : s.openWork) work.cutOffAt(s.bounds->end);
  s.cutOffWork.insert(s.cutOffWork.end(), s.openWork.begin(), s.openWork.end());
  s.openWork.clear();
  ++s.version;
}

void TraceStore::endAgents() {
  Impl& s = *m_impl;
  const auto ends = [&](const TrackInfo& info) { return !info.ended && !info.device.empty(); };
  std::optional<HostTime> last;
  for (std::size_t i = 0; i < s.tracks.size(); ++i)
    if (const auto moment = ends(s.tracks[i]) ? s.rows[i].lastMoment() : std::nullopt)
      last = std::max(last.value_or(*moment), *moment);
  if (!last) return;
  for (TrackInfo& info : s.tracks)
    if (ends(info)) info.ended = last;
  s.sharedTracks.reset();
  ++s.version;
}

void TraceStore::setDropped(std::uint32_t track, std::uint64_t count) {
  Impl& s = *m_impl;
  s.totals.dropped += count - s.tracks[track].dropped;
  s.tracks[track].dropped = count;
  s.sharedTracks.reset();
  ++s.version;
}

void TraceStore::addMessage(SessionMessage message) {
  if (message.kind == MessageKind::Hello) m_impl->complete = false;
  if (message.kind == MessageKind::End) m_impl->complete = true;
  message.callsBefore = static_cast<std::uint32_t>(m_impl->links.calls().size());
  m_impl->messages.append(std::move(message));
  ++m_impl->version;
}

void TraceStore::setWallClock(std::int64_t ns) {
  if (m_impl->wallClock) return;
  m_impl->wallClock = ns;
  ++m_impl->version;
}

void TraceStore::addProblem(std::string text) {
  m_impl->problems.append(std::move(text));
  ++m_impl->version;
}

std::uint64_t TraceStore::version() const {
  return m_impl->version;
}

std::shared_ptr<const TraceSnapshot> TraceStore::snapshot() const {
  Impl& s = *m_impl;
  if (s.latest && s.latest->state().version == s.version) return s.latest;
  if (!s.sharedTracks) s.sharedTracks = std::make_shared<const std::vector<TrackInfo>>(s.tracks);
  auto data = std::make_shared<TraceSnapshot::Data>();
  data->tracks = s.sharedTracks;
  for (TrackRows& rows : s.rows) {
    data->rows.push_back(rows.views());
    data->copies.push_back(rows.copies());
  }
  data->open = s.openEvents();
  data->names = s.names.view();
  data->args = s.args.view();
  data->calls = s.links.calls();
  data->flows = s.links.flowRecords();
  data->trackLinks = s.links.trackLinks();
  data->messages = s.messages.view();
  data->problems = s.problems.view();
  data->bounds = s.bounds;
  data->wallClock = s.wallClock;
  data->lasting = s.lasting;
  for (const TraceSnapshot::OpenEvent& open : data->open) extend(data->lasting, open.event.begin, s.bounds->end);
  data->totals = s.totals;
  data->totals.flows = s.links.flows();
  data->totals.launches = s.links.launches();
  data->complete = s.complete;
  data->state.version = s.version;
  auto snapshot = std::make_shared<TraceSnapshot>();
  snapshot->m_data = std::move(data);
  s.latest = snapshot;
  return snapshot;
}

}  // namespace strata::inline trace
