#include <array>
#include <span>

#include "kernels/compat/device.h"

#include "kernels/colourmap/pixel.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> colourmapKernels() {
  static const auto kKernels = std::to_array({kernelEntry<colourmap_pixel>("colourmap_pixel")});
  return kKernels;
}

}  // namespace strata::inline kernels
