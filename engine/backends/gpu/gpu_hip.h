#pragma once

// What the neutral gpu* names of gpu_api.h are in HIP.

#if defined(STRATA_HIP_CPU)
#include "engine/backends/gpu/gpu_hip_cpu.h"
#else
#include <hip/hip_runtime.h>
#endif

#include <memory>
#include <string>

#define STRATA_GPU(name) hip##name

namespace strata::gpu {

inline constexpr const char* kBackend = "hip";
inline constexpr const char* kVendorName = "HIP";
inline constexpr const char* kComputeUnit = "CU";

using DeviceProperties = hipDeviceProp_t;

#if defined(STRATA_HIP_CPU)
inline constexpr bool kPageableCopiesReturnEarly = true;
#else
// The vendor returns from a copy of pageable memory when that memory is free again.
inline constexpr bool kPageableCopiesReturnEarly = false;
#endif

inline constexpr hipError_t kOutOfMemory = hipErrorOutOfMemory;

inline constexpr const char* kHostAllocName = "hipHostMalloc";
inline constexpr const char* kHostFreeName = "hipHostFree";
inline hipError_t gpuHostAlloc(void** memory, std::size_t bytes) {
  return hipHostMalloc(memory, bytes, hipHostMallocDefault);
}
inline hipError_t gpuHostFree(void* memory) {
  return hipHostFree(memory);
}

/// By callback: ROCm 5.2 declares hipLaunchHostFunc and does not have it.
inline constexpr const char* kHostWorkName = "hipStreamAddCallback";
struct HostWork {
  void (*function)(void*);
  void* data;
};
inline hipError_t gpuLaunchHostWork(hipStream_t stream, void (*function)(void*), void* data) {
  const auto run = [](hipStream_t, hipError_t, void* work) {
    const std::unique_ptr<HostWork> owned(static_cast<HostWork*>(work));
    owned->function(owned->data);
  };
  return hipStreamAddCallback(stream, run, new HostWork{function, data}, 0);
}

/// "gfx90a" of "gfx90a:sramecc+:xnack-".
inline std::string gpuArchitecture(const DeviceProperties& properties) {
#if defined(STRATA_HIP_CPU)
  return properties.name;
#else
  const std::string name = properties.gcnArchName;
  return name.substr(0, name.find(':'));
#endif
}

inline constexpr hipDeviceAttribute_t kClockRate = hipDeviceAttributeClockRate;
inline constexpr hipDeviceAttribute_t kMemoryClockRate = hipDeviceAttributeMemoryClockRate;

}  // namespace strata::gpu
