#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/reduce/coarsened.cuh"
#include "kernels/reduce/interleaved.cuh"
#include "kernels/reduce/reduce_shape.h"
#include "kernels/reduce/sequential.cuh"
#include "kernels/reduce/shuffle.cuh"
#include "kernels/reduce/vectorised.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> reduceKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<reduce_interleaved<kReduceBlock>>("reduce_interleaved<256>"),
      kernelEntry<reduce_sequential<kReduceBlock>>("reduce_sequential<256>"),
      kernelEntry<reduce_shuffle<kReduceBlock>>("reduce_shuffle<256>"),
      kernelEntry<reduce_coarsened<kReduceBlock, kReduceLoads>>("reduce_coarsened<256, 4>"),
      kernelEntry<reduce_vectorised<kReduceBlock, kReduceLoads>>("reduce_vectorised<256, 4>"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
