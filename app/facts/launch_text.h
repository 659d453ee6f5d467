#pragma once

#include <string>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// "cudaLaunchKernel in aten::mm": the call that launched work of the device, and the innermost slice of its thread
/// around that, on another storey. Empty where the session does not tell.
std::string launcherText(const TraceSnapshot& snapshot, const TraceEvent& work);

/// "launched by cudaLaunchKernel in aten::mm".
std::string launchText(const TraceSnapshot& snapshot, const TraceEvent& work);

}  // namespace strata::inline facts
