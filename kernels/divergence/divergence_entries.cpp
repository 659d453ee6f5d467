#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/divergence/lanes.cuh"
#include "kernels/divergence/warps.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> divergenceKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<divergence_lanes>("divergence_lanes"),
      kernelEntry<divergence_warps>("divergence_warps"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
