#pragma once

#include "layers/runtime/gpu_observation.h"

namespace strata {

/// Before the first call of the vendor's runtime.
void prepareProfiler();
/// The vendor's profiler on a device, or what stands in for it.
std::shared_ptr<GpuObservation> openProfiler(Device& device, TraceRecorder& recorder);

}  // namespace strata
