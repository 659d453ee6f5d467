#pragma once

#include <string>

#include "engine/device/device_info.h"

namespace strata::inline compat {

/// Whether a device multiplies by warpgroups and copies boxes (kernels/compat/warpgroup.h, tma.h): Hopper alone, as
/// NVIDIA gave later GPUs other instructions. On the CPU device both are emulated, to check kernels.
inline bool warpgroupDevice(const DeviceInfo& device) {
  return device.isProcessor() || (device.backend == "cuda" && device.architecture == "sm_90");
}

/// Why code for a GPU's architecture has none of them, and traps, in words, whatever it is asked to compute; empty
/// where it has.
template <class AnyProblem>
std::string noWarpgroups(const std::string& architecture, const AnyProblem&) {
  if (architecture == "sm_90a") return "";
  return "it needs the warpgroup products and the copy unit (TMA) of NVIDIA's Hopper, which only code for sm_90a has";
}

/// Why a step for warpgroups does not run on a device, in a sentence; empty where it does.
inline std::string needsWarpgroups(const DeviceInfo& device) {
  if (warpgroupDevice(device)) return "";
  return "This step needs the warpgroup products and the copy unit (TMA) of NVIDIA's Hopper, sm_90; this is " +
         device.architecture + ".";
}

}  // namespace strata::inline compat
