#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// The counted events (event_statistics.h) of a range as numbers, row of a track by row of a track; 4 bytes name an
/// event then, and its rows cost the rest.
class NumberedEvents {
 public:
  NumberedEvents() = default;
  NumberedEvents(const TraceSnapshot& snapshot, TimeRange range);

  EventRef at(std::uint32_t number) const;
  /// Nothing for an event that is not among them.
  std::optional<std::uint32_t> numberOf(EventRef event) const;

  /// `visit` is given number and event.
  template <class Visit>
  void each(const TraceSnapshot& snapshot, Visit visit) const {
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
      const Stretch& stretch = m_stretches[i];
      const RowView& row = snapshot.row(stretch.first.track, stretch.first.row);
      const std::uint32_t end = endOf(i);
      for (std::uint32_t number = stretch.number; number < end; ++number)
        visit(number, row[stretch.first.index + (number - stretch.number)]);
    }
  }

 private:
  /// Neighbours in a row.
  struct Stretch {
    std::uint32_t number = 0;  ///< of the first
    EventRef first;
  };
  std::uint32_t endOf(std::size_t stretch) const {
    return stretch + 1 < m_stretches.size() ? m_stretches[stretch + 1].number : m_size;
  }

  std::vector<Stretch> m_stretches;  ///< in order of their numbers and of their rows
  std::uint32_t m_size = 0;
};

}  // namespace strata::inline facts
