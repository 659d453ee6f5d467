#pragma once

#include <string>
#include <string_view>

#include "engine/trace/trace_snapshot.h"

namespace strata {

/// Kineto's category of an event: "cpu_op", "cuda_runtime", "kernel" …
std::string_view chromeCategory(const TraceEvent& event);

/// "Memcpy HtoD (Pinned -> Device)", as readers of Kineto's traces know copies; the event's own name if its direction
/// is not known.
std::string chromeCopyName(const TraceSnapshot& snapshot, const TraceEvent& event);

}  // namespace strata
