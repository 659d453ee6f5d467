#pragma once

#include <cstdint>
#include <string>

#include "engine/trace/trace_snapshot.h"

namespace strata {

/// Appends the "args" object of an event: Kineto's names for what has one, all other arguments under their own names.
/// `stream` is the lane of device work.
void appendChromeArgs(std::string& out, const TraceSnapshot& snapshot, const TraceEvent& event, std::int64_t stream);

}  // namespace strata
