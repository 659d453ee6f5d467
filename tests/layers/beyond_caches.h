#pragma once

#include <algorithm>
#include <cstdint>

#include "layers/workloads/common/last_level_cache.h"

namespace strata::test {

/// So many that no cache of the device holds them, and no fewer than roofs ask for.
inline std::int64_t floatsBeyondCaches(const DeviceInfo& device) {
  constexpr std::int64_t kLeast = std::int64_t{1} << 24;
  return std::max(kLeast, static_cast<std::int64_t>(lastLevelCacheBytes(device).value_or(0) / sizeof(float) * 1.1));
}

}  // namespace strata::test
