#include "app/facts/device_time.h"

#include <algorithm>

#include "app/facts/own_kernels.h"
#include "engine/trace/device_work.h"
#include "engine/trace/trace_query.h"

namespace strata::inline facts {
namespace {

/// Sums that have a length only if all of their parts do.
class DeviceSum {
 public:
  explicit DeviceSum(const TraceSnapshot& snapshot) : m_snapshot(snapshot) {}

  void add(const TraceEvent& work) {
    m_known = m_known && !work.open() && !onlyCounts(m_snapshot, work) && m_snapshot.tracks()[work.track].dropped == 0;
    if (m_known) m_time += work.duration();
  }
  std::optional<Duration> time() const { return m_known && m_time.ns > 0 ? std::optional(m_time) : std::nullopt; }

 private:
  const TraceSnapshot& m_snapshot;
  Duration m_time;
  bool m_known = true;
};

bool stillRuns(const TraceSnapshot& snapshot, const TraceEvent& asked) {
  return std::ranges::any_of(snapshot.openEvents(), [&](const TraceSnapshot::OpenEvent& open) {
    return isWork(open.event.kind) && open.event.call == asked.call && askedWithin(snapshot, open.event, asked);
  });
}

}  // namespace

std::optional<Duration> deviceTimeOf(const TraceSnapshot& snapshot, const TraceEvent& event) {
  DeviceSum sum(snapshot);
  if (isWork(event.kind)) {
    sum.add(event);
    return sum.time();
  }
  if (event.kind != EventKind::Slice || event.open() || stillRuns(snapshot, event)) return std::nullopt;
  if (event.call == CallId::None) {
    if (const auto work = snapshot.workOf(event.correlation)) sum.add(snapshot.event(*work));
    return sum.time();
  }
  for (const EventRef ref : eventsOfCall(snapshot, event.call)) {
    const TraceEvent& work = snapshot.event(ref);
    if (isWork(work.kind) && askedWithin(snapshot, work, event)) sum.add(work);
  }
  return sum.time();
}

}  // namespace strata::inline facts
