#pragma once

#include <vector>

#include "engine/device/device_info.h"
#include "engine/device/factors.h"

namespace strata::inline hardware {

/// The peaks of a device: "fp32 peak", or what its matrix units do with other factors ("bf16 peak"), in FLOP/s, and
/// "memory bandwidth" in bytes/s; by its figures (gpuOfDevice) where Strata has them, else fp32 from what the device
/// says of itself, units · lanes · clock · 2 (modelled). A peak that neither tells is left out.
std::vector<DeviceFact> deviceRoofs(const DeviceInfo& device, Factors factors = Factors::F32);

}  // namespace strata::inline hardware
