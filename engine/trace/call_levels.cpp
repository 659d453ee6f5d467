#include "engine/trace/call_levels.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <tuple>

#include "engine/trace/storey_sweep.h"
#include "engine/trace/trace_query.h"

namespace strata::inline trace {

namespace {

constexpr std::array<std::string_view, 3> kKeys{"op", "module", "annotation"};
constexpr TimeRange kAlways{{std::numeric_limits<std::int64_t>::min()}, {std::numeric_limits<std::int64_t>::max()}};

using Tracks = std::vector<std::uint32_t>;

std::vector<LevelCall> operations(const TraceSnapshot& snapshot, const SessionWork& work) {
  std::vector<LevelCall> calls;
  for (std::uint32_t i = 1; i <= snapshot.callCount(); ++i) {
    const auto call = snapshot.call(CallId{i});
    if (call && !snapshot.event(call->top).open() && !wasStopped(snapshot, CallId{i}))
      calls.push_back({call->top, storeyTimes(snapshot, CallId{i}), work.calls[i - 1], {CallId{i}}, false});
  }
  return calls;
}

std::vector<Tracks> threadsOf(const TraceSnapshot& snapshot) {
  std::map<std::tuple<std::int64_t, std::int64_t, std::string>, Tracks> threads;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    if (const TrackInfo& info = snapshot.tracks()[track]; info.kind == TrackKind::Host)
      threads[{info.pid, info.tid, info.thread}].push_back(track);
  std::vector<Tracks> all;
  all.reserve(threads.size());
  for (auto& [key, tracks] : threads) all.push_back(std::move(tracks));
  return all;
}

/// Calls `use` for what a thread did within a window; a slice around it is not within it.
template <class Use>
void eachWithin(const TraceSnapshot& snapshot, const Tracks& thread, TimeRange window, Use use) {
  for (const std::uint32_t track : thread)
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      std::size_t i = row.firstNot([&](const TraceEvent& e) { return e.end() <= window.begin; });
      for (; i < row.size() && row[i].begin < window.end; ++i)
        if (row[i].begin >= window.begin && row[i].end() <= window.end)
          use(EventRef{track, r, static_cast<std::uint32_t>(i)}, row[i]);
    }
}

void makeUnique(std::vector<CallId>& calls) {
  std::ranges::sort(calls);
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
}

/// Takes slices above operations together with what ran within them.
class Scopes {
 public:
  Scopes(const TraceSnapshot& snapshot, CallLevel level) : m_snapshot(snapshot), m_level(level) {
    eachWork(snapshot, kAlways, [this](const TraceEvent& work) {
      if (work.call != CallId::None) m_work.push_back(&work);
    });
    std::ranges::stable_sort(m_work, {}, [](const TraceEvent* work) { return work->call; });
  }

  std::vector<LevelCall> all() {
    for (const Tracks& thread : threadsOf(m_snapshot)) addThread(thread);
    return std::move(m_calls);
  }

 private:
  void addThread(const Tracks& thread) {
    std::vector<EventRef> tops;
    for (const std::uint32_t track : thread)
      if (m_snapshot.tracks()[track].storey == Storey::Model)
        for (std::uint32_t row = 0; row < m_snapshot.rowCount(track); ++row)
          for (std::uint32_t i = 0; i < m_snapshot.row(track, row).size(); ++i)
            if (levelOf(m_snapshot, m_snapshot.row(track, row)[i]) == m_level) tops.push_back({track, row, i});
    std::ranges::sort(tops, [&](EventRef a, EventRef b) {
      const TraceEvent &x = m_snapshot.event(a), &y = m_snapshot.event(b);
      return std::tuple(x.begin, -x.payload, a) < std::tuple(y.begin, -y.payload, b);
    });
    HostTime outermostEnd = kAlways.begin;
    for (const EventRef top : tops) {
      m_calls.push_back(within(thread, top));
      const HostTime end = m_snapshot.event(top).end();
      m_calls.back().nested = end <= outermostEnd;
      outermostEnd = std::max(outermostEnd, end);
    }
  }

  LevelCall within(const Tracks& thread, EventRef ref) const {
    const TraceEvent& top = m_snapshot.event(ref);
    const TimeRange window{top.begin, top.end()};
    StoreySweep sweep(window);
    LevelCall call{ref, {}, {}, {}, false};
    eachWithin(m_snapshot, thread, window, [&](EventRef, const TraceEvent& event) {
      sweep.add(event, event.end());
      if (event.call != CallId::None) call.calls.push_back(event.call);
    });
    makeUnique(call.calls);
    call.work = addWork(call.calls, window, sweep);
    call.storeys = std::move(sweep).times();
    return call;
  }

