#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/trace/store_args.h"
#include "engine/trace/store_links.h"
#include "engine/trace/store_names.h"
#include "engine/trace/store_track.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

inline bool lasts(const TraceEvent& finished) {
  return finished.kind != EventKind::Instant && finished.kind != EventKind::Counter && finished.payload > 0;
}

inline void extend(std::optional<TimeRange>& range, HostTime begin, HostTime end) {
  if (!range) range = TimeRange{begin, end};
  range->begin = std::min(range->begin, begin);
  range->end = std::max(range->end, end);
}

/// What a snapshot shares with the store it came from.
struct TraceSnapshot::Data {
  std::shared_ptr<const std::vector<TrackInfo>> tracks;
  std::vector<std::shared_ptr<const TrackRows::Views>> rows;
  std::vector<ChunkedView<EventRef>> copies;  ///< of each track
  std::vector<OpenEvent> open;
  NameTable::View names;
  ArgTable::View args;
  ChunkedView<CallRecord> calls;
  ChunkedView<FlowRecord> flows;
  ChunkedView<TrackLink> trackLinks;
  SharedArray<SessionMessage>::View messages;
  SharedArray<std::string>::View problems;
  std::optional<TimeRange> bounds, lasting;
  std::optional<std::int64_t> wallClock;  ///< at time 0, in nanoseconds since 1970
  Totals totals;
  bool complete = false;
  SnapshotState state;

  void cutLasting(HostTime time);
};

}  // namespace strata::inline trace
