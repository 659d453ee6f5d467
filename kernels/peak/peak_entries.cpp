#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/peak/chains.cuh"
#include "kernels/peak/dependent.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> peakKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<peak_dependent>("peak_dependent"),
      kernelEntry<peak_chains<256, 8>>("peak_chains<256, 8>"),
      kernelEntry<peak_chains<256, 96>>("peak_chains<256, 96>"),
      kernelEntry<peak_chains<256, 128>>("peak_chains<256, 128>"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
