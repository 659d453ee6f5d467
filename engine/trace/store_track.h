#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/trace/chunked_vector.h"
#include "engine/trace/free_rows.h"
#include "engine/trace/trace_event.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// The rows of one track. A row with an open slice takes nothing else until that slice ends, so the place of an open
/// slice is known from its begin.
class TrackRows {
 public:
  using Views = std::vector<RowView>;

  /// Where an event of this time stands: the first row below the open slices that is free then.
  std::uint32_t place(HostTime begin) const;
  std::uint32_t rowSize(std::uint32_t row) const;

  /// Both return the event's row; its index is the row's size before.
  std::uint32_t open(const TraceEvent& event);
  std::uint32_t add(const TraceEvent& event);

  bool anyOpen() const { return !m_open.empty(); }
  /// The innermost open slice, to be completed and given to close().
  TraceEvent& innermost() { return m_open.back().event; }
  void close();
  /// Nobody will end what is open: it was seen until `time`.
  void cutOff(HostTime time);
  /// The newest that is known of it; none where it holds nothing.
  std::optional<HostTime> lastMoment() const;
  /// An event that was added or opened; its time and place must stay.
  TraceEvent& at(std::uint32_t row, std::uint32_t index);

  const std::vector<TraceSnapshot::OpenEvent>& openSlices() const { return m_open; }
  /// The finished copies, in the order they came.
  ChunkedView<EventRef> copies() { return m_copies.view(); }
  std::shared_ptr<const Views> views();

 private:
  ChunkedVector<TraceEvent>& reach(std::uint32_t row);

  std::vector<ChunkedVector<TraceEvent>> m_rows;
  FreeRows m_free;  ///< those with an open slice are taken
  std::vector<TraceSnapshot::OpenEvent> m_open;
  ChunkedVector<EventRef> m_copies;
  std::shared_ptr<const Views> m_views;  ///< null when something changed since
};

}  // namespace strata::inline trace
