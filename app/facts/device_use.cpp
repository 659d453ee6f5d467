#include "app/facts/device_use.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "app/facts/event_statistics.h"
#include "app/facts/event_text.h"
#include "app/facts/lanes.h"
#include "engine/base/median.h"
#include "engine/trace/first_work.h"
#include "engine/trace/merged_events.h"

namespace strata::inline facts {
namespace {

/// Gaps of which the longest are kept.
class LongestGaps {
 public:
  void add(DeviceGap gap) {
    m_gaps.push_back(gap);
    if (m_gaps.size() >= 16 * kMostGaps) cut();
  }
  std::vector<DeviceGap> take() {
    cut();
    return std::move(m_gaps);
  }

 private:
  void cut() {
    std::ranges::stable_sort(m_gaps, std::ranges::greater{}, [](const DeviceGap& gap) { return gap.range.length(); });
    if (m_gaps.size() > kMostGaps) m_gaps.resize(kMostGaps);
  }

  std::vector<DeviceGap> m_gaps;
};

/// Adds up work by the operation it was done for, and by name.
class WorkByOp {
 public:
  explicit WorkByOp(const TraceSnapshot& snapshot) : m_snapshot(snapshot), m_seen(snapshot.callCount() + 1) {}

  /// `time`: of its length, what counts.
  void add(const TraceEvent& work, EventRef ref, Duration time) {
    const auto call = m_snapshot.call(work.call);
    const TraceEvent* top = call ? findEvent(m_snapshot, call->top) : nullptr;
    const NameId name = top ? top->name : NameId::None;
    WorkOfOp& op = named(m_ops, name, static_cast<std::uint64_t>(name) << 33);
    if (top && !m_seen[static_cast<std::size_t>(work.call)]) {
      m_seen[static_cast<std::size_t>(work.call)] = true;
      ++op.calls;
    }
    addTo(op, work, ref, time);
    addTo(named(op.kernels, work.name,
                static_cast<std::uint64_t>(name) << 33 | (static_cast<std::uint64_t>(work.name) + 1)),
          work, ref, time);
  }

  std::vector<WorkOfOp> take() {
    std::ranges::stable_sort(m_ops, std::ranges::greater{}, &WorkOfOp::total);
    for (WorkOfOp& op : m_ops) std::ranges::stable_sort(op.kernels, std::ranges::greater{}, &WorkOfName::total);
    return std::move(m_ops);
  }

 private:
  /// The sum of this name in a list; no two sums have one key.
  template <class Sum>
  Sum& named(std::vector<Sum>& sums, NameId name, std::uint64_t key) {
    const auto [place, isNew] = m_places.try_emplace(key, sums.size());
    if (isNew) sums.emplace_back().name = name;
    return sums[place->second];
  }

  template <class Sum>
  void addTo(Sum& sum, const TraceEvent& work, EventRef ref, Duration time) {
    if (sum.count == 0 || work.duration() > m_snapshot.event(sum.longest).duration()) sum.longest = ref;
    ++sum.count;
    sum.total += time;
  }

  const TraceSnapshot& m_snapshot;
  std::vector<WorkOfOp> m_ops;
  std::unordered_map<std::uint64_t, std::size_t> m_places;  ///< by key
  std::vector<bool> m_seen;                                 ///< by call
};

/// `waits`: also those below zero.
DeviceUse::Latency latencyOf(std::vector<std::int64_t> waits) {
  DeviceUse::Latency latency;
  latency.beforeLaunch = std::erase_if(waits, [](std::int64_t wait) { return wait < 0; });
  latency.count = waits.size();
  if (waits.empty()) return latency;
  std::ranges::sort(waits);
  latency.median = {waits[medianPlace(waits.size())]};
  latency.most = {waits.back()};
  if (waits.size() >= kLeastForP99) latency.p99 = Duration{waits[p99Place(waits.size())]};
  return latency;
}

void tellHost(const TraceSnapshot& snapshot, DeviceGap& gap) {
  if (!gap.after) return;
  const TraceEvent& after = snapshot.event(*gap.after);
  const auto launch = after.correlation == CorrelationId::None ? std::nullopt : snapshot.launchOf(after.correlation);
  if (!launch) return;
  EventFilter filter;
  for (const Lane& lane : lanesOf(snapshot))
    if (std::ranges::find(lane.tracks, launch->track) != lane.tracks.end()) filter.lane = lane.tracks.front();
  const auto sieve = EventSieve::of(snapshot, filter);
  if (!filter.lane || !sieve.ok()) return;
  gap.unrecorded = gap.range.length();
  for (const NameStatistics& of : statisticsOf(snapshot, gap.range, NameId::None, sieve.value()).names) {
    gap.unrecorded = gap.unrecorded - of.self;
    if (of.kind == EventKind::Slice && of.self > gap.hostSelf) gap.host = of.longest, gap.hostSelf = of.self;
  }
}

/// The streams and copy directions of each device.
std::vector<std::vector<std::uint32_t>> tracksByDevice(const TraceSnapshot& snapshot) {
  std::vector<std::vector<std::uint32_t>> tracks;
  const auto devices = devicesOfTracks(snapshot);
  for (std::uint32_t track = 0; track < devices.size(); ++track) {
    if (!devices[track]) continue;
    if (*devices[track] >= tracks.size()) tracks.resize(*devices[track] + 1);
    tracks[*devices[track]].push_back(track);
  }
  return tracks;
}

class UseReader {
 public:
  /// `timed`: of the range, what counts; empty: all.
  UseReader(const TraceSnapshot& snapshot, TimeRange range, std::span<const TimedPart> timed,
            const std::optional<TimeRange>& measured)
      : m_snapshot(snapshot),
        m_range(range),
        m_timed(timed),
        m_timedCalls(timed),
        m_firstWork(snapshot),
        m_ops(snapshot) {
    m_use.measured = measured;
  }

