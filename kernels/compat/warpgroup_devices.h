#pragma once

#include "engine/device/device_info.h"

namespace strata::inline compat {

/// Whether a device multiplies by warpgroups and copies boxes (kernels/compat/warpgroup.h, tma.h): Hopper alone, as
/// NVIDIA gave later GPUs other instructions. On the CPU device both are emulated, to check kernels.
inline bool warpgroupDevice(const DeviceInfo& device) {
  return device.backend == "cpu" || (device.backend == "cuda" && device.architecture == "sm_90");
}

}  // namespace strata::inline compat
