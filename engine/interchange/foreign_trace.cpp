#include "engine/interchange/foreign_trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/how_many.h"
#include "engine/interchange/foreign_group_writer.h"

namespace strata::inline interchange {

namespace {

/// Uuids that no run of Strata gives.
constexpr std::uint64_t kCounterUuid = std::uint64_t{0x494E} << 48;
constexpr std::int64_t kLatestBase = std::int64_t{1} << 61;

/// Kineto puts the waits for a stream on a thread this far behind it (kSyncStreamTidOffset).
constexpr std::int64_t kKinetoWaits = 1'000'000;

bool isOnDevice(ForeignRole role) {
  return role == ForeignRole::Kernel || role == ForeignRole::Copy || role == ForeignRole::Sync;
}

}  // namespace

ForeignTrackGroup& ForeignTrace::thread(std::int64_t pid, std::int64_t tid) {
  std::unique_ptr<ForeignTrackGroup>& group = m_threads[{pid, tid}];
  if (!group) {
    group = std::make_unique<ForeignTrackGroup>();
    group->pid = pid;
    group->tid = tid;
    m_groups.push_back(group.get());
  }
  return *group;
}

ForeignTrackGroup& ForeignTrace::named(std::int64_t pid, const std::string& name) {
  std::unique_ptr<ForeignTrackGroup>& group = m_named[{pid, name}];
  if (!group) {
    group = std::make_unique<ForeignTrackGroup>();
    group->pid = pid;
    group->name = name;
    m_groups.push_back(group.get());
  }
  return *group;
}

std::uint32_t ForeignTrace::counter(std::int64_t pid, const std::string& name, const std::string& unit, Storey storey) {
  const auto [found, isNew] = m_counters.try_emplace({pid, name + '\0' + unit}, 0);
  if (!isNew) return found->second;
  TrackInfo info;
  info.uuid = kCounterUuid | m_counters.size();
  info.name = name;
  info.kind = TrackKind::Counter;
  info.pid = pid;
  info.unit = unit;
  info.storey = storey;
  found->second = m_store.track(info);
  m_valuesOf[found->second] = m_values.size();
  m_values.push_back({std::move(info), {}});
  return found->second;
}

void ForeignTrace::nameProcess(std::int64_t pid, std::string name) {
  m_processes[pid].name = std::move(name);
}

void ForeignTrace::forgetProcessName(std::string_view name) {
  for (auto& [pid, process] : m_processes)
    if (process.name == name) process.name.clear();
}

void ForeignTrace::nameThread(std::int64_t pid, std::int64_t tid, std::string name) {
  name.erase(name.find_last_not_of(' ') + 1);  // Kineto's end with a space
  m_processes[pid].threads[tid] = std::move(name);
}

ForeignRole ForeignTrace::roleByCategory(NameId category) const {
  const StoreyRule* rule = findStoreyRule(m_tool, {}, m_store.name(category), {});
  return rule ? rule->role : ForeignRole::Slice;
}

void ForeignTrace::add(ForeignTrackGroup& group, TraceEvent event, NameId category) {
  std::vector<NameId>& known = group.categories;
  if (known.empty() || known.back() != category) {
    const auto found = std::find(known.begin(), known.end(), category);
    if (found == known.end())
      known.push_back(category);
    else
      std::swap(*found, known.back());
  }
  m_earliest = std::min(m_earliest, event.begin.ns);
  m_times.note(event.begin, FarTimes::lengthOf(event), m_place);
  event.track = static_cast<std::uint32_t>(category);
  group.events.push(event);
}

std::string_view ForeignTrace::toolByMarks() const {
  for (const ToolMark& mark : toolMarks())
    for (const ForeignTrackGroup* group : m_groups) {
      const bool fits = fitsPattern(mark.thread, ForeignGroupWriter::threadPath(*this, *group));
      if (fits && std::any_of(group->categories.begin(), group->categories.end(),
                              [&](NameId category) { return fitsPattern(mark.category, m_store.name(category)); }))
        return mark.tool;
    }
  return {};
}

/// Groups of device work, and which correlations that work has.
void ForeignTrace::findDeviceGroups() {
  for (ForeignTrackGroup* group : m_groups) {
    std::unordered_map<NameId, ForeignRole> roles;
    for (const NameId category : group->categories)
      if (const ForeignRole role = roleByCategory(category); isOnDevice(role)) roles[category] = role;
    const bool byName = roles.empty() && ForeignGroupWriter::saysDevice(*this, *group);
    group->device = !roles.empty() || byName;
    if (!group->device) continue;
    group->events.each([&](const TraceEvent& event) {
      const auto role = roles.find(static_cast<NameId>(event.track));
      if (byName || role != roles.end()) noteOnDevice(event.correlation, byName || role->second != ForeignRole::Sync);
    });
  }
}

void ForeignTrace::noteOnDevice(CorrelationId id, bool work) {
  if (id == CorrelationId::None) return;
  const auto correlation = static_cast<std::size_t>(id);
  if (correlation >= m_onDevice.size()) m_onDevice.resize(std::max(correlation + 1, m_onDevice.size() * 2));
  OnDevice& known = m_onDevice[correlation];
  if (known != OnDevice::Work) known = work ? OnDevice::Work : OnDevice::Wait;
}

/// In the file of a tool that numbers no launches, arrows say what they launched: the events at both ends get one id.
void ForeignTrace::joinByArrows() {
  if (!m_onDevice.empty()) return;
  std::unordered_map<std::uint64_t, std::vector<std::pair<ForeignTrackGroup*, HostTime>>> arrivals;
  const auto arrives = [](const FlowPoint& point) {
    return point.phase != FlowPoint::Phase::Start && point.sameCorrelation == CorrelationId::None;
  };
  for (ForeignTrackGroup* group : m_groups)
    for (const FlowPoint& point : group->flows)
      if (group->device && arrives(point)) arrivals[point.key].emplace_back(group, point.time);
  for (ForeignTrackGroup* group : m_groups) {
    std::map<HostTime, CorrelationId> launches;
    for (const FlowPoint& point : group->flows) {
      const auto arrival = arrivals.find(point.key);
      if (group->device || point.phase != FlowPoint::Phase::Start || arrival == arrivals.end()) continue;
      const auto [launch, isNew] = launches.try_emplace(point.time);
      if (isNew) launch->second = CorrelationId{m_correlations.fresh()};
      for (const auto& [to, time] : arrival->second) to->joints.push_back({time, launch->second});
      arrivals.erase(arrival);
      noteOnDevice(launch->second, true);
    }
    for (const auto& [time, id] : launches) group->joints.push_back({time, id});
  }
  for (ForeignTrackGroup* group : m_groups)
    std::ranges::stable_sort(group->joints, {}, &ForeignTrackGroup::Joint::time);
}

void ForeignTrace::addValue(std::uint32_t track, HostTime time, double value, const TraceEvent& said) {
  TraceEvent event;
  event.begin = time;
  event.payload = std::bit_cast<std::int64_t>(value);
  event.track = track;
  event.kind = EventKind::Counter;
  event.storey = said.storey;
  event.call = said.call;
  event.provenance = said.provenance;
  event.args = said.args;
  m_earliest = std::min(m_earliest, time.ns);
  m_times.note(time, 0, m_place);
  m_values[m_valuesOf.at(track)].events.push(event);
}

std::string ForeignTrace::processName(std::int64_t pid) const {
  const auto process = m_processes.find(pid);
  return process == m_processes.end() ? std::string() : process->second.name;
}

std::string ForeignTrace::threadName(const ForeignTrackGroup& group) const {
  if (!group.name.empty()) return group.name;
  const auto process = m_processes.find(group.pid);
  const auto known = process != m_processes.end();
  if (known) {
    const auto thread = process->second.threads.find(group.tid);
    if (thread != process->second.threads.end() && !thread->second.empty()) return thread->second;
  }
  if (group.tid == group.pid && known && !process->second.name.empty()) return process->second.name;
  const bool isWaits = m_tool == tool::kKineto && group.device && group.tid / kKinetoWaits == 1;
  if (isWaits) return "stream " + std::to_string(group.tid % kKinetoWaits) + " (waits)";
  return "thread " + std::to_string(group.tid);
}

std::uint32_t ForeignTrace::freeStream(std::int64_t wanted) {
  const auto taken = [this](std::int64_t number) {
    return std::find(m_streams.begin(), m_streams.end(), number) != m_streams.end();
  };
  wanted %= kFurtherOfNumber;
  if (wanted < 1 || wanted > 1'000'000) wanted = 1;
  while (taken(wanted)) ++wanted;
  m_streams.push_back(static_cast<std::uint32_t>(wanted));
  return m_streams.back();
}

void ForeignTrace::storeValues() {
  for (const auto& [key, track] : m_counters) {
    const NameId name = m_store.intern(key.second.substr(0, key.second.find('\0')));
    CounterValues& values = m_values[m_valuesOf.at(track)];
    values.track.process = processName(values.track.pid);
    m_store.track(values.track);
    for (TraceEvent event; values.events.next(event);) {
      if (!keeps(event)) continue;
      event.begin.ns += m_shift;
      event.name = name;
      m_store.add(event);
    }
  }
}

void ForeignTrace::leaveOutFar() {
  if (!m_trusted) m_far = m_times.find();
  if (m_far.count == 0) return;
  m_earliest = 0;
  const auto takeEarliest = [this](const TraceEvent& event) {
    if (keeps(event)) m_earliest = std::min(m_earliest, event.begin.ns);
  };
  for (ForeignTrackGroup* group : m_groups) {
    group->events.each(takeEarliest);
    std::erase_if(group->flows, [this](const FlowPoint& point) { return !m_far.keeps(point.time); });
  }
  for (const CounterValues& values : m_values) values.events.each(takeEarliest);
}

void ForeignTrace::finish(std::int64_t base) {
  leaveOutFar();
  if (m_earliest < 0)
    m_store.addProblem("The trace has times before 0; all of them were moved by " + std::to_string(-m_earliest) +
                       " ns.");
  m_shift = m_earliest < 0 ? -m_earliest : std::clamp<std::int64_t>(base, 0, kLatestBase);
  if (m_tool.empty()) m_tool = toolByMarks();
  findDeviceGroups();
  joinByArrows();
  for (const bool work : {false, true})  // launches before their work, so that its calls are known
    for (std::uint32_t i = 0; i < m_groups.size(); ++i)
      if (m_groups[i]->device == work) ForeignGroupWriter(*this, *m_groups[i], i).write();
  storeValues();
  m_flows.resolve();
  sayDoubts();
}

void ForeignTrace::noteCall(CorrelationId id, CallId call) {
  const auto index = static_cast<std::size_t>(id);
  if (index == 0 || call == CallId::None) return;
  if (index >= m_callOf.size()) m_callOf.resize(std::max(index + 1, m_callOf.size() * 2));
  if (m_callOf[index] == CallId::None) m_callOf[index] = call;
}

void ForeignTrace::countLeftOut(std::map<std::string, std::uint64_t>& leftOut) const {
  if (m_far.count > 0) leftOut[m_far.kind()] += m_far.count;
}

/// What the file leaves open.
void ForeignTrace::sayDoubts() {
  const NameId table = m_far.first.table;
  if (m_far.count > 0) m_store.addProblem(m_far.sentence(table == NameId::None ? "" : m_store.name(table)));
  if (m_launches.shared() > 0)
    m_store.addProblem(
        howMany(m_launches.shared(), "correlation id is that", "correlation ids are each that") +
        " of several launches. Kernels and copies of such an id belong to the nearest launch that began before them.");
  if (m_overlapping > 0)
    m_store.addProblem(
        howMany(m_overlapping, "operation begins while another one of the thread runs and ends after it. It is",
                "operations begin while another one of the thread runs and end after it. Each is") +
        " a call of its own, and the time that calls share counts for each: they sum to " +
        fmt::format("{:.4g} µs more than their threads spent in them.", static_cast<double>(m_shared.ns) / 1000));
}

}  // namespace strata::inline interchange
