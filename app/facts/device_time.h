#pragma once

#include <optional>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// How long the device worked for what the event asked for: of work its own time, of a slice that of all launches
/// within it, summed. None where the session does not tell that: nothing was launched, not all of it has ended, some of
/// it only counts or may be missing.
std::optional<Duration> deviceTimeOf(const TraceSnapshot& snapshot, const TraceEvent& event);

}  // namespace strata::inline facts
