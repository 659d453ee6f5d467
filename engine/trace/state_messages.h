#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/provenance.h"
#include "engine/trace/session_message.h"
#include "engine/trace/trace_event.h"

namespace strata::inline trace {

// The messages by which a stream tells of its own state; docs/trace-format.md has their text.

/// What a TrackDescriptor cannot say. `provenance` is of a counter's values; `queueIid` is 0 where no device work
/// stands.
SessionMessage trackMessage(const TrackInfo& track, Provenance provenance, std::uint64_t queueIid);

/// All tracks that dropped anything, and how many records.
SessionMessage dropsMessage(const std::map<std::uint64_t, std::uint64_t>& byUuid);

struct OpenWork {
  std::uint64_t track = 0;  ///< uuid
  EventKind kind = EventKind::Kernel;
  std::string_view name;
  HostTime begin;
  std::uint64_t call = 0, correlation = 0;  ///< with the run; 0 is none
};
SessionMessage openWorkMessage(const std::vector<OpenWork>& running);

/// Where a track stands among those of its thread: storeys from above, then Strata's own work.
std::int32_t sliceTrackRank(TrackKind kind, Storey storey);

}  // namespace strata::inline trace
