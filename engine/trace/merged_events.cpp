#include "engine/trace/merged_events.h"

#include <algorithm>
#include <utility>

namespace strata::inline trace {

namespace {

std::uint32_t rowSize(const TraceSnapshot& snapshot, std::uint32_t track, std::uint32_t row) {
  return row < snapshot.rowCount(track) ? static_cast<std::uint32_t>(snapshot.row(track, row).size()) : 0;
}

std::uint32_t firstBehind(const RowView& row, HostTime time) {
  return static_cast<std::uint32_t>(row.firstNot([&](const TraceEvent& event) { return event.end() <= time; }));
}

}  // namespace

MergedEvents::MergedEvents(const TraceSnapshot& snapshot, std::span<const std::uint32_t> tracks, HostTime openUntil,
                           HostTime from)
    : m_snapshot(snapshot), m_openUntil(openUntil) {
  for (const std::uint32_t track : tracks) {
    for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row)
      if (Head head; load(head, {track, row, firstBehind(snapshot.row(track, row), from)})) m_heads.push_back(head);
    for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents())
      if (open.event.track == track && !isOnDevice(open.event.kind))
        m_heads.push_back(
            {&open.event, {track, open.row, rowSize(snapshot, track, open.row)}, open.event.seenEnd(openUntil)});
  }
  std::make_heap(m_heads.begin(), m_heads.end(), later);
}

bool MergedEvents::load(Head& head, EventRef ref) const {
  if (ref.index >= rowSize(m_snapshot, ref.track, ref.row)) return false;
  const TraceEvent& event = m_snapshot.row(ref.track, ref.row)[ref.index];
  head = {&event, ref, event.seenEnd(m_openUntil)};
  return true;
}

void MergedEvents::pop() {
  EventRef next = m_heads.front().ref;
  ++next.index;
  if (load(m_heads.front(), next)) return sink();
  m_heads.front() = m_heads.back();
  m_heads.pop_back();
  if (!m_heads.empty()) sink();
}

/// Moves the first head down to its place; most often it is there already.
void MergedEvents::sink() {
  std::size_t at = 0;
  for (;;) {
    std::size_t child = 2 * at + 1;
    if (child >= m_heads.size()) return;
    if (child + 1 < m_heads.size() && later(m_heads[child], m_heads[child + 1])) ++child;
    if (!later(m_heads[at], m_heads[child])) return;
    std::swap(m_heads[at], m_heads[child]);
    at = child;
  }
}

}  // namespace strata::inline trace
