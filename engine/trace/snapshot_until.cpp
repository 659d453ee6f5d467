#include <algorithm>

#include "engine/trace/snapshot_data.h"

namespace strata::inline trace {
namespace {

/// Events of a row do not overlap: of each its last is enough, if it begins behind the end that is known.
void extendToLastEnd(TimeRange& range, const TrackRows::Views& rows) {
  for (const RowView& row : rows) {
    std::size_t behind = row.size();
    while (behind > 0 && row[behind - 1].begin > range.end && !lasts(row[behind - 1])) --behind;
    if (behind > 0) range.end = std::max(range.end, row[behind - 1].end());
  }
}

}  // namespace

/// After all else was cut: what lasts began with the same event, unless nothing has begun yet.
void TraceSnapshot::Data::cutLasting(HostTime time) {
  if (!lasting || lasting->begin > time) return lasting.reset();
  if (!open.empty()) lasting->end = bounds->end;
  if (lasting->end <= time) return;
  lasting->end = lasting->begin;
  for (std::size_t track = 0; track < rows.size(); ++track)
    if ((*tracks)[track].kind != TrackKind::Counter) extendToLastEnd(*lasting, *rows[track]);
}

TraceSnapshot TraceSnapshot::until(HostTime time) const {
  auto cut = std::make_shared<Data>(*m_data);
  cut->state.until = std::min(time, m_data->state.until.value_or(time));
  cut->open.clear();
  for (OpenEvent open : m_data->open) {
    if (open.event.begin > time) continue;
    if (open.event.seenEnd(time) > time) open.event.payload = kOpen.ns;
    cut->open.push_back(open);
  }
  for (auto& rows : cut->rows) {
    TrackRows::Views begun;
    for (std::size_t i = 0; i < rows->size(); ++i) {
      const RowView& row = (*rows)[i];
      std::size_t count = row.firstNot([&](const TraceEvent& e) { return e.begin <= time; });
      if (count > 0 && row[count - 1].end() > time) {
        TraceEvent running = row[--count];
        running.payload = kOpen.ns;
        cut->open.push_back({running, static_cast<std::uint32_t>(i)});
      }
      begun.push_back(row.first(count));
    }
    rows = std::make_shared<const TrackRows::Views>(std::move(begun));
  }
  for (ChunkedView<EventRef>& copies : cut->copies)
    copies = copies.first(
        copies.firstNot([&](EventRef ref) { return ref.index < (*cut->rows[ref.track])[ref.row].size(); }));
  std::size_t calls = cut->calls.size();
  while (calls > 0 && (!cut->calls[calls - 1].known() || cut->calls[calls - 1].begin > time)) --calls;
  cut->calls = cut->calls.first(calls);
  if (cut->bounds) cut->bounds->end = std::clamp(time, cut->bounds->begin, cut->bounds->end);
  cut->cutLasting(time);
  TraceSnapshot snapshot;
  snapshot.m_data = std::move(cut);
  return snapshot;
}

}  // namespace strata::inline trace