  /// What the device did for these operations, in and after the window.
  WorkTotals addWork(const std::vector<CallId>& calls, TimeRange window, StoreySweep& sweep) const {
    std::vector<const TraceEvent*> work;
    for (const CallId call : calls) {
      const auto callOf = [](const TraceEvent* event) { return event->call; };
      const auto first = std::ranges::lower_bound(m_work, call, {}, callOf);
      work.insert(work.end(), first, std::ranges::upper_bound(first, m_work.end(), call, {}, callOf));
    }
    std::ranges::stable_sort(work, {}, [](const TraceEvent* event) { return event->begin; });
    WorkSum sum;
    for (const TraceEvent* event : work) {
      sum.add(m_snapshot, *event, window.end);
      sweep.add(*event, event->end());
    }
    return sum.sum();
  }

  const TraceSnapshot& m_snapshot;
  const CallLevel m_level;
  std::vector<const TraceEvent*> m_work;  ///< by call, then by begin
  std::vector<LevelCall> m_calls;
};

/// The device's work for these operations, none of which began before `begin`.
void addWorkOf(const TraceSnapshot& snapshot, const std::vector<CallId>& calls, HostTime begin,
               std::vector<EventRef>& events) {
  HostTime last = begin;
  for (const CallId call : calls)
    if (const auto info = snapshot.call(call)) last = std::max(last, info->end);
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      std::size_t i = row.firstNot([&](const TraceEvent& e) { return e.end() <= begin; });
      for (; i < row.size() && row[i].begin <= last; ++i)
        if (isWork(row[i].kind) && std::ranges::binary_search(calls, row[i].call))
          events.push_back({track, r, static_cast<std::uint32_t>(i)});
    }
}

}  // namespace

std::string_view callLevelKey(CallLevel level) {
  return kKeys[static_cast<std::size_t>(level)];
}

std::optional<CallLevel> callLevelFromKey(std::string_view key) {
  const auto found = std::ranges::find(kKeys, key);
  return found == kKeys.end() ? std::nullopt : std::optional(static_cast<CallLevel>(found - kKeys.begin()));
}

std::vector<LevelCall> callsAt(const TraceSnapshot& snapshot, CallLevel level, const SessionWork& work) {
  return level == CallLevel::Op ? operations(snapshot, work) : Scopes(snapshot, level).all();
}

bool onlyCounts(const TraceSnapshot& snapshot, const LevelCall& call) {
  return !call.calls.empty() && std::ranges::all_of(call.calls, [&](CallId id) { return onlyCounts(snapshot, id); });
}

std::optional<CallLevel> levelOf(const TraceSnapshot& snapshot, const TraceEvent& event) {
  return callLevelFromKey(snapshot.text(event, kCallLevelArg));
}

std::vector<CallLevel> levelsIn(const TraceSnapshot& snapshot) {
  std::array<bool, kKeys.size()> there{true};
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    if (snapshot.tracks()[track].storey == Storey::Model)
      for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r)
        for (std::size_t i = 0; i < snapshot.row(track, r).size(); ++i)
          if (const auto level = levelOf(snapshot, snapshot.row(track, r)[i]))
            there[static_cast<std::size_t>(*level)] = true;
  std::vector<CallLevel> levels;
  for (std::size_t i = 0; i < there.size(); ++i)
    if (there[i]) levels.push_back(static_cast<CallLevel>(i));
  return levels;
}

std::vector<EventRef> eventsWithin(const TraceSnapshot& snapshot, EventRef top) {
  const TraceEvent& slice = snapshot.event(top);
  std::vector<EventRef> events;
  std::vector<CallId> calls;
  const auto isItsThread = [&](const Tracks& thread) { return std::ranges::find(thread, top.track) != thread.end(); };
  for (const Tracks& thread : threadsOf(snapshot))
    if (isItsThread(thread))
      eachWithin(snapshot, thread, {slice.begin, slice.end()}, [&](EventRef ref, const TraceEvent& event) {
        events.push_back(ref);
        if (event.call != CallId::None) calls.push_back(event.call);
      });
  makeUnique(calls);
  addWorkOf(snapshot, calls, slice.begin, events);
  return events;
}

}  // namespace strata::inline trace
