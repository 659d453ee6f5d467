#pragma once

#include <vector>

#include "engine/device/device_info.h"

namespace strata::inline hardware {

/// The peaks of a device: "fp32 peak" in FLOP/s, "memory bandwidth" in bytes/s; from its data sheet (spec) where Strata
/// knows a primary source, else fp32 from what the device says of itself, units · lanes · clock · 2 (modelled). A peak
/// of which neither is known is left out.
std::vector<DeviceFact> deviceRoofs(const DeviceInfo& device);

}  // namespace strata::inline hardware
