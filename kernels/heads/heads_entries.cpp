#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/heads/element.cuh"

namespace strata {

std::span<const KernelEntry> headsKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<heads_split>("heads_split"),
      kernelEntry<heads_join>("heads_join"),
  });
  return kKernels;
}

}  // namespace strata
