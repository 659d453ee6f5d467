#pragma once

#include <optional>

#include "engine/device/device_info.h"

namespace strata::inline workloads {

/// Of the cache nearest to memory, as the device's facts tell it; none: they do not.
std::optional<double> lastLevelCacheBytes(const DeviceInfo& device);

}  // namespace strata::inline workloads
