#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/softmax/fused.cuh"
#include "kernels/softmax/online.cuh"
#include "kernels/softmax/three_pass.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> softmaxKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<softmax_max>("softmax_max"),
      kernelEntry<softmax_exp>("softmax_exp"),
      kernelEntry<softmax_divide>("softmax_divide"),
      kernelEntry<softmax_fused>("softmax_fused"),
      kernelEntry<softmax_fused_log>("softmax_fused_log"),
      kernelEntry<softmax_online>("softmax_online"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
