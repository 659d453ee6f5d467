#include "kernels/operation/cpu_level.h"
#include "kernels/operation/kernel_table.h"

namespace strata::inline operation {

// One table per level of x86-64, from the same sources; of a build for one machine only that machine's.
#if defined(STRATA_ONE_CPU_LEVEL)
KernelEntry STRATA_ONE_CPU_LEVEL(std::string_view kernel);

KernelEntry findKernel(std::string_view kernel) {
  return STRATA_ONE_CPU_LEVEL(kernel);
}
#else
KernelEntry findKernel_v1(std::string_view kernel);
KernelEntry findKernel_v3(std::string_view kernel);
KernelEntry findKernel_v4(std::string_view kernel);

KernelEntry findKernel(std::string_view kernel) {
  static const auto kTable = cpuLevel() == "v4" ? findKernel_v4 : cpuLevel() == "v3" ? findKernel_v3 : findKernel_v1;
  return kTable(kernel);
}
#endif

}  // namespace strata::inline operation
