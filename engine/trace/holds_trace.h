#pragma once

#include <string_view>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// Whether what was read of a file is a trace: an event, or an agent's greeting, or a track or packets of a kind that
/// is not read, without damage around them. In a file of another kind some bytes look like packets by chance. Where an
/// imported trace's message promises events and there is none, only its beginning is there.
bool holdsTrace(const TraceSnapshot& read);

/// Of packets that hold none: there is no damage, so the file may have been cut short in its beginning.
bool isOnlyBegun(const TraceSnapshot& read);
inline constexpr std::string_view kOnlyBegun = "it ends before its first event, so it may have been cut short";

/// Whether it holds an event or a result: what can be shown or written of it.
bool holdsWork(const TraceSnapshot& read);

/// With what an imported trace's message says that its file ended before the trace did.
inline constexpr std::string_view kCutOffKey = "cut_off";

/// With what it says that events of the trace follow it.
inline constexpr std::string_view kHoldsEventsKey = "holds_events";

/// Whether the end is missing: of an agent's session the word that it was done, of another tool's trace a part.
bool isCutOff(const TraceSnapshot& snapshot);

/// Whether all of it is known to be there: an agent's session to the word that it was done, another tool's trace to the
/// end of its file.
bool isWhole(const TraceSnapshot& snapshot);

}  // namespace strata::inline trace
