#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/linear/in_flight.cuh"
#include "kernels/linear/naive.cuh"
#include "kernels/linear/partial_sums.cuh"
#include "kernels/linear/vectorised.cuh"
#include "kernels/linear/warp.cuh"

namespace strata::inline kernels {

#define STRATA_LINEAR_KERNELS(entry, step)                                                                           \
  entry<step<float>>(#step "<float>"), entry<step<half>>(#step "<half>"), entry<step<bfloat16>>(#step "<bfloat16>"), \
      entry<step<signed char>>(#step "<int8>")

std::span<const KernelEntry> linearKernels() {
  static const auto kKernels = std::to_array({
      STRATA_LINEAR_KERNELS(kernelEntry, linear_naive),
      STRATA_LINEAR_KERNELS(kernelEntry, linear_partial_sums),
      STRATA_LINEAR_KERNELS(kernelEntry, linear_warp),
      STRATA_LINEAR_KERNELS(kernelEntry, linear_vectorised),
      STRATA_LINEAR_KERNELS(waitingKernelEntry, linear_in_flight),
  });
  return kKernels;
}

#undef STRATA_LINEAR_KERNELS

}  // namespace strata::inline kernels
