#include "engine/trace/device_work.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "engine/trace/merged_events.h"

namespace strata::inline trace {

namespace {

bool namesMemset(std::string_view name) {
  constexpr std::string_view kMemset = "memset";
  const auto low = [](char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; };
  if (!std::ranges::equal(name.substr(0, kMemset.size()), kMemset, {}, low)) return false;
  const char next = name.size() > kMemset.size() ? low(name[kMemset.size()]) : ' ';
  return next != '_' && (next < 'a' || next > 'z') && (next < '0' || next > '9');
}

std::string_view upToGpu(std::string_view track) {
  constexpr std::string_view kGpu = "GPU ";
  const std::size_t gpu = track.find(kGpu);
  if (gpu == track.npos) return {};
  const std::size_t number = gpu + kGpu.size(),
                    end = std::min(track.find_first_not_of("0123456789", number), track.size());
  return end == number ? std::string_view() : track.substr(0, end);
}

std::string deviceName(const TrackInfo& track, std::size_t number) {
  if (const std::string_view said = deviceInName(track.name); !said.empty()) return std::string(said);
  return track.device.empty() ? "device " + std::to_string(number) : track.device;
}

}  // namespace

DeviceWorkKind countedAs(const TraceSnapshot& snapshot, const TraceEvent& work) {
  if (work.kind == EventKind::Copy) return DeviceWorkKind::Copy;
  const bool set = namesMemset(snapshot.name(work.name)) && !snapshot.number(work, arg::kGridX);
  return set ? DeviceWorkKind::Memset : DeviceWorkKind::Kernel;
}

bool isKernel(const TraceSnapshot& snapshot, const TraceEvent& event) {
  return event.kind == EventKind::Kernel && countedAs(snapshot, event) == DeviceWorkKind::Kernel;
}

bool onlyCounts(const TraceSnapshot& snapshot, CallId call) {
  const auto info = snapshot.call(call);
  if (!info) return false;
  const TraceEvent& top = snapshot.event(info->top);
  if (top.storey != Storey::Model) return false;
  const std::string_view name = snapshot.name(top.name);
  return name.ends_with(kMemoryObserved) || name.find(kCountedFor) != name.npos;
}

bool onlyCounts(const TraceSnapshot& snapshot, const TraceEvent& event) {
  return event.kind == EventKind::Kernel && onlyCounts(snapshot, event.call) && isKernel(snapshot, event);
}

bool wasStopped(const TraceSnapshot& snapshot, const TraceEvent& event) {
  return event.cutOff() && snapshot.number(event, arg::kStopped).has_value();
}

bool wasStopped(const TraceSnapshot& snapshot, CallId call) {
  return std::ranges::any_of(snapshot.openEvents(), [&](const TraceSnapshot::OpenEvent& open) {
    return open.event.call == call && wasStopped(snapshot, open.event);
  });
}

OpenCounts openCounts(const TraceSnapshot& snapshot) {
  OpenCounts counts;
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents())
    ++(wasStopped(snapshot, open.event) ? counts.stopped : counts.running);
  return counts;
}

void CountingEvents::ask(CallId call) {
  if (call == m_call) return;
  m_call = call;
  m_onlyCounts = onlyCounts(m_snapshot, call);
  m_stopped = wasStopped(m_snapshot, call);
}

bool CountingEvents::leavesOut(const TraceEvent& event) {
  return contains(event) || (event.call != CallId::None && m_stopped && !isOnDevice(event.kind));
}

bool CountingEvents::contains(const TraceEvent& event) {
  if (event.call == CallId::None) return false;
  ask(event.call);
  return m_onlyCounts && (!isWork(event.kind) || isKernel(m_snapshot, event));
}

WorkTotals& WorkTotals::operator+=(const WorkTotals& other) {
  kernels += other.kernels;
  copies += other.copies;
  memsets += other.memsets;
  kernelTime += other.kernelTime;
  copyTime += other.copyTime;
  memsetTime += other.memsetTime;
  busy += other.busy;
  afterReturn += other.afterReturn;
  bytesCopied += other.bytesCopied;
  counting.count += other.counting.count;
  counting.total += other.counting.total;
  return *this;
}

