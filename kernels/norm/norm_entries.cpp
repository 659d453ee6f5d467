#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/norm/block.cuh"
#include "kernels/norm/lanes.cuh"
#include "kernels/norm/naive.cuh"
#include "kernels/norm/shuffle.cuh"
#include "kernels/norm/vectorised.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> normKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<norm_naive>("norm_naive"),
      kernelEntry<norm_lanes>("norm_lanes"),
      kernelEntry<norm_shuffle>("norm_shuffle"),
      waitingKernelEntry<norm_block>("norm_block"),
      kernelEntry<norm_vectorised>("norm_vectorised"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
