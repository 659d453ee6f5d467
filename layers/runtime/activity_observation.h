#pragma once

#include <memory>
#include <string>

#include "layers/hardware/telemetry.h"
#include "layers/runtime/activity_session.h"
#include "layers/runtime/gpu_observation.h"

namespace strata::inline runtime {

/// Observation by a vendor's profiler; `description` says which and what it sees.
std::shared_ptr<GpuObservation> observeByActivity(std::unique_ptr<ActivitySession> session, std::string description,
                                                  Telemetry telemetry);

}  // namespace strata::inline runtime
