#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/compat/tma.h"
#include "kernels/compat/warpgroup.h"

STRATA_DYNAMIC_SHARED(tma::shared_kibibyte, attention_shared);

#include "kernels/attention/fused.cuh"
#include "kernels/attention/naive.cuh"
#include "kernels/attention/registers.cuh"
#include "kernels/attention/specialised.cuh"
#include "kernels/attention/split.cuh"
#include "kernels/attention/streamed.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> attentionKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<attention_scores>("attention_scores"),
      kernelEntry<attention_softmax>("attention_softmax"),
      kernelEntry<attention_weighted_sum>("attention_weighted_sum"),
      kernelEntry<attention_streamed>("attention_streamed"),
      kernelEntry<attention_fused>("attention_fused"),
      waitingKernelEntry<attention_split>("attention_split"),
      waitingKernelEntry<attention_combine>("attention_combine"),
      kernelEntry<attention_registers<32>>("attention_registers<32>"),
      kernelEntry<attention_registers<64>>("attention_registers<64>"),
      kernelEntry<attention_registers<128>>("attention_registers<128>"),
      kernelEntryIf<attention_specialised<half, 64>>(warpgroup::kBuilt, "attention_specialised<half, 64>"),
      kernelEntryIf<attention_specialised<half, 128>>(warpgroup::kBuilt, "attention_specialised<half, 128>"),
      kernelEntryIf<attention_specialised<bfloat16, 64>>(warpgroup::kBuilt, "attention_specialised<bfloat16, 64>"),
      kernelEntryIf<attention_specialised<bfloat16, 128>>(warpgroup::kBuilt, "attention_specialised<bfloat16, 128>"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
