#include "kernels/compat/device.h"
#include "kernels/matmul/matmul.h"
#include "kernels/matmul/naive.cuh"
#include "kernels/matmul/tiled.cuh"
#include "kernels/matmul/tiles.h"

namespace strata {

KernelEntry matmulEntry(std::string_view step) {
  if (step == "naive") return kernelEntry<matmul_naive>("matmul_naive");
  if (step == "tiled") return kernelEntry<matmul_tiled<kMatmulTile>>("matmul_tiled<32>");
  return {};
}

}  // namespace strata
