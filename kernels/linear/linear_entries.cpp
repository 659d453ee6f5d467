#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/linear/in_flight.cuh"
#include "kernels/linear/naive.cuh"
#include "kernels/linear/partial_sums.cuh"
#include "kernels/linear/vectorised.cuh"
#include "kernels/linear/warp.cuh"

namespace strata::inline kernels {

#define STRATA_LINEAR_KERNELS(step)                                                   \
  kernelEntry<step<float>>(#step "<float>"), kernelEntry<step<half>>(#step "<half>"), \
      kernelEntry<step<bfloat16>>(#step "<bfloat16>"), kernelEntry<step<signed char>>(#step "<int8>")

std::span<const KernelEntry> linearKernels() {
  static const auto kKernels = std::to_array({
      STRATA_LINEAR_KERNELS(linear_naive),
      STRATA_LINEAR_KERNELS(linear_partial_sums),
      STRATA_LINEAR_KERNELS(linear_warp),
      STRATA_LINEAR_KERNELS(linear_vectorised),
      STRATA_LINEAR_KERNELS(linear_in_flight),
  });
  return kKernels;
}

#undef STRATA_LINEAR_KERNELS

}  // namespace strata::inline kernels
