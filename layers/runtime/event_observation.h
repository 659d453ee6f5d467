#pragma once

#include <memory>
#include <string>

#include "layers/hardware/telemetry.h"
#include "layers/runtime/gpu_observation.h"

namespace strata::inline runtime {

/// The fallback: the runtime calls Strata makes, as it makes them, and work timed by device events. `why` says what
/// better observation is missing.
std::shared_ptr<GpuObservation> observeByEvents(Device& device, TraceRecorder& recorder, std::string why,
                                                Telemetry telemetry = {});

}  // namespace strata::inline runtime
