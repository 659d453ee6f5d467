#pragma once

// What the neutral gpu* names of gpu_api.h are in HIP.

#if defined(STRATA_HIP_CPU)
#include "engine/backends/gpu/gpu_hip_cpu.h"
#else
#include <hip/hip_runtime.h>
#endif

#include <cstring>
#include <memory>
#include <string>

#include "engine/device/architecture.h"

#define STRATA_GPU(name) hip##name
#define STRATA_GPU_DRIVER_NAME(name) "hip" #name

namespace strata::gpu {

inline constexpr const char* kBackend = "hip";
inline constexpr const char* kVendorName = "HIP";
inline constexpr const char* kComputeUnit = "CU";

using DeviceProperties = hipDeviceProp_t;

inline constexpr const char* kLaunchLoadedName = "hipModuleLaunchKernel";
#if defined(STRATA_HIP_CPU)
inline constexpr bool kPageableCopiesReturnEarly = true;
using gpuFunction = void*;  // it loads no code
inline hipError_t gpuLaunchLoaded(gpuFunction, dim3, dim3, void**, unsigned int, hipStream_t) {
  return hipErrorInvalidValue;
}
#else
// The vendor returns from a copy of pageable memory when that memory is free again.
inline constexpr bool kPageableCopiesReturnEarly = false;

// Code that is compiled while the program runs.
using gpuModule = hipModule_t;
using gpuFunction = hipFunction_t;
inline hipError_t gpuModuleLoad(gpuModule* module, const void* code) {
  return hipModuleLoadData(module, code);
}
inline hipError_t gpuModuleUnload(gpuModule module) {
  return hipModuleUnload(module);
}
inline hipError_t gpuModuleGetFunction(gpuFunction* function, gpuModule module, const char* name) {
  return hipModuleGetFunction(function, module, name);
}
inline hipError_t gpuLaunchLoaded(gpuFunction function, dim3 grid, dim3 block, void** arguments,
                                  unsigned int sharedBytes, hipStream_t stream) {
  return hipModuleLaunchKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z, sharedBytes, stream,
                               arguments, nullptr);
}

inline constexpr unsigned kDedicatedMemory = 0;  // it asks for no flag

inline void* gpuCurrentContext() {
  return nullptr;  // it has none worth the name
}

/// The sixteen bytes that Vulkan and OpenGL call the device by. AMD's drivers for them (Mesa's, AMDVLK) make them of
/// its PCI address: domain, bus, device, function. hipDeviceGetUuid does not: its bytes are a serial number
/// (ROCm/hipamd, issue 50).
inline hipError_t gpuReadUuid(void* uuid, int index) {
  constexpr hipDeviceAttribute_t kAddress[] = {hipDeviceAttributePciDomainID, hipDeviceAttributePciBusId,
                                               hipDeviceAttributePciDeviceId};
  int address[4] = {};  // a GPU is the first function of its card
  for (int i = 0; i < 3; ++i)
    if (const hipError_t error = hipDeviceGetAttribute(&address[i], kAddress[i], index); error != hipSuccess)
      return error;
  std::memcpy(uuid, address, sizeof(address));
  return hipSuccess;
}

// A queue that compares and writes memory by itself. It compares without wrapping.
inline constexpr const char* kWaitValueName = "hipStreamWaitValue32";
inline constexpr const char* kWriteValueName = "hipStreamWriteValue32";
inline bool gpuWaitsForValues(int index) {
  int can = 0;
  return hipDeviceGetAttribute(&can, hipDeviceAttributeCanUseStreamWaitValue, index) == hipSuccess && can != 0;
}
inline hipError_t gpuStreamWaitValue(hipStream_t stream, void* address, unsigned int value) {
  return hipStreamWaitValue32(stream, address, value, hipStreamWaitValueGte, 0xFFFFFFFFu);
}
inline hipError_t gpuStreamWriteValue(hipStream_t stream, void* address, unsigned int value) {
  return hipStreamWriteValue32(stream, address, value, 0);
}

/// HIP ships machine code for each architecture and translates nothing.
inline bool gpuTranslated(const hipFuncAttributes&) {
  return false;
}
#endif

// Kernels of one stream never overlap.
inline bool gpuStartsEarly(int) {
  return false;
}
inline bool gpuWaitsByItself(const void*) {
  return false;
}
inline constexpr const char* kLaunchEarlyName = "hipLaunchKernel";
inline hipError_t gpuLaunchEarly(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t sharedBytes,
                                 hipStream_t stream) {
  return hipLaunchKernel(function, grid, block, arguments, sharedBytes, stream);
}

// All that a block can have it has without asking.
inline constexpr std::size_t kSharedBytesOfAll = ~std::size_t{0};
inline std::size_t gpuSharedBytesPerBlock(const DeviceProperties& properties) {
  return properties.sharedMemPerBlock;
}
inline hipError_t gpuAllowShared(const void*, std::size_t) {
  return hipSuccess;
}
inline hipError_t gpuAllowSharedLoaded(gpuFunction, std::size_t) {
  return hipSuccess;
}

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
  return std::string(withoutFeatures(properties.gcnArchName));
#endif
}

inline constexpr hipDeviceAttribute_t kClockRate = hipDeviceAttributeClockRate;
inline constexpr hipDeviceAttribute_t kMemoryClockRate = hipDeviceAttributeMemoryClockRate;

}  // namespace strata::gpu
