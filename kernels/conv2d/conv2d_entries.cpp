#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/conv2d/tiles.h"

STRATA_DYNAMIC_SHARED(float, conv2d_shared);

#include "kernels/conv2d/direct.cuh"
#include "kernels/conv2d/register_tile.cuh"
#include "kernels/conv2d/tiled.cuh"
// Those above use nothing of each other; these use register_tile.cuh.
#include "kernels/conv2d/im2col.cuh"
#include "kernels/conv2d/implicit.cuh"
#include "kernels/conv2d/winograd.cuh"

namespace strata::inline kernels {

static_assert(Conv2dTile<64, 128>::kDepth == kConv2dDepth && Conv2dTile<64, 128>::kEach == kConv2dEach);

std::span<const KernelEntry> conv2dKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<conv2d_direct>("conv2d_direct"),
      kernelEntry<conv2d_tiled<8>>("conv2d_tiled<8>"),
      kernelEntry<conv2d_im2col>("conv2d_im2col"),
      kernelEntry<conv2d_matmul<32, 128>>("conv2d_matmul<32, 128>"),
      kernelEntry<conv2d_matmul<64, 128>>("conv2d_matmul<64, 128>"),
      kernelEntry<conv2d_implicit<32, 128>>("conv2d_implicit<32, 128>"),
      kernelEntry<conv2d_implicit<64, 128>>("conv2d_implicit<64, 128>"),
      kernelEntry<conv2d_winograd_filter>("conv2d_winograd_filter"),
      kernelEntry<conv2d_winograd_input>("conv2d_winograd_input"),
      kernelEntry<conv2d_winograd_output>("conv2d_winograd_output"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
