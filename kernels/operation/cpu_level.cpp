#include "kernels/operation/cpu_level.h"

#include <cstdlib>

namespace strata::inline operation {

std::string_view cpuLevel() {
#if defined(STRATA_ONE_CPU_LEVEL)
  return STRATA_ONE_CPU_LEVEL;
#else
  const char* asked = std::getenv("STRATA_CPU_LEVEL");
  const std::string_view most = asked ? asked : "v4";
  if (most >= "v4" && __builtin_cpu_supports("x86-64-v4")) return "v4";
  if (most >= "v3" && __builtin_cpu_supports("x86-64-v3")) return "v3";
  return "v1";
#endif
}

}  // namespace strata::inline operation
