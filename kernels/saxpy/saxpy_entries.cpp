#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/saxpy/grid_stride.cuh"
#include "kernels/saxpy/naive.cuh"
#include "kernels/saxpy/vectorised.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> saxpyKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<saxpy_naive>("saxpy_naive"),
      kernelEntry<saxpy_vectorised>("saxpy_vectorised"),
      kernelEntry<saxpy_grid_stride>("saxpy_grid_stride"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
