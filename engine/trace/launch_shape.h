#pragma once

#include <string>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// "<<<16×16, 256>>>" of a kernel: its grid in blocks, and a block in threads. Empty where that is not told.
std::string launchShape(const TraceSnapshot& snapshot, const TraceEvent& event);

}  // namespace strata::inline trace
