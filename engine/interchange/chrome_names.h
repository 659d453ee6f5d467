#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// Kineto's category of an event: "cpu_op", "cuda_runtime", "kernel" …
std::string_view chromeCategory(const TraceSnapshot& snapshot, const TraceEvent& event);

/// "Memcpy HtoD (Pinned -> Device)", as readers of Kineto's traces know copies; the event's own name if its direction
/// is not known.
std::string chromeCopyName(const TraceSnapshot& snapshot, const TraceEvent& event);

/// What Kineto calls an argument that sessions call otherwise, and the other way round; the same name of any other.
std::string_view kinetoArgName(std::string_view own);
std::string_view ownArgName(std::string_view kineto);

/// "ProfilerStep#3": what readers of Kineto's traces take for one iteration. HTA reads a number behind the '#'.
std::string chromeStepName(std::uint32_t step);

}  // namespace strata::inline interchange
