#pragma once

#include <cstdlib>
#include <string_view>

#include "engine/device/device_info.h"

namespace strata::inline compat {

/// Which inputs kernels/compat/matrix_unit.h can multiply on a device.
struct MatrixUnit {
  bool float16 = false, bfloat16 = false;
};

/// The CPU device has one that is emulated: to check kernels, not to be quick.
inline MatrixUnit matrixUnit(const DeviceInfo& device) {
  const std::string_view name = device.architecture;
  if (device.backend == "cpu") return {true, true};
  if (device.backend == "cuda") {
    const int version = name.starts_with("sm_") ? std::atoi(name.data() + 3) : 0;
    return {version >= 70, version >= 80};
  }
  const bool cdna = name.starts_with("gfx90a") || name.starts_with("gfx94") || name.starts_with("gfx950");
  return {device.backend == "hip" && cdna, device.backend == "hip" && cdna};
}

}  // namespace strata::inline compat
