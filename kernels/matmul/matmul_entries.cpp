#include <array>
#include <span>
#include <type_traits>

#include "kernels/compat/device.h"
#include "kernels/compat/matrix_unit.h"
#include "kernels/compat/tma.h"
#include "kernels/compat/warpgroup.h"

STRATA_DYNAMIC_SHARED(tma::shared_kibibyte, matmul_shared);
#include "kernels/matmul/coalesced.cuh"
#include "kernels/matmul/conflict_free.cuh"
#include "kernels/matmul/double_buffered.cuh"
#include "kernels/matmul/naive.cuh"
#include "kernels/matmul/register_1d.cuh"
#include "kernels/matmul/register_2d.cuh"
#include "kernels/matmul/tiled.cuh"
#include "kernels/matmul/tiles.h"
#include "kernels/matmul/unit_naive.cuh"
#include "kernels/matmul/unit_pipelined.cuh"
#include "kernels/matmul/unit_specialised.cuh"
#include "kernels/matmul/unit_tiled.cuh"
#include "kernels/matmul/vectorised.cuh"
#include "kernels/matmul/warp_tile.cuh"
#include "kernels/matmul/wide_tile.cuh"

namespace strata::inline kernels {
std::span<const KernelEntry> matmulKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<matmul_naive>("matmul_naive"),
      kernelEntry<matmul_coalesced>("matmul_coalesced"),
      kernelEntry<matmul_tiled<kMatmulTile>>("matmul_tiled<32>"),
      kernelEntry<matmul_register_1d>("matmul_register_1d"),
      kernelEntry<matmul_register_2d>("matmul_register_2d"),
      kernelEntry<matmul_vectorised>("matmul_vectorised"),
      kernelEntry<matmul_conflict_free>("matmul_conflict_free"),
      kernelEntry<matmul_warp_tile>("matmul_warp_tile"),
      kernelEntry<matmul_double_buffered<false, false>>("matmul_double_buffered<false, false>"),
      kernelEntry<matmul_double_buffered<false, true>>("matmul_double_buffered<false, true>"),
      kernelEntry<matmul_double_buffered<true, false>>("matmul_double_buffered<true, false>"),
      kernelEntry<matmul_double_buffered<true, true>>("matmul_double_buffered<true, true>"),
      kernelEntry<matmul_wide_tile>("matmul_wide_tile"),
      kernelEntry<matmul_unit_naive<half>>("matmul_unit_naive<half>"),
      kernelEntry<matmul_unit_naive<bfloat16>>("matmul_unit_naive<bfloat16>"),
      kernelEntry<matmul_unit_tiled<half>>("matmul_unit_tiled<half>"),
      kernelEntry<matmul_unit_tiled<bfloat16>>("matmul_unit_tiled<bfloat16>"),
      kernelEntry<matmul_unit_pipelined<half, false, false>>("matmul_unit_pipelined<half, false, false>"),
      kernelEntry<matmul_unit_pipelined<half, false, true>>("matmul_unit_pipelined<half, false, true>"),
      kernelEntry<matmul_unit_pipelined<half, true, false>>("matmul_unit_pipelined<half, true, false>"),
      kernelEntry<matmul_unit_pipelined<half, true, true>>("matmul_unit_pipelined<half, true, true>"),
      kernelEntry<matmul_unit_pipelined<bfloat16, false, false>>("matmul_unit_pipelined<bfloat16, false, false>"),
      kernelEntry<matmul_unit_pipelined<bfloat16, false, true>>("matmul_unit_pipelined<bfloat16, false, true>"),
      kernelEntry<matmul_unit_pipelined<bfloat16, true, false>>("matmul_unit_pipelined<bfloat16, true, false>"),
      kernelEntry<matmul_unit_pipelined<bfloat16, true, true>>("matmul_unit_pipelined<bfloat16, true, true>"),
      kernelEntryIf<matmul_unit_specialised<half, false, false>>(warpgroup::kBuilt,
                                                                 "matmul_unit_specialised<half, false, false>"),
      kernelEntryIf<matmul_unit_specialised<half, false, true>>(warpgroup::kBuilt,
                                                                "matmul_unit_specialised<half, false, true>"),
      kernelEntryIf<matmul_unit_specialised<half, true, false>>(warpgroup::kBuilt,
                                                                "matmul_unit_specialised<half, true, false>"),
      kernelEntryIf<matmul_unit_specialised<half, true, true>>(warpgroup::kBuilt,
                                                               "matmul_unit_specialised<half, true, true>"),
      kernelEntryIf<matmul_unit_specialised<bfloat16, false, false>>(warpgroup::kBuilt,
                                                                     "matmul_unit_specialised<bfloat16, false, false>"),
      kernelEntryIf<matmul_unit_specialised<bfloat16, false, true>>(warpgroup::kBuilt,
                                                                    "matmul_unit_specialised<bfloat16, false, true>"),
      kernelEntryIf<matmul_unit_specialised<bfloat16, true, false>>(warpgroup::kBuilt,
                                                                    "matmul_unit_specialised<bfloat16, true, false>"),
      kernelEntryIf<matmul_unit_specialised<bfloat16, true, true>>(warpgroup::kBuilt,
                                                                   "matmul_unit_specialised<bfloat16, true, true>"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
