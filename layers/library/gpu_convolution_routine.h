#pragma once

#include "layers/library/gpu_dnn.h"
#include "layers/library/routine.h"

namespace strata {

/// The vendor's convolution. `open` is asked when it is first needed: a handle wants the device's context.
std::unique_ptr<Routine> gpuConvolutionRoutine(std::function<Result<std::unique_ptr<GpuDnn>>()> open);

}  // namespace strata