  /// The work of one device.
  void add(const std::vector<std::uint32_t>& tracks) {
    // In a measured range a device that works at all is idle before its first work, too.
    const bool measured = m_use.measured && firstWork(tracks, m_snapshot.bounds()->begin);
    const std::uint64_t before = m_use.work, gaps = m_use.gapCount;
    const Duration busy = m_use.busy, span = m_use.span;
    if (m_timed.empty()) readPart(tracks, m_range, nullptr, measured);
    for (std::size_t i = 0; i < m_timed.size(); ++i) {
      // Work of its calls may begin after the last of them has returned.
      const HostTime behind =
          i + 1 < m_timed.size() ? m_timed[i + 1].range.begin : m_snapshot.bounds()->end + Duration{1};
      readPart(tracks, {m_timed[i].range.begin, behind}, &m_timed[i], false);
    }
    if (!measured && m_use.work == before) return;
    m_use.each.push_back(
        {deviceName(m_snapshot.tracks()[tracks.front()]), m_use.span - span, m_use.busy - busy, m_use.gapCount - gaps});
  }

  /// The work of one device that lies wholly outside what is read.
  void addOutside(const TraceEvent& event) {
    const bool inRange = event.end() > m_range.begin && event.begin < m_range.end;
    if (m_timedCalls.all() ? inRange : m_timedCalls.holds(event)) return;
    if (!onlyCounts(m_snapshot, event))
      m_use.outside.add(event);
    else if (inRange)
      m_use.counting.add(event);
  }

  DeviceUse take() {
    m_use.gaps = m_gaps.take();
    for (DeviceGap& gap : m_use.gaps) tellHost(m_snapshot, gap);
    m_use.latency = latencyOf(std::move(m_waits));
    m_use.ops = m_ops.take();
    return std::move(m_use);
  }

 private:
  /// `part`: whose calls' work alone counts. `fromItsBegin`: time before the first work counts, too, and behind the
  /// last.
  void readPart(const std::vector<std::uint32_t>& tracks, TimeRange range, const TimedPart* part, bool fromItsBegin) {
    m_worked = {range.begin, range.begin};
    m_apart = {};
    m_counted = false;
    bool any = fromItsBegin;
    for (MergedEvents events(m_snapshot, tracks, range.end, range.begin); !events.empty(); events.pop()) {
      const MergedEvents::Head& head = events.front();
      const TraceEvent& event = *head.event;
      if (event.begin >= range.end) break;
      if (!isWork(event.kind) || event.open() || (part && !part->holds(event))) continue;
      if (onlyCounts(m_snapshot, event)) {
        m_use.counting.add(event);
        m_counted = true;
        continue;
      }
      if (!std::exchange(any, true)) m_worked = {event.begin, event.begin};
      addWork(event, head.ref);
    }
    if (fromItsBegin) idleToTheEnd(tracks);
    m_use.span += m_worked.length() - m_apart;
    m_use.apart += m_apart;
  }

  /// Of all work that is not only counted, of these tracks, what begins first at a time or later.
  std::optional<EventRef> firstWork(const std::vector<std::uint32_t>& tracks, HostTime from) const {
    for (MergedEvents events(m_snapshot, tracks, m_snapshot.bounds()->end, from); !events.empty(); events.pop()) {
      const TraceEvent& event = *events.front().event;
      if (event.begin >= from && isWork(event.kind) && !event.open() && !onlyCounts(m_snapshot, event))
        return events.front().ref;
    }
    return std::nullopt;
  }

