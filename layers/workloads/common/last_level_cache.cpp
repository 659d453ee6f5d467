#include "layers/workloads/common/last_level_cache.h"

#include <algorithm>
#include <string_view>

namespace strata::inline workloads {

std::optional<double> lastLevelCacheBytes(const DeviceInfo& device) {
  for (const std::string_view cache :
       {"L4 caches together", "L4 cache", "L3 caches together", "L3 cache", "L2 caches together", "L2 cache"})
    if (const auto fact = std::ranges::find(device.facts, cache, &DeviceFact::key); fact != device.facts.end())
      return fact->value;
  return {};
}

}  // namespace strata::inline workloads
