#include "engine/backends/gpu/kernel_attributes.h"

#include <string>

#include "engine/backends/gpu/gpu_error.h"

namespace strata::inline backends {

Result<KernelAttributes> kernelAttributes(const KernelEntry& kernel) {
  gpu::gpuFuncAttributes attributes{};
  STRATA_TRY(gpu::call(nullptr, STRATA_GPU_NAME(FuncGetAttributes),
                       "Reading what the compiler gave " + std::string(kernel.name),
                       [&] { return gpu::gpuFuncGetAttributes(&attributes, kernel.function); }));
  return KernelAttributes{static_cast<std::uint32_t>(attributes.numRegs), attributes.sharedSizeBytes,
                          attributes.localSizeBytes, static_cast<std::uint32_t>(attributes.maxThreadsPerBlock),
                          gpu::gpuTranslated(attributes)};
}

}  // namespace strata::inline backends
