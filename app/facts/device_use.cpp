#include "app/facts/device_use.h"

#include <algorithm>
#include <unordered_map>

#include "app/facts/event_statistics.h"
#include "app/facts/event_text.h"
#include "app/facts/lanes.h"
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

  void add(const TraceEvent& work, EventRef ref) {
    const auto call = m_snapshot.call(work.call);
    const TraceEvent* top = call ? findEvent(m_snapshot, call->top) : nullptr;
    const NameId name = top ? top->name : NameId::None;
    WorkOfOp& op = named(m_ops, name, static_cast<std::uint64_t>(name) << 33);
    if (top && !m_seen[static_cast<std::size_t>(work.call)]) {
      m_seen[static_cast<std::size_t>(work.call)] = true;
      ++op.calls;
    }
    addTo(op, work, ref);
    addTo(named(op.kernels, work.name,
                static_cast<std::uint64_t>(name) << 33 | (static_cast<std::uint64_t>(work.name) + 1)),
          work, ref);
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
  void addTo(Sum& sum, const TraceEvent& work, EventRef ref) {
    if (sum.count == 0 || work.duration() > m_snapshot.event(sum.longest).duration()) sum.longest = ref;
    ++sum.count;
    sum.total += work.duration();
  }

  const TraceSnapshot& m_snapshot;
  std::vector<WorkOfOp> m_ops;
  std::unordered_map<std::uint64_t, std::size_t> m_places;  ///< by key
  std::vector<bool> m_seen;                                 ///< by call
};

DeviceUse::Latency latencyOf(std::vector<std::int64_t> waits) {
  if (waits.empty()) return {};
  std::ranges::sort(waits);
  const auto at = [&](double share) {
    return Duration{waits[static_cast<std::size_t>(share * static_cast<double>(waits.size() - 1) + 0.5)]};
  };
  return {waits.size(), at(0.5), at(0.99), {waits.back()}};
}

void tellHost(const TraceSnapshot& snapshot, DeviceGap& gap) {
  const TraceEvent& after = snapshot.event(gap.after);
  const auto launch = after.correlation == CorrelationId::None ? std::nullopt : snapshot.launchOf(after.correlation);
  if (!launch) return;
  EventFilter filter;
  for (const Lane& lane : lanesOf(snapshot))
    if (std::ranges::find(lane.tracks, launch->track) != lane.tracks.end()) filter.lane = lane.tracks.front();
  const auto sieve = EventSieve::of(snapshot, filter);
  if (!filter.lane || !sieve.ok()) return;
  for (const NameStatistics& of : statisticsOf(snapshot, gap.range, NameId::None, sieve.value()).names)
    if (of.kind == EventKind::Slice && of.self > gap.hostSelf) gap.host = of.longest, gap.hostSelf = of.self;
}

std::vector<std::uint32_t> deviceTracks(const TraceSnapshot& snapshot) {
  std::vector<std::uint32_t> tracks;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    if (const TrackKind kind = snapshot.tracks()[track].kind; kind == TrackKind::Queue || kind == TrackKind::Copy)
      tracks.push_back(track);
  return tracks;
}

}  // namespace

DeviceUse deviceUseOf(const TraceSnapshot& snapshot, TimeRange range) {
  DeviceUse use;
  use.version = snapshot.version();
  LongestGaps gaps;
  WorkByOp ops(snapshot);
  std::vector<std::int64_t> waits;
  const std::vector<std::uint32_t> tracks = deviceTracks(snapshot);
  for (MergedEvents events(snapshot, tracks, range.end, range.begin); !events.empty(); events.pop()) {
    const MergedEvents::Head& head = events.front();
    const TraceEvent& event = *head.event;
    if (event.begin >= range.end) break;
    if (!isWork(event.kind) || event.open()) continue;
    if (use.work++ == 0) {
      use.range = {event.begin, event.begin};
    } else if (event.begin > use.range.end) {
      gaps.add({.range = {use.range.end, event.begin}, .after = head.ref});
      ++use.gapCount;
    }
    if (event.end() > use.range.end) {
      use.busy += event.end() - std::max(event.begin, use.range.end);
      use.range.end = event.end();
    }
    use.workTime += event.duration();
    ops.add(event, head.ref);
    if (event.correlation == CorrelationId::None || snapshot.workOf(event.correlation) != head.ref) continue;
    if (const auto launch = snapshot.launchOf(event.correlation))
      if (const TraceEvent* call = findEvent(snapshot, *launch)) waits.push_back((event.begin - call->begin).ns);
  }
  use.gaps = gaps.take();
  for (DeviceGap& gap : use.gaps) tellHost(snapshot, gap);
  use.latency = latencyOf(std::move(waits));
  use.ops = ops.take();
  return use;
}

}  // namespace strata::inline facts
