#include "engine/interchange/foreign_group_writer.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "engine/interchange/track_steps.h"
#include "engine/trace/device_work.h"

namespace strata::inline interchange {

namespace {

constexpr std::uint64_t kGroupUuid = std::uint64_t{0x494D} << 48;

bool isDeviceRole(ForeignRole role) {
  return role == ForeignRole::Kernel || role == ForeignRole::Copy || role == ForeignRole::Sync;
}

EventKind kindOf(ForeignRole role) {
  switch (role) {
    case ForeignRole::Kernel: return EventKind::Kernel;
    case ForeignRole::Copy: return EventKind::Copy;
    case ForeignRole::Cost: return EventKind::TracingCost;
    default: return EventKind::Slice;
  }
}

}  // namespace

ForeignGroupWriter::ForeignGroupWriter(ForeignTrace& trace, ForeignTrackGroup& group, std::uint32_t number)
    : m_trace(trace),
      m_group(group),
      m_store(trace.m_store),
      m_number(number),
      m_text(threadPath(trace, group)),
      m_textMatters(std::any_of(storeyRules().begin(), storeyRules().end(), [this](const StoreyRule& rule) {
        return rule.tool == m_trace.tool() && !rule.thread.empty() && fitsPattern(rule.thread, m_text);
      })) {
  m_tracks.fill(TraceStore::kNoTrack);
  for (const FlowPoint& point : group.flows) (point.bindsNext ? m_next : m_enclosing).push_back(point);
  for (std::vector<FlowPoint>* points : {&m_enclosing, &m_next}) {
    for (FlowPoint& point : *points) {
      point.time.ns += trace.m_shift;
      point.hint.begin.ns += trace.m_shift;
    }
    std::sort(points->begin(), points->end(), [](const FlowPoint& a, const FlowPoint& b) {
      return std::tuple(a.time, a.order) < std::tuple(b.time, b.order);
    });
  }
  std::vector<FlowPoint>().swap(group.flows);
}

std::string ForeignGroupWriter::threadPath(const ForeignTrace& trace, const ForeignTrackGroup& group) {
  const auto process = trace.m_processes.find(group.pid);
  return (process == trace.m_processes.end() ? std::string{} : process->second.name) + "/" + trace.threadName(group);
}

bool ForeignGroupWriter::saysDevice(const ForeignTrace& trace, const ForeignTrackGroup& group) {
  const std::string text = threadPath(trace, group);
  return std::any_of(storeyRules().begin(), storeyRules().end(), [&](const StoreyRule& rule) {
    return rule.tool == trace.tool() && !rule.thread.empty() && isDeviceRole(rule.role) &&
           fitsPattern(rule.thread, text);
  });
}

const StoreyRule* ForeignGroupWriter::ruleOf(NameId category, NameId name) {
  const std::uint64_t key =
      std::uint64_t{static_cast<std::uint32_t>(category)} << 32 | static_cast<std::uint32_t>(name);
  auto& rules = m_textMatters ? m_rules : m_trace.m_rules;
  const auto [found, isNew] = rules.try_emplace(key, nullptr);
  if (isNew)
    found->second = findStoreyRule(m_trace.tool(), m_textMatters ? m_text : std::string_view{}, m_store.name(category),
                                   m_store.name(name));
  return found->second;
}

TrackInfo ForeignGroupWriter::queueInfo() const {
  TrackInfo info;
  info.kind = TrackKind::Queue;
  info.storey = Storey::Hardware;
  info.stream = m_trace.freeStream(m_group.tid);
  const auto isOther = [this](const ForeignTrackGroup* group) { return group->device && group->pid != m_group.pid; };
  const bool several = std::any_of(m_trace.m_groups.begin(), m_trace.m_groups.end(), isOther);
  if (several) info.pid = m_trace.m_devices.number(static_cast<std::uint64_t>(m_group.pid));
  const std::string thread = m_trace.threadName(m_group);
  // A thread that PyTorch does not know the id of is (0, 0) to it, and so is the first stream of AMD's first GPU.
  const std::string name = thread.starts_with("thread ") ? "stream " + std::to_string(m_group.tid) : thread;
  const bool told = deviceInName(name).starts_with("rank ");  // by an export of ours
  info.name = several && !told ? "GPU " + std::to_string(m_group.pid) + " " + name : name;
  return info;
}

std::uint32_t ForeignGroupWriter::track(std::size_t slot) {
  if (m_tracks[slot] != TraceStore::kNoTrack) return m_tracks[slot];
  TrackInfo info;
  if (slot == kQueueSlot) {
    info = queueInfo();
  } else {
    const bool cost = slot == kCostSlot;
    info.kind = cost ? TrackKind::TracingCost : TrackKind::Host;
    info.storey = cost ? Storey::Other : static_cast<Storey>(slot);
    info.name = cost                                                ? "tracing cost"
                : m_group.device && info.storey == Storey::Hardware ? "GPU annotations"
                                                                    : std::string(storeyInfo(info.storey).key);
    info.pid = m_group.pid;
    info.tid = m_group.tid;
    info.thread = m_trace.threadName(m_group);
    info.process = m_trace.processName(m_group.pid);
  }
  info.uuid = kGroupUuid | std::uint64_t{m_number} << 8 | slot;
  return m_tracks[slot] = m_store.track(info);
}

void ForeignGroupWriter::write() {
  for (TraceEvent event; m_group.events.next(event);) {
    if (!m_trace.keeps(event)) continue;
    event.begin.ns += m_trace.m_shift;
    if (!m_enclosing.empty()) bindBefore(event.begin, false);
    take(event);
  }
  bindBefore(kNever, true);
}

void ForeignGroupWriter::take(TraceEvent& event) {
  const EventStep step = eventStep(event);
  if (step == EventStep::End) return end(event);
  const ForeignRole role = place(event, static_cast<NameId>(event.track));
  join(event, role);
  link(event, role);
  if (isDeviceRole(role)) event.correlation = m_trace.m_launches.idOfLaunchOf(event);
  setCall(event, role);
  setLaunch(event, role);
  const bool work = event.kind == EventKind::Kernel || event.kind == EventKind::Copy;
  const bool onQueue = work || (event.kind == EventKind::Instant && isDeviceRole(role) && role != ForeignRole::Sync);
  event.track = track(onQueue                                ? kQueueSlot
                      : event.kind == EventKind::TracingCost ? kCostSlot
                                                             : static_cast<std::size_t>(event.storey));
  event.flags &= kEndsFlow;
  const std::vector<Arg> more = m_trace.m_words.missing(event, role);
  if (step == EventStep::Begin) return begin(event, more);
  const std::optional<EventRef> launch = isDeviceRole(role) ? launchOfFurtherWork(event) : std::nullopt;
  const EventRef ref = m_store.add(event, more);
  stored(event, ref);
  if (launch) m_store.link(event.correlation, *launch, ref);
}

/// One launch may start several pieces of work (a graph of kernels): each gets an arrow of its own.
std::optional<EventRef> ForeignGroupWriter::launchOfFurtherWork(TraceEvent& event) {
  const auto launch = m_store.launchOf(event.correlation);
  if (!launch || !m_store.workOf(event.correlation)) return std::nullopt;
  event.correlation = CorrelationId{m_trace.m_correlations.fresh()};
  return launch;
}

/// Sets storey and kind by the table, where the file does not say them itself.
ForeignRole ForeignGroupWriter::place(TraceEvent& event, NameId category) {
  if (event.flags & kStoreySaid) return ForeignRole::Slice;
  const StoreyRule* rule = ruleOf(category, event.name);
  const ForeignRole role = rule ? rule->role : ForeignRole::Slice;
  event.storey = rule ? rule->storey : Storey::Other;
  if (event.kind != EventKind::Instant) event.kind = kindOf(role);
  return role;
}

/// Gives the event the id that an arrow says, if it is the first at that time that launches something or is work.
void ForeignGroupWriter::join(TraceEvent& event, ForeignRole role) {
  const std::vector<ForeignTrackGroup::Joint>& joints = m_group.joints;
  const auto timeOf = [&](std::size_t at) { return HostTime{joints[at].time.ns + m_trace.m_shift}; };
  while (m_jointAt < joints.size() && timeOf(m_jointAt) < event.begin) ++m_jointAt;
  const bool joins = role == ForeignRole::Launch || (isDeviceRole(role) && role != ForeignRole::Sync);
  if (m_jointAt == joints.size() || !joins || eventStep(event) != EventStep::Add) return;
  if (timeOf(m_jointAt) <= event.end()) event.correlation = joints[m_jointAt++].id;
}

/// Many host events name a correlation; an arrow starts only at those that may have launched something, or where the
/// file says so.
void ForeignGroupWriter::link(TraceEvent& event, ForeignRole role) {
  if (event.correlation == CorrelationId::None) return;
  const bool launches =
      role == ForeignRole::Launch || m_trace.onDevice(event.correlation) != ForeignTrace::OnDevice::Nothing;
  if (role == ForeignRole::Sync) event.flags |= kEndsFlow;
  if (isDeviceRole(role)) return;
  if (launches) event.flags &= static_cast<std::uint8_t>(~kEndsFlow);  // Kineto ends arrows at calls, too
  if (!launches && !(event.flags & kArrowSaid)) event.correlation = CorrelationId::None;
}

void ForeignGroupWriter::setCall(TraceEvent& event, ForeignRole role) {
  const std::vector<CallId>& callOf = m_trace.m_callOf;
  const auto id = static_cast<std::size_t>(event.correlation);
  if (isDeviceRole(role)) {
    if (event.call == CallId::None && id < callOf.size()) event.call = callOf[id];
    return;
  }
  if (!(event.flags & kStoreySaid)) {
    const bool launchesWork = m_trace.onDevice(event.correlation) == ForeignTrace::OnDevice::Work;
    const auto fresh = [this] { return CallId{m_trace.m_calls.fresh()}; };
    const CallUnderWay::Found found = m_call.of(event, role, launchesWork, fresh);
    if (found.shared) {
      ++m_trace.m_overlapping;
      m_trace.m_shared += *found.shared;
    }
    if (event.storey != Storey::Model) event.call = found.call;
  }
  m_trace.noteCall(event.correlation, event.call);
}

/// A further launch of an id that another one has gets an arrow of its own.
void ForeignGroupWriter::setLaunch(TraceEvent& event, ForeignRole role) {
  const bool whole = event.kind == EventKind::Slice && eventStep(event) == EventStep::Add;
  if (isDeviceRole(role) || !whole || (event.flags & (kStoreySaid | kEndsFlow)) != 0) return;
  if (m_trace.onDevice(event.correlation) == ForeignTrace::OnDevice::Nothing) return;
  event.correlation = m_trace.m_launches.idOf(event);
  m_trace.noteCall(event.correlation, event.call);
}

void ForeignGroupWriter::begin(TraceEvent& event, const std::vector<Arg>& args) {
  m_open.push_back(event.track);
  m_call.begun();
  event.payload = kOpen.ns;
  stored(event, m_store.begin(event, args));
}

void ForeignGroupWriter::end(const TraceEvent& event) {
  if (m_open.empty()) {
    m_store.end(track(static_cast<std::size_t>(Storey::Other)), event.begin);  // counted there
    return;
  }
  m_store.end(m_open.back(), event.begin, m_store.keptArgs(event.args));
  m_open.pop_back();
  m_call.ended(event.begin);
  const auto ended = std::find_if(m_around.rbegin(), m_around.rend(), [](const Around& a) { return a.open; });
  if (ended == m_around.rend()) return;
  ended->end = event.begin;
  ended->open = false;
}

void ForeignGroupWriter::stored(const TraceEvent& event, EventRef ref) {
  if (m_enclosing.empty() && m_next.empty()) return;
  const bool open = event.payload == kOpen.ns;
  while (!m_around.empty() && m_around.back().end < event.begin) m_around.pop_back();
  m_around.push_back({event, open ? kNever : event.end(), ref, open});
  if (event.kind != EventKind::Instant) bindNext(event.begin, event, ref);
}

/// Binds what lies before `time` to the slices around it: all events that begin no later are stored.
void ForeignGroupWriter::bindBefore(HostTime time, bool last) {
  for (; m_enclosingAt < m_enclosing.size(); ++m_enclosingAt) {
    const FlowPoint& point = m_enclosing[m_enclosingAt];
    if (!last && point.time >= time) return;
    bind(point);
  }
  for (; last && m_nextAt < m_next.size(); ++m_nextAt) bind(m_next[m_nextAt]);
}

void ForeignGroupWriter::bindNext(HostTime time, const TraceEvent& event, EventRef ref) {
  for (; m_nextAt < m_next.size() && m_next[m_nextAt].time <= time; ++m_nextAt)
    m_trace.m_flows.bound(m_next[m_nextAt], ref, event);
}

void ForeignGroupWriter::bind(const FlowPoint& point) {
  const Around *best = nullptr, *named = nullptr;
  for (auto a = m_around.rbegin(); a != m_around.rend() && !named; ++a) {
    const TraceEvent& event = a->event;
    if (event.begin > point.time || a->end < point.time) continue;
    const bool better = !best || (best->event.begin != point.time && event.begin == point.time);
    if (better && event.kind != EventKind::Instant) best = &*a;
    if (event.begin == point.hint.begin && event.payload == point.hint.payload && event.name == point.hint.name)
      named = &*a;
  }
  if (named) best = named;
  if (best) return m_trace.m_flows.bound(point, best->ref, best->event);
  // It is a moment of this thread, if nothing else.
  TraceEvent moment;
  moment.begin = point.time;
  moment.kind = EventKind::Instant;
  moment.name = point.name;
  moment.track = track(static_cast<std::size_t>(Storey::Other));
  m_trace.m_flows.bound(point, m_store.add(moment), moment);
}

}  // namespace strata::inline interchange
