#pragma once

// What the neutral gpu* names of gpu_api.h are in HIP.

#include <hip/hip_runtime.h>

#include <string>

#define STRATA_GPU(name) hip##name

namespace strata::gpu {

inline constexpr const char* kBackend = "hip";
inline constexpr const char* kVendorName = "HIP";
inline constexpr const char* kComputeUnit = "CU";

using DeviceProperties = hipDeviceProp_t;

inline constexpr hipError_t kOutOfMemory = hipErrorOutOfMemory;

inline constexpr const char* kHostAllocName = "hipHostMalloc";
inline constexpr const char* kHostFreeName = "hipHostFree";
inline hipError_t gpuHostAlloc(void** memory, std::size_t bytes) {
  return hipHostMalloc(memory, bytes, hipHostMallocDefault);
}
inline hipError_t gpuHostFree(void* memory) {
  return hipHostFree(memory);
}

/// "gfx90a" of "gfx90a:sramecc+:xnack-".
inline std::string gpuArchitecture(const DeviceProperties& properties) {
  const std::string name = properties.gcnArchName;
  return name.substr(0, name.find(':'));
}

inline constexpr hipDeviceAttribute_t kClockRate = hipDeviceAttributeClockRate;
inline constexpr hipDeviceAttribute_t kMemoryClockRate = hipDeviceAttributeMemoryClockRate;

}  // namespace strata::gpu
