#pragma once

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// Whether what was read of a file is a trace: an event, or an agent's greeting, or packets without damage around them.
/// In a file of another kind some bytes look like packets by chance.
bool holdsTrace(const TraceSnapshot& read);

}  // namespace strata::inline trace
