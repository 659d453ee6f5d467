#pragma once

#include <optional>
#include <string>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// "cudaLaunchKernel in aten::mm": the call that launched work of the device, and the innermost slice of its thread
/// around that, on another storey. Empty where the session does not tell.
std::string launcherText(const TraceSnapshot& snapshot, const TraceEvent& work);

/// "launched by cudaLaunchKernel in aten::mm".
std::string launchText(const TraceSnapshot& snapshot, const TraceEvent& work);

/// How long work of the device was on its way, as NVIDIA Nsight Systems names it.
struct LaunchWaits {
  Duration latency;               ///< from the begin of the call that launched it to its own
  std::optional<Duration> queue;  ///< of that, behind the call's end; none: it began before, or the call still runs
};
/// None where clocks say that it began before its launch.
std::optional<LaunchWaits> launchWaits(const TraceEvent& launch, const TraceEvent& work);

}  // namespace strata::inline facts
