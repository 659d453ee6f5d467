#pragma once

#include <cstdint>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// Calls use(event) for every event of a session, track by track; slices and work that never ended are among them.
template <class Use>
void eachEvent(const TraceSnapshot& snapshot, Use use) {
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      for (std::size_t i = 0; i < row.size(); ++i) use(row[i]);
    }
    for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents())
      if (open.event.track == track) use(open.event);
  }
}

}  // namespace strata::inline interchange
