#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"

namespace strata::gpu {

/// How many devices there are, or why none can be used and what to do about it.
Result<int> countDevices();

/// What the runtime says of device `index`.
Result<DeviceInfo> readDeviceInfo(int index);

}  // namespace strata::gpu
