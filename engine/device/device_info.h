#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/provenance.h"

namespace strata::inline device {

/// One number about a device, with its kind: "memory bandwidth", 4800, "GB/s", Spec.
struct DeviceFact {
  std::string key;
  double value = 0;
  std::string unit;
  Provenance provenance = Provenance::Measured;
  friend bool operator==(const DeviceFact&, const DeviceFact&) = default;
};

struct DeviceInfo {
  std::string backend;  ///< "cpu", "cuda", "hip", "null"
  int index = 0;
  std::string name;             ///< "AMD EPYC", "NVIDIA H200"
  std::string architecture;     ///< "x86-64-v3", "sm_90", "gfx942"
  std::string computeUnitName;  ///< "core", "hardware thread" of a shared one, "SM", "CU"
  std::uint32_t computeUnits = 0;
  std::uint64_t memoryBytes = 0;
  std::uint32_t waveSize = 32;  ///< lanes of a warp: 32 or 64
  std::uint32_t maxThreadsPerBlock = 1024;
  std::uint64_t sharedBytesPerBlock = std::uint64_t{48} << 10;
  std::string pciBus;  ///< "00000000:3B:00.0"; empty for a device that is on no bus
  std::vector<DeviceFact> facts;
  std::vector<std::string> narrowProducts;  ///< a processor's instructions that multiply narrower floats: "amx_bf16"

  /// It computes on the machine's processor, in its RAM.
  bool isProcessor() const { return backend == "cpu"; }
  std::string key() const { return index == 0 ? backend : backend + ":" + std::to_string(index); }
  friend bool operator==(const DeviceInfo&, const DeviceInfo&) = default;
};

}  // namespace strata::inline device
