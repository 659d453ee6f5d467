#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/heads/element.cuh"
#include "kernels/heads/row.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> headsKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<heads_split_row>("heads_split_row"),
      kernelEntry<heads_join_row>("heads_join_row"),
      waitingKernelEntry<heads_split>("heads_split"),
      kernelEntry<heads_join>("heads_join"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
