#pragma once

#include <string>

#include "engine/device/device_info.h"

namespace strata::inline still {

/// "cpu: AMD EPYC, x86-64-v4, 2 cores, 17.6 GiB of 23.5 GiB usable"; a GPU has all of its memory.
std::string deviceText(const DeviceInfo& device);

}  // namespace strata::inline still
