#include "engine/trace/trace_query.h"

#include <algorithm>
#include <tuple>

namespace strata::inline trace {

namespace {

/// The first index from `from` on whose event satisfies `late`, which must be false before and true after; gallops, so
/// near answers are cheap.
template <class Predicate>
std::size_t firstFrom(const RowView& row, std::size_t from, Predicate late) {
  std::size_t step = 1, low = from;
  while (low + step <= row.size() && !late(row[low + step - 1])) {
    low += step;
    step *= 2;
  }
  return row.firstNot([&](const TraceEvent& e) { return !late(e); }, low, std::min(low + step - 1, row.size()));
}

bool isPoint(const TraceEvent& event) {
  return event.end() == event.begin;
}

}  // namespace

void visibleBlocks(const RowView& row, TimeRange range, Duration minWidth,
                   const std::function<void(const VisibleBlock&)>& emit) {
  std::size_t i = firstFrom(
      row, 0, [&](const TraceEvent& e) { return e.end() > range.begin || (isPoint(e) && e.begin >= range.begin); });
  VisibleBlock block;
  block.count = 0;
  const auto flush = [&] {
    if (block.count > 0) emit(block);
    block.count = 0;
  };
  while (i < row.size() && row[i].begin < range.end) {
    const HostTime begin = row[i].begin;
    std::size_t next = i + 1;
    if (row[i].end() - begin < minWidth)
      next = firstFrom(row, next,
                       [&](const TraceEvent& e) { return e.end() - begin >= minWidth || e.begin >= range.end; });
    const bool tiny = row[i].end() - begin < minWidth;
    if (block.count > 0 && (!tiny || begin - block.end >= minWidth)) flush();
    if (block.count == 0) block = {begin, begin, static_cast<std::uint32_t>(i), 0};
    block.end = row[next - 1].end();
    block.count += static_cast<std::uint32_t>(next - i);
    if (!tiny) flush();
    i = next;
  }
  flush();
}

std::optional<std::uint32_t> eventAt(const RowView& row, HostTime time, Duration slack) {
  const std::size_t after = firstFrom(row, 0, [&](const TraceEvent& e) { return e.begin > time; });
  if (after > 0 && (row[after - 1].end() > time || row[after - 1].begin == time))
    return static_cast<std::uint32_t>(after - 1);
  const Duration toNext = after < row.size() ? row[after].begin - time : slack + Duration{1};
  const Duration toLast = after > 0 ? time - row[after - 1].end() : slack + Duration{1};
  if (std::min(toNext, toLast) > slack) return std::nullopt;
  return static_cast<std::uint32_t>(toNext < toLast ? after : after - 1);
}

std::vector<EventRef> eventsOfCall(const TraceSnapshot& snapshot, CallId call, HostTime until) {
  const std::optional<CallInfo> info = snapshot.call(call);
  std::vector<EventRef> events;
  if (!info) return events;
  const HostTime last = std::min(info->end, until);
  for (const std::uint32_t track : snapshot.tracksOfCall(call)) {
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      for (std::size_t i = firstFrom(row, 0, [&](const TraceEvent& e) { return e.begin >= info->begin; });
           i < row.size() && row[i].begin <= last; ++i)
        if (row[i].call == call) events.push_back({track, r, static_cast<std::uint32_t>(i)});
    }
  }
  std::sort(events.begin(), events.end(), [&](EventRef a, EventRef b) {
    const TraceEvent &x = snapshot.event(a), &y = snapshot.event(b);
    return std::tie(x.storey, x.begin, a) < std::tie(y.storey, y.begin, b);
  });
  return events;
}

Launched launchedBy(const TraceSnapshot& snapshot, const TraceEvent& launch) {
  const auto from = snapshot.launchOf(launch.correlation), to = snapshot.workOf(launch.correlation);
  Launched launched{to, 0};
  if (!from || !to || !isWork(snapshot.event(*to).kind)) return launched;
  for (const EventRef ref : eventsOfCall(snapshot, launch.call)) {
    const TraceEvent& event = snapshot.event(ref);
    if (!isWork(event.kind) || ref == *to || snapshot.launchOf(event.correlation) != from) continue;
    ++launched.further;
    if (event.begin < snapshot.event(*launched.first).begin) launched.first = ref;
  }
  return launched;
}

}  // namespace strata::inline trace
