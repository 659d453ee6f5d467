#pragma once

#include <cstdint>
#include <string>

#include "engine/device/device_info.h"

namespace strata::cpu {

/// Bytes of memory this process could have in all: the machine's, or what its control group allows.
std::uint64_t totalMemory();
/// Bytes that are free now, as /proc/meminfo estimates; totalMemory() where it says nothing.
std::uint64_t availableMemory();
/// Cores this process may use.
unsigned usableCores();
/// "x86-64-v3": the highest level of the instruction set this processor has.
std::string architectureLevel();
/// What Linux tells about this processor. `deviceMemory` is the size of the device's own memory.
DeviceInfo describeHost(std::uint64_t deviceMemory);

}  // namespace strata::cpu