void WorkSum::add(const TraceSnapshot& snapshot, const TraceEvent& work, std::optional<HostTime> returned) {
  if (onlyCounts(snapshot, work)) return m_sum.counting.add(work);
  switch (countedAs(snapshot, work)) {
    case DeviceWorkKind::Kernel:
      ++m_sum.kernels;
      m_sum.kernelTime += work.duration();
      break;
    case DeviceWorkKind::Copy:
      ++m_sum.copies;
      m_sum.copyTime += work.duration();
      m_sum.bytesCopied += snapshot.number(work, arg::kBytes).value_or(0);
      break;
    case DeviceWorkKind::Memset:
      ++m_sum.memsets;
      m_sum.memsetTime += work.duration();
      break;
  }
  if (returned && work.end() > *returned) m_sum.afterReturn += work.end() - std::max(work.begin, *returned);
  if (work.end() <= m_busyUntil) return;
  m_sum.busy += work.end() - std::max(work.begin, m_busyUntil);
  m_busyUntil = work.end();
}

std::vector<std::optional<std::size_t>> devicesOfTracks(const TraceSnapshot& snapshot) {
  std::vector<std::optional<std::size_t>> devices;
  std::map<std::pair<std::string, std::int64_t>, std::size_t> known;
  for (const TrackInfo& track : snapshot.tracks()) {
    devices.emplace_back();
    if (isDeviceTrack(track.kind))
      devices.back() = known.try_emplace({track.device, track.pid}, known.size()).first->second;
  }
  return devices;
}

std::string_view deviceInName(std::string_view track) {
  const std::size_t stream = track.find(kStreamWord);
  if (stream == track.npos) return upToGpu(track);
  if (stream == 0) return {};
  return track.substr(0, track.find_last_not_of(" \u00b7", stream - 1) + 1);
}

std::size_t deviceCount(const TraceSnapshot& snapshot) {
  std::size_t count = 0;
  for (const auto& device : devicesOfTracks(snapshot)) count = std::max(count, device ? *device + 1 : 0);
  return count;
}

void eachWork(const TraceSnapshot& snapshot, TimeRange range, const std::function<void(const TraceEvent&)>& use) {
  std::vector<std::uint32_t> streams;
  const auto devices = devicesOfTracks(snapshot);
  for (std::uint32_t track = 0; track < devices.size(); ++track)
    if (devices[track]) streams.push_back(track);
  for (MergedEvents events(snapshot, streams, range.end, range.begin); !events.empty(); events.pop()) {
    const TraceEvent& event = *events.front().event;
    if (event.begin >= range.end) return;
    if (isWork(event.kind) && !event.open()) use(event);
  }
}

std::optional<HostTime> returnOf(const TraceSnapshot& snapshot, CallId call) {
  const std::optional<CallInfo> info = snapshot.call(call);
  if (!info) return std::nullopt;
  const TraceEvent& top = snapshot.event(info->top);
  return top.open() || isWork(top.kind) ? std::nullopt : std::optional(top.end());
}

SessionWork workOf(const TraceSnapshot& snapshot) {
  SessionWork result;
  std::vector<WorkSum> calls(snapshot.callCount());
  std::map<std::size_t, WorkSum> all, unassigned;  ///< by device
  const auto devices = devicesOfTracks(snapshot);
  constexpr TimeRange kAlways{{std::numeric_limits<std::int64_t>::min()}, {std::numeric_limits<std::int64_t>::max()}};
  eachWork(snapshot, kAlways, [&](const TraceEvent& work) {
    const std::size_t device = *devices[work.track];
    all[device].add(snapshot, work, std::nullopt);
    const auto call = static_cast<std::size_t>(work.call);
    if (call != 0 && call <= calls.size()) return calls[call - 1].add(snapshot, work, returnOf(snapshot, work.call));
    unassigned[device].add(snapshot, work, std::nullopt);
    if (work.correlation == CorrelationId::None)
      ++result.withoutId;
    else
      ++(snapshot.launchOf(work.correlation) ? result.launchedOutside : result.withoutLaunch);
  });
  for (const auto& [device, work] : all) {
    result.all += work.sum();
    const auto track = static_cast<std::size_t>(std::ranges::find(devices, std::optional(device)) - devices.begin());
    result.devices.push_back({deviceName(snapshot.tracks()[track], device), work.sum().busy});
  }
  for (const auto& [device, work] : unassigned) result.unassigned += work.sum();
  result.calls.reserve(calls.size());
  for (const WorkSum& call : calls) result.calls.push_back(call.sum());
  return result;
}

WorkTotals workOfCall(const TraceSnapshot& snapshot, CallId call) {
  const std::optional<CallInfo> info = snapshot.call(call);
  if (!info) return {};
  WorkSum work;
  eachWork(snapshot, {info->begin, info->end + Duration{1}}, [&](const TraceEvent& event) {
    if (event.call == call) work.add(snapshot, event, returnOf(snapshot, call));
  });
  return work.sum();
}

}  // namespace strata::inline trace
