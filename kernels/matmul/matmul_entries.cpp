#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/matmul/naive.cuh"
#include "kernels/matmul/tiled.cuh"
#include "kernels/matmul/tiles.h"

namespace strata {

std::span<const KernelEntry> matmulKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<matmul_naive>("matmul_naive"),
      kernelEntry<matmul_tiled<kMatmulTile>>("matmul_tiled<32>"),
  });
  return kKernels;
}

}  // namespace strata
