#include "engine/trace/store_track.h"

#include <algorithm>

namespace strata::inline trace {

std::uint32_t TrackRows::place(HostTime begin) const {
  auto row = static_cast<std::uint32_t>(m_open.size());
  for (; row < m_rows.size(); ++row) {
    const Row& candidate = m_rows[row];
    if (!candidate.taken && (candidate.events.empty() || candidate.events.back().end() <= begin)) return row;
  }
  return row;
}

std::uint32_t TrackRows::rowSize(std::uint32_t row) const {
  return row < m_rows.size() ? static_cast<std::uint32_t>(m_rows[row].events.size()) : 0;
}

TrackRows::Row& TrackRows::reach(std::uint32_t row) {
  m_views.reset();
  if (row >= m_rows.size()) m_rows.resize(row + 1);
  return m_rows[row];
}

std::uint32_t TrackRows::open(const TraceEvent& event) {
  const std::uint32_t row = place(event.begin);
  reach(row).taken = true;
  m_open.push_back({event, row});
  return row;
}

std::uint32_t TrackRows::add(const TraceEvent& event) {
  const std::uint32_t row = place(event.begin);
  reach(row).events.append(event);
  if (event.kind == EventKind::Copy) m_copies.append({event.track, row, rowSize(row) - 1});
  return row;
}

void TrackRows::close() {
  Row& row = reach(m_open.back().row);
  row.events.append(m_open.back().event);
  row.taken = false;
  m_open.pop_back();
}

void TrackRows::cutOff(HostTime time) {
  for (TraceSnapshot::OpenEvent& open : m_open)
    if (!open.event.cutOff()) open.event.cutOffAt(time);
}

TraceEvent& TrackRows::at(std::uint32_t row, std::uint32_t index) {
  Row& found = reach(row);
  if (index < found.events.size()) return found.events.modify(index);
  return std::find_if(m_open.begin(), m_open.end(), [&](const auto& open) { return open.row == row; })->event;
}

std::shared_ptr<const TrackRows::Views> TrackRows::views() {
  if (!m_views) {
    auto views = std::make_shared<Views>();
    views->reserve(m_rows.size());
    for (Row& row : m_rows) views->push_back(row.events.view());
    m_views = std::move(views);
  }
  return m_views;
}

}  // namespace strata::inline trace
