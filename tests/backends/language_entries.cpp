#include "tests/backends/language_entries.h"

#include <array>

#include "kernels/compat/device.h"
#include "kernels/compat/matrix_unit.h"
#include "kernels/compat/tma.h"
#include "kernels/compat/warpgroup.h"

STRATA_DYNAMIC_SHARED(float, dynamicFloats);
STRATA_DYNAMIC_SHARED(tma::shared_kibibyte, oneStage);
#include "tests/backends/language_kernels.cuh"
#include "tests/backends/warpgroup_kernels.cuh"

namespace strata {

KernelEntry languageKernel(std::string_view name) {
  static const auto kKernels = std::to_array({
      kernelEntry<shuffle<int>>("shuffle<int>"),
      kernelEntry<shuffle<float>>("shuffle<float>"),
      kernelEntry<shuffle<double>>("shuffle<double>"),
      kernelEntry<shuffle<unsigned long long>>("shuffle<unsigned long long>"),
      kernelEntry<shuffle_varied>("shuffle_varied"),
      kernelEntry<warp_sum>("warp_sum"),
      kernelEntry<shuffle_in_branches>("shuffle_in_branches"),
      kernelEntry<shuffle_by_few>("shuffle_by_few"),
      kernelEntry<votes>("votes"),
      kernelEntry<bit_counts>("bit_counts"),
      kernelEntry<pass_on_in_warp>("pass_on_in_warp"),
      kernelEntry<dynamic_shared>("dynamic_shared"),
      kernelEntry<atomics>("atomics"),
      kernelEntry<rotate_float4>("rotate_float4"),
      kernelEntry<arithmetic>("arithmetic"),
      kernelEntry<narrow<half>>("narrow<half>"),
      kernelEntry<narrow<bfloat16>>("narrow<bfloat16>"),
      kernelEntry<fragment_product<half>>("fragment_product<half>"),
      kernelEntry<fragment_product<bfloat16>>("fragment_product<bfloat16>"),
      kernelEntry<fragment_transposed<half>>("fragment_transposed<half>"),
      kernelEntry<fragment_transposed<bfloat16>>("fragment_transposed<bfloat16>"),
      warpgroup::kBuilt ? kernelEntry<copied_box>("copied_box") : KernelEntry{},
      kernelEntry<passed_on>("passed_on"),
      kernelEntry<warpgroup_product<half, false, false>>("warpgroup_product<half, false, false>"),
      kernelEntry<warpgroup_product<half, false, true>>("warpgroup_product<half, false, true>"),
      kernelEntry<warpgroup_product<half, true, false>>("warpgroup_product<half, true, false>"),
      kernelEntry<warpgroup_product<half, true, true>>("warpgroup_product<half, true, true>"),
      kernelEntry<warpgroup_product<bfloat16, false, false>>("warpgroup_product<bfloat16, false, false>"),
      kernelEntry<warpgroup_product<bfloat16, false, true>>("warpgroup_product<bfloat16, false, true>"),
      kernelEntry<warpgroup_product<bfloat16, true, false>>("warpgroup_product<bfloat16, true, false>"),
      kernelEntry<warpgroup_product<bfloat16, true, true>>("warpgroup_product<bfloat16, true, true>"),
      kernelEntry<warpgroup_chain<half, 64>>("warpgroup_chain<half, 64>"),
      kernelEntry<warpgroup_chain<half, 128>>("warpgroup_chain<half, 128>"),
      kernelEntry<warpgroup_chain<bfloat16, 64>>("warpgroup_chain<bfloat16, 64>"),
      kernelEntry<warpgroup_chain<bfloat16, 128>>("warpgroup_chain<bfloat16, 128>"),
  });
  for (const KernelEntry& kernel : kKernels)
    if (kernel.name == name) return kernel;
  return {};
}

}  // namespace strata
