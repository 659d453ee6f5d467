#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// "cudaLaunchKernel in aten::mm": the call that launched work of the device, and the innermost slice of its thread
/// around that, on another storey. Empty where the session does not tell.
std::string launcherText(const TraceSnapshot& snapshot, const TraceEvent& work);

/// "launched by cudaLaunchKernel in aten::mm".
std::string launchText(const TraceSnapshot& snapshot, const TraceEvent& work);

/// How long the first work of a launch was on its way, as NVIDIA Nsight Systems names it.
struct LaunchWaits {
  Duration latency;               ///< from the begin of the launch to that of the work
  std::optional<Duration> queue;  ///< of that, behind the launch's end; none: it began before, or the launch still runs
};

/// What device work was launched by, or what a launch started.
struct LaunchPartner {
  const TraceEvent* event = nullptr;  ///< the launch, or of its work what began first
  std::size_t further = 0;            ///< pieces of work of a launch besides that
  std::optional<LaunchWaits> waits;   ///< none: of work that is not the first, or began before its launch by the clocks
};
/// None where the session does not tell.
std::optional<LaunchPartner> launchPartner(const TraceSnapshot& snapshot, const TraceEvent& event);

/// The name of what began first; "rms_norm and 34 more" of a graph's launch.
std::string launchedText(const TraceSnapshot& snapshot, const LaunchPartner& launched);

}  // namespace strata::inline facts
