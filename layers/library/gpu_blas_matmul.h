#pragma once

#include <span>
#include <vector>

#include "layers/library/gpu_blas.h"
#include "layers/library/matmul_routine.h"

namespace strata {

/// The ladder of our own kernels, and the vendor's BLAS, slowest first. `entry` gives the device code.
MatmulRoutines gpuMatmulRoutines(KernelEntry (*entry)(std::string_view step), std::vector<GpuBlasDialect> dialects);

}  // namespace strata
