#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/copy/copy_shape.h"
#include "kernels/copy/scalar.cuh"
#include "kernels/copy/shifted.cuh"
#include "kernels/copy/strided.cuh"
#include "kernels/copy/unrolled.cuh"
#include "kernels/copy/vectorised.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> copyKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<copy_strided>("copy_strided"),
      kernelEntry<copy_shifted>("copy_shifted"),
      kernelEntry<copy_scalar>("copy_scalar"),
      kernelEntry<copy_vectorised>("copy_vectorised"),
      kernelEntry<copy_unrolled<kCopyLoads>>("copy_unrolled<4>"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
