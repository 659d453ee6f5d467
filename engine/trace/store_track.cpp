#include "engine/trace/store_track.h"

#include <algorithm>

namespace strata::inline trace {

std::uint32_t TrackRows::place(HostTime begin) const {
  return m_free.first(static_cast<std::uint32_t>(m_open.size()), begin);
}

std::uint32_t TrackRows::rowSize(std::uint32_t row) const {
  return row < m_rows.size() ? static_cast<std::uint32_t>(m_rows[row].size()) : 0;
}

ChunkedVector<TraceEvent>& TrackRows::reach(std::uint32_t row) {
  m_views.reset();
  if (row >= m_rows.size()) m_rows.resize(row + 1);
  return m_rows[row];
}

std::uint32_t TrackRows::open(const TraceEvent& event) {
  const std::uint32_t row = place(event.begin);
  reach(row);
  m_free.take(row);
  m_open.push_back({event, row});
  return row;
}

std::uint32_t TrackRows::add(const TraceEvent& event) {
  const std::uint32_t row = place(event.begin);
  reach(row).append(event);
  m_free.freeFrom(row, event.end());
  if (event.kind == EventKind::Copy) m_copies.append({event.track, row, rowSize(row) - 1});
  return row;
}

void TrackRows::close() {
  const auto& [event, row] = m_open.back();
  reach(row).append(event);
  m_free.freeFrom(row, event.end());
  m_open.pop_back();
}

void TrackRows::cutOff(HostTime time) {
  for (TraceSnapshot::OpenEvent& open : m_open)
    if (!open.event.cutOff()) open.event.cutOffAt(time);
}

std::optional<HostTime> TrackRows::lastMoment() const {
  std::optional<HostTime> last;
  for (const ChunkedVector<TraceEvent>& row : m_rows)
    if (!row.empty()) last = std::max(last.value_or(row.back().end()), row.back().end());
  for (const TraceSnapshot::OpenEvent& open : m_open)
    last = std::max(last.value_or(open.event.begin), open.event.begin);
  return last;
}

TraceEvent& TrackRows::at(std::uint32_t row, std::uint32_t index) {
  ChunkedVector<TraceEvent>& found = reach(row);
  if (index < found.size()) return found.modify(index);
  return std::find_if(m_open.begin(), m_open.end(), [&](const auto& open) { return open.row == row; })->event;
}

std::shared_ptr<const TrackRows::Views> TrackRows::views() {
  if (!m_views) {
    auto views = std::make_shared<Views>();
    views->reserve(m_rows.size());
    for (ChunkedVector<TraceEvent>& row : m_rows) views->push_back(row.view());
    m_views = std::move(views);
  }
  return m_views;
}

}  // namespace strata::inline trace
