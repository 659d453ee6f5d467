#pragma once

#include <optional>

#include "engine/device/device_info.h"

namespace strata::inline workloads {

/// Of the caches nearest to memory, all together, as the device's facts tell them; none: they do not.
std::optional<double> lastLevelCacheBytes(const DeviceInfo& device);

}  // namespace strata::inline workloads
