#include "app/facts/storey_shares.h"

#include <algorithm>
#include <unordered_map>

#include "engine/trace/trace_query.h"

namespace strata::inline facts {
namespace {

/// The calls that are added up: when each returned, and what time their events span.
struct CountedCalls {
  std::unordered_map<CallId, HostTime> returns;
  TimeRange span;

  void add(CallId id, const CallInfo& call, HostTime returned) {
    span = {std::min(span.begin, call.begin), std::max(span.end, call.end)};
    returns.emplace(id, returned);
  }
};

/// What ran for the calls, and what ran for none in `sight`.
void addWork(StoreyShares& shares, const TraceSnapshot& snapshot, const CountedCalls& calls, TimeRange sight) {
  WorkSum work, unassigned;
  const TimeRange both{std::min(sight.begin, calls.span.begin), std::max(sight.end, calls.span.end + Duration{1})};
  eachWork(snapshot, both, [&](const TraceEvent& event) {
    if (const auto call = calls.returns.find(event.call); call != calls.returns.end())
      return work.add(snapshot, event, call->second);
    if (event.call != CallId::None || event.begin >= sight.end || event.end() <= sight.begin) return;
    unassigned.add(snapshot, event, std::nullopt);
    if (event.correlation != CorrelationId::None && !snapshot.launchOf(event.correlation)) ++shares.withoutLaunch;
  });
  shares.work = work.sum();
  shares.unassigned = unassigned.sum();
}

void addTimes(StoreyShares& shares, const std::array<Duration, kStoreyCount>& times, const TraceEvent& top,
              TimeRange range) {
  ++shares.calls;
  if (!range.covers({top.begin, top.end()})) ++shares.across;
  for (std::size_t storey = 0; storey < kStoreyCount; ++storey) {
    shares.self[storey] += times[storey];
    shares.total += times[storey];
  }
}

void addOperations(StoreyShares& shares, const TraceSnapshot& snapshot, TimeRange range, const TimedCalls& timed,
                   std::size_t most, CountedCalls& counted) {
  for (std::size_t i = snapshot.callCount(); i > 0; --i) {
    const CallId id{static_cast<std::uint32_t>(i)};
    const auto call = snapshot.call(id);
    if (!call || call->begin >= range.end || call->end <= range.begin || snapshot.event(call->top).open()) continue;
    if (onlyCounts(snapshot, id) || wasStopped(snapshot, id)) continue;
    const TraceEvent& top = snapshot.event(call->top);
    if (!timed.holds(top) || ++shares.inRange > most) continue;
    counted.add(id, *call, top.end());
    addTimes(shares, storeyTimes(snapshot, id), top, range);
  }
}

void addScopes(StoreyShares& shares, const TraceSnapshot& snapshot, TimeRange range, const TimedCalls& timed,
               CountedCalls& counted) {
  for (const LevelCall& scope : callsAt(snapshot, shares.level, {})) {
    const TraceEvent& top = snapshot.event(scope.top);
    if (scope.nested || top.begin >= range.end || top.end() <= range.begin || !timed.holds(scope)) continue;
    ++shares.inRange;
    addTimes(shares, scope.storeys, top, range);
    for (const CallId id : scope.calls)
      if (const auto call = snapshot.call(id)) counted.add(id, *call, top.end());
  }
}

StoreyShares sharesOf(const TraceSnapshot& snapshot, TimeRange range, CallLevel level, const TimedCalls& timed,
                      std::size_t most) {
  StoreyShares shares;
  shares.range = range;
  shares.level = level;
  shares.levels = levelsIn(snapshot);
  shares.timedOnly = !timed.all();
  CountedCalls counted{{}, {range.end, range.end}};
  if (level == CallLevel::Op)
    addOperations(shares, snapshot, range, timed, most, counted);
  else
    addScopes(shares, snapshot, range, timed, counted);
  const bool all = shares.calls == shares.inRange;
  if (shares.calls > 0 || all)
    addWork(shares, snapshot, counted, all ? range : TimeRange{std::max(range.begin, counted.span.begin), range.end});
  return shares;
}

}  // namespace

StoreyShares storeySharesOf(const TraceSnapshot& snapshot, TimeRange range, CallLevel level,
                            std::span<const TimedPart> timed, std::size_t most) {
  if (!timed.empty())
    if (StoreyShares ofTimed = sharesOf(snapshot, range, level, TimedCalls(timed), most); ofTimed.inRange > 0)
      return ofTimed;
  return sharesOf(snapshot, range, level, {}, most);
}

}  // namespace strata::inline facts
