#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/pool/naive.cuh"
#include "kernels/pool/paired.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> poolKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<pool_naive>("pool_naive"),
      kernelEntry<pool_paired>("pool_paired"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
