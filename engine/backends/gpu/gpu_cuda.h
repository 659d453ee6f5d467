#pragma once

// What the neutral gpu* names of gpu_api.h are in CUDA.

#include <cuda_runtime.h>

#include <string>

#define STRATA_GPU(name) cuda##name

namespace strata::gpu {

inline constexpr const char* kBackend = "cuda";
inline constexpr const char* kVendorName = "CUDA";
inline constexpr const char* kComputeUnit = "SM";

using DeviceProperties = cudaDeviceProp;

// The vendor returns from a copy of pageable memory when that memory is free again.
inline constexpr bool kPageableCopiesReturnEarly = false;

inline constexpr cudaError_t kOutOfMemory = cudaErrorMemoryAllocation;

inline constexpr const char* kHostAllocName = "cudaHostAlloc";
inline constexpr const char* kHostFreeName = "cudaFreeHost";
inline cudaError_t gpuHostAlloc(void** memory, std::size_t bytes) {
  return cudaHostAlloc(memory, bytes, cudaHostAllocDefault);
}
inline cudaError_t gpuHostFree(void* memory) {
  return cudaFreeHost(memory);
}

inline constexpr const char* kHostWorkName = "cudaLaunchHostFunc";
inline cudaError_t gpuLaunchHostWork(cudaStream_t stream, void (*function)(void*), void* data) {
  return cudaLaunchHostFunc(stream, function, data);
}

inline std::string gpuArchitecture(const DeviceProperties& properties) {
  return "sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
}

inline constexpr cudaDeviceAttr kClockRate = cudaDevAttrClockRate;
inline constexpr cudaDeviceAttr kMemoryClockRate = cudaDevAttrMemoryClockRate;

}  // namespace strata::gpu
