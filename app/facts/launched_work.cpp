#include "app/facts/launched_work.h"

#include <cmath>
#include <limits>
#include <optional>

#include "engine/trace/device_work.h"
#include "engine/trace/launch_shape.h"
#include "engine/trace/trace_args.h"

namespace strata::inline facts {
namespace {

constexpr std::uint64_t kHashPrime = 0x100000001b3;  // FNV-1a, a number at a time
constexpr std::uint64_t kHashOfNothing = 0xcbf29ce484222325;

std::uint64_t hashOfKernel(const TraceSnapshot& snapshot, const TraceEvent& kernel) {
  const auto shape = launchShape(snapshot, kernel);
  if (!shape) return 0;
  std::uint64_t hash = kHashOfNothing;
  for (const auto& sides : {shape->grid, shape->block})
    for (const std::int64_t side : sides) hash = (hash ^ static_cast<std::uint64_t>(side)) * kHashPrime;
  return hash;
}

std::uint64_t hashOfCopy(const TraceSnapshot& snapshot, const TraceEvent& copy) {
  const std::optional<double> bytes = snapshot.number(copy, arg::kBytes);
  if (!bytes || !(*bytes >= 1)) return 0;
  return (kHashOfNothing ^ static_cast<std::uint64_t>(std::ilogb(*bytes))) * kHashPrime;
}

std::uint64_t hashOfWork(const TraceSnapshot& snapshot, const TraceEvent& work) {
  return work.kind == EventKind::Copy ? hashOfCopy(snapshot, work) : hashOfKernel(snapshot, work);
}

}  // namespace

LaunchedWork::LaunchedWork(const TraceSnapshot& snapshot)
    : m_snapshot(snapshot), m_ofCall(snapshot.callCount() + 1), m_copiesOfCall(snapshot.callCount() + 1) {
  constexpr TimeRange kAlways{{std::numeric_limits<std::int64_t>::min()}, {std::numeric_limits<std::int64_t>::max()}};
  eachWork(snapshot, kAlways, [&](const TraceEvent& work) {
    const auto call = static_cast<std::size_t>(work.call);
    if (call >= m_ofCall.size()) return;
    const std::uint64_t launched = hashOfWork(snapshot, work);
    m_ofCall[call] += launched;
    if (work.kind == EventKind::Copy) m_copiesOfCall[call] += launched;
  });
}

std::uint64_t LaunchedWork::at(const ByCall& all, CallId call) {
  const auto index = static_cast<std::size_t>(call);
  return index < all.size() ? all[index] : 0;
}

std::uint64_t LaunchedWork::of(const TraceEvent& event, EventRef ref) const {
  if (isWork(event.kind)) return hashOfWork(m_snapshot, event);
  if (event.kind != EventKind::Slice) return 0;
  if (event.correlation != CorrelationId::None)
    if (const auto work = m_snapshot.workOf(event.correlation)) {
      const TraceEvent& started = m_snapshot.event(*work);
      if (started.kind == EventKind::Copy) return hashOfCopy(m_snapshot, started);
    }
  const std::uint64_t copies = copiesOfCall(event.call);
  if (event.call == CallId::None || copies == 0) return 0;
  const auto call = m_snapshot.call(event.call);
  return call && call->top == ref ? copies : 0;
}

}  // namespace strata::inline facts
