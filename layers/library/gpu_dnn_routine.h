#pragma once

#include "layers/library/gpu_dnn.h"
#include "layers/library/routine.h"

namespace strata::inline library {

/// The vendor's convolution and attention. `open` is asked once, when a routine is first needed: a handle wants the
/// device's context.
Routines gpuDnnRoutines(std::function<Result<std::unique_ptr<GpuDnn>>()> open);

}  // namespace strata::inline library
