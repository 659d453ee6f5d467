#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/device/device_info.h"

namespace strata::inline compat {

/// Which inputs kernels/compat/matrix_unit.h can multiply on a device.
struct MatrixUnit {
  bool float16 = false, bfloat16 = false;
};

/// In code for a GPU's architecture: "sm_80", "gfx90a:xnack-".
inline MatrixUnit matrixUnitOf(const std::string& architecture) {
  const std::string_view name = architecture;
  if (name.starts_with("sm_")) {
    const int version = std::atoi(architecture.c_str() + 3);
    return {version >= 70, version >= 80};
  }
  const bool cdna = name.starts_with("gfx90a") || name.starts_with("gfx94") || name.starts_with("gfx950");
  return {cdna, cdna};
}

/// The CPU device has one that is emulated: to check kernels, not to be quick.
inline MatrixUnit matrixUnit(const DeviceInfo& device) {
  const bool cpu = device.isProcessor();
  if (device.backend == "cuda" || device.backend == "hip") return matrixUnitOf(device.architecture);
  return {cpu, cpu};
}

/// Why a step that has a matrix unit multiply fp16 or bf16 takes no fp32, in sentences: AMD's CDNA could multiply it.
inline std::string onlyNarrowFactors(const DeviceInfo& device) {
  const std::string why = "This step has the matrix unit multiply fp16 or bf16; this is fp32.";
  const bool cdna = device.backend == "hip" && matrixUnit(device).float16;
  return cdna ? why + " CDNA's matrix cores multiply fp32, too, but no step has them do so." : why;
}

}  // namespace strata::inline compat