  /// To the measured range's end, or to the begin of work that has no end yet: the device is not known to be idle then.
  void idleToTheEnd(const std::vector<std::uint32_t>& tracks) {
    HostTime end = m_range.end;
    std::optional<EventRef> after = firstWork(tracks, end);
    for (const TraceSnapshot::OpenEvent& open : m_snapshot.openEvents()) {
      if (!isWork(open.event.kind) || std::ranges::find(tracks, open.event.track) == tracks.end()) continue;
      if (after && m_snapshot.event(*after).begin <= open.event.begin) continue;
      after = openRef(m_snapshot, open);
      end = std::min(end, open.event.begin);
    }
    if (end > m_worked.end) idleUntil(end, tracks.front(), after);
  }

  void addWork(const TraceEvent& event, EventRef ref) {
    const TimeRange part = m_use.measured
                               ? TimeRange{std::max(event.begin, m_range.begin), std::min(event.end(), m_range.end)}
                               : TimeRange{event.begin, event.end()};
    ++m_use.work;
    if (part.begin > m_worked.end) idleUntil(part.begin, ref.track, ref);
    m_counted = false;
    if (part.end > m_worked.end) {
      m_use.busy += part.end - std::max(part.begin, m_worked.end);
      m_worked.end = part.end;
    }
    m_use.workTime += part.length();
    m_ops.add(event, ref, part.length());
    addWait(event, ref);
  }

  /// From the end of all work so far; apart where something was only counted meanwhile.
  void idleUntil(HostTime time, std::uint32_t track, std::optional<EventRef> after) {
    const TimeRange idle{std::exchange(m_worked.end, time), time};
    if (m_counted) {
      m_apart += idle.length();
      return;
    }
    m_gaps.add({.range = idle, .track = after ? after->track : track, .after = after});
    ++m_use.gapCount;
  }

  void addWait(const TraceEvent& event, EventRef ref) {
    const auto launch = m_snapshot.launchOf(event.correlation);
    if (launch && m_firstWork.of(*launch) == ref) m_waits.push_back((event.begin - m_snapshot.event(*launch).begin).ns);
  }

  const TraceSnapshot& m_snapshot;
  const TimeRange m_range;
  const std::span<const TimedPart> m_timed;
  const TimedCalls m_timedCalls;  ///< of all of them
  const FirstWork m_firstWork;
  DeviceUse m_use;
  LongestGaps m_gaps;
  WorkByOp m_ops;
  std::vector<std::int64_t> m_waits;
  TimeRange m_worked;      ///< of this device, as far as it is read
  Duration m_apart;        ///< of that, what is neither busy nor idle
  bool m_counted = false;  ///< something was only counted since its last work
};

}  // namespace

std::string deviceName(const TrackInfo& stream) {
  constexpr std::string_view kGpu = "GPU ", kDigits = "0123456789";
  const std::string& name = stream.name;
  if (const std::size_t gpu = name.rfind(kGpu); gpu != name.npos)
    return name.substr(0, name.find_first_not_of(kDigits, gpu + kGpu.size()));
  const std::size_t rank = name.rfind(" · ");
  if (rank != name.npos) return name.substr(0, rank);
  return stream.device.empty() ? name : stream.device;
}

DeviceUse deviceUseOf(const TraceSnapshot& snapshot, TimeRange range, std::span<const TimedPart> timed,
                      const std::optional<TimeRange>& measured, const std::optional<TimeRange>& walked) {
  const auto bounds = snapshot.bounds();
  if (!bounds) return {};
  const TimeRange part =
      measured ? TimeRange{std::max(measured->begin, bounds->begin), std::min(measured->end, bounds->end)} : range;
  const std::span<const TimedPart> counted = measured ? std::span<const TimedPart>{} : timed;
  UseReader reader(snapshot, part, counted, measured);
  if (part.begin < part.end || !measured)
    for (const std::vector<std::uint32_t>& tracks : tracksByDevice(snapshot)) reader.add(tracks);
  if (!counted.empty() || !part.covers(*bounds))
    eachWork(snapshot, *bounds, [&](const TraceEvent& work) { reader.addOutside(work); });
  DeviceUse use = reader.take();
  use.listedOf = measured;
  if (measured && !use.gaps.empty() && use.gaps.front().range == part) {
    use.listedOf = walked && walked->covers(part) ? walked : std::nullopt;
    use.around = deviceUseOf(snapshot, range, timed, use.listedOf).gaps;
  }
  return use;
}

}  // namespace strata::inline facts
