#include <cstdlib>
#include <string_view>

#include "kernels/operation/kernel_table.h"

namespace strata::inline operation {

// One table per level of x86-64, from the same sources; of a build for one machine only that machine's.
#if defined(STRATA_ONE_CPU_LEVEL)
KernelEntry STRATA_ONE_CPU_LEVEL(std::string_view kernel);
#else
KernelEntry findKernel_v1(std::string_view kernel);
KernelEntry findKernel_v3(std::string_view kernel);
KernelEntry findKernel_v4(std::string_view kernel);
#endif

namespace {

using Table = KernelEntry (*)(std::string_view);

/// The highest level that this processor has; STRATA_CPU_LEVEL=v1 or v3 asks for a lower one.
Table chooseTable() {
#if defined(STRATA_ONE_CPU_LEVEL)
  return STRATA_ONE_CPU_LEVEL;
#else
  const char* asked = std::getenv("STRATA_CPU_LEVEL");
  const std::string_view most = asked ? asked : "v4";
  if (most >= "v4" && __builtin_cpu_supports("x86-64-v4")) return findKernel_v4;
  if (most >= "v3" && __builtin_cpu_supports("x86-64-v3")) return findKernel_v3;
  return findKernel_v1;
#endif
}

}  // namespace

KernelEntry findKernel(std::string_view kernel) {
  static const Table kTable = chooseTable();
  return kTable(kernel);
}

}  // namespace strata::inline operation
