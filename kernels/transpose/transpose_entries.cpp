#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/transpose/naive.cuh"
#include "kernels/transpose/padded.cuh"
#include "kernels/transpose/tiled.cuh"
#include "kernels/transpose/transpose_shape.h"

namespace strata::inline kernels {

std::span<const KernelEntry> transposeKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<transpose_naive>("transpose_naive"),
      kernelEntry<transpose_tiled<kTransposeTile, kTransposeRows>>("transpose_tiled<32, 4>"),
      kernelEntry<transpose_padded<kTransposeTile, kTransposeRows>>("transpose_padded<32, 4>"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
