#include "app/facts/numbered_events.h"

#include <algorithm>
#include <tuple>

#include "app/facts/event_statistics.h"

namespace strata::inline facts {

NumberedEvents::NumberedEvents(const TraceSnapshot& snapshot, TimeRange range) {
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    if (!isCounted(snapshot.tracks()[track])) continue;
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      const std::size_t from = row.firstNot([&](const TraceEvent& event) { return event.end() <= range.begin; });
      const std::size_t to = row.firstNot([&](const TraceEvent& event) { return event.begin < range.end; });
      if (from >= to) continue;
      m_stretches.push_back({m_size, {track, r, static_cast<std::uint32_t>(from)}});
      m_size += static_cast<std::uint32_t>(to - from);
    }
  }
}

EventRef NumberedEvents::at(std::uint32_t number) const {
  const auto behind = std::ranges::upper_bound(m_stretches, number, {}, &Stretch::number);
  EventRef event = behind[-1].first;
  event.index += number - behind[-1].number;
  return event;
}

std::optional<std::uint32_t> NumberedEvents::numberOf(EventRef event) const {
  const auto behind = std::ranges::upper_bound(m_stretches, event, {}, &Stretch::first);
  if (behind == m_stretches.begin()) return std::nullopt;
  const Stretch& stretch = behind[-1];
  if (std::tie(stretch.first.track, stretch.first.row) != std::tie(event.track, event.row)) return std::nullopt;
  const std::uint32_t number = stretch.number + (event.index - stretch.first.index);
  return number < endOf(static_cast<std::size_t>(&stretch - m_stretches.data())) ? std::optional(number) : std::nullopt;
}

}  // namespace strata::inline facts
