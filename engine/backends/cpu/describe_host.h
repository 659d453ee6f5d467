#pragma once

#include <cstdint>
#include <string>

#include "engine/device/device_info.h"

namespace strata::cpu {

/// "x86-64-v3": the highest level of the instruction set this processor has.
std::string architectureLevel();
/// This processor as a device. `deviceMemory` is the size of the device's own memory.
DeviceInfo describeHost(std::uint64_t deviceMemory);

}  // namespace strata::cpu
