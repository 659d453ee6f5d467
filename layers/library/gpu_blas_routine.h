#pragma once

#include <vector>

#include "layers/library/gpu_blas.h"
#include "layers/library/routine.h"

namespace strata::inline library {

/// The vendor's matrix product: the first of these libraries that opens.
std::unique_ptr<Routine> gpuBlasRoutine(std::vector<GpuBlasDialect> dialects);

}  // namespace strata::inline library
