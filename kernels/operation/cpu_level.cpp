#include "kernels/operation/cpu_level.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

namespace strata::inline operation {
namespace {

constexpr std::array<std::string_view, 3> kCpuLevels{"v1", "v3", "v4"};

/// Empty: none.
std::string_view askedLevel() {
  const char* asked = std::getenv("STRATA_CPU_LEVEL");
  return asked ? asked : "";
}

bool isCpuLevel(std::string_view word) {
  return std::ranges::find(kCpuLevels, word) != kCpuLevels.end();
}

}  // namespace

std::string_view cpuLevel() {
#if defined(STRATA_ONE_CPU_LEVEL)
  return STRATA_ONE_CPU_LEVEL;
#else
  const std::string_view most = isCpuLevel(askedLevel()) ? askedLevel() : kCpuLevels.back();
  if (most >= "v4" && __builtin_cpu_supports("x86-64-v4")) return "v4";
  if (most >= "v3" && __builtin_cpu_supports("x86-64-v3")) return "v3";
  return "v1";
#endif
}

Result<void> checkCpuLevel() {
  const std::string asked(askedLevel()), had(cpuLevel());
  if (asked.empty() || asked == had) return {};
  std::string why = "; there are v1, v3 and v4: set STRATA_CPU_LEVEL to one of them, or unset it.";
  if (isCpuLevel(asked))
    why = ", and this processor has none above " + had + ": set STRATA_CPU_LEVEL to that, or unset it.";
#if defined(STRATA_ONE_CPU_LEVEL)
  if (isCpuLevel(asked))
    why = ", and this build has those of " + had +
          " alone: unset STRATA_CPU_LEVEL, or use a build for all machines (STRATA_PORTABLE=ON).";
#endif
  return Error{ErrorCode::Usage, "Kernels of the x86-64 level " + asked + " were requested for the CPU" + why,
               Storey::Hardware};
}

}  // namespace strata::inline operation
