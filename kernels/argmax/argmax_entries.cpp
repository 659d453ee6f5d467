#include <array>
#include <span>

#include "kernels/compat/device.h"

#include "kernels/argmax/block.cuh"
#include "kernels/argmax/lanes.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> argmaxKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<argmax_lanes>("argmax_lanes"),
      kernelEntry<argmax_block<512>>("argmax_block<512>"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
