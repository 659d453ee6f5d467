#pragma once

// What the neutral gpu* names of gpu_api.h are in CUDA.

#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>

#include <cstring>
#include <string>

#define STRATA_GPU(name) cuda##name
#define STRATA_GPU_DRIVER_NAME(name) "cu" #name

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

// Code that is compiled while the program runs is loaded by the driver, whose functions the runtime opened; the two
// number their errors alike.
using gpuModule = CUmodule;
using gpuFunction = CUfunction;

inline void* driverFunction(const char* name) {
  static void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
  return driver ? dlsym(driver, name) : nullptr;
}
inline bool hasDriverFunction(const char* name) {
  return driverFunction(name) != nullptr;
}

template <class... Parameters, class... Arguments>
cudaError_t driverCall(const char* name, CUresult (*)(Parameters...), Arguments... arguments) {
  const auto function = reinterpret_cast<CUresult (*)(Parameters...)>(driverFunction(name));
  return function ? static_cast<cudaError_t>(function(arguments...)) : cudaErrorInsufficientDriver;
}
#define STRATA_CUDA_DRIVER(name, ...) driverCall(#name, static_cast<decltype(&name)>(nullptr), __VA_ARGS__)

inline cudaError_t gpuModuleLoad(gpuModule* module, const void* code) {
  return STRATA_CUDA_DRIVER(cuModuleLoadData, module, code);
}
inline cudaError_t gpuModuleUnload(gpuModule module) {
  return STRATA_CUDA_DRIVER(cuModuleUnload, module);
}
inline cudaError_t gpuModuleGetFunction(gpuFunction* function, gpuModule module, const char* name) {
  return STRATA_CUDA_DRIVER(cuModuleGetFunction, function, module, name);
}

// More dynamic shared memory than every GPU gives a block is allowed kernel by kernel.
inline constexpr std::size_t kSharedBytesOfAll = 48 * 1024;
inline std::size_t gpuSharedBytesPerBlock(const DeviceProperties& properties) {
  return properties.sharedMemPerBlockOptin;
}
inline cudaError_t gpuAllowShared(const void* function, std::size_t bytes) {
  return cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
}
inline cudaError_t gpuAllowSharedLoaded(gpuFunction function, std::size_t bytes) {
  return STRATA_CUDA_DRIVER(cuFuncSetAttribute, function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                            static_cast<int>(bytes));
}

inline constexpr const char* kLaunchLoadedName = "cuLaunchKernel";
inline cudaError_t gpuLaunchLoaded(gpuFunction function, dim3 grid, dim3 block, void** arguments,
                                   unsigned int sharedBytes, cudaStream_t stream) {
  void** const more = nullptr;
  return STRATA_CUDA_DRIVER(cuLaunchKernel, function, grid.x, grid.y, grid.z, block.x, block.y, block.z, sharedBytes,
                            stream, arguments, more);
}

// From Hopper on a kernel may begin before the one before it has ended, if it waits for that by itself.
inline bool gpuStartsEarly(int index) {
  int major = 0;
  return cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, index) == cudaSuccess && major >= 9;
}
/// Whether a kernel's code waits so: on Hopper PTX of before it runs, too, and waits for nothing.
inline bool gpuWaitsByItself(const void* function) {
  cudaFuncAttributes attributes{};
  return cudaFuncGetAttributes(&attributes, function) == cudaSuccess && attributes.ptxVersion >= 90;
}
inline constexpr const char* kLaunchEarlyName = "cudaLaunchKernelExC";
inline cudaError_t gpuLaunchEarly(const void* function, dim3 grid, dim3 block, void** arguments,
                                  std::size_t sharedBytes, cudaStream_t stream) {
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = sharedBytes;
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = 1;
  return cudaLaunchKernelExC(&config, function, arguments);
}

/// As the viewer allocates what it shares.
inline constexpr unsigned kDedicatedMemory = cudaExternalMemoryDedicated;

inline void* gpuCurrentContext() {
  CUcontext context = nullptr;
  return STRATA_CUDA_DRIVER(cuCtxGetCurrent, &context) == cudaSuccess ? context : nullptr;
}

/// The sixteen bytes that Vulkan calls the device by.
inline cudaError_t gpuReadUuid(void* uuid, int index) {
  cudaDeviceProp properties{};
  const cudaError_t error = cudaGetDeviceProperties(&properties, index);
  if (error == cudaSuccess) std::memcpy(uuid, properties.uuid.bytes, sizeof(properties.uuid.bytes));
  return error;
}

// A queue that compares and writes memory by itself: these come with drivers of CUDA 11.7, whatever the device.
inline constexpr const char* kWaitValueName = "cuStreamWaitValue32";
inline constexpr const char* kWriteValueName = "cuStreamWriteValue32";
inline bool gpuWaitsForValues(int) {
  return hasDriverFunction("cuStreamWaitValue32_v2") && hasDriverFunction("cuStreamWriteValue32_v2");
}
inline cudaError_t gpuStreamWaitValue(cudaStream_t stream, void* address, unsigned int value) {
  const unsigned int reached = CU_STREAM_WAIT_VALUE_GEQ;
  return STRATA_CUDA_DRIVER(cuStreamWaitValue32_v2, stream, reinterpret_cast<CUdeviceptr>(address), value, reached);
}
inline cudaError_t gpuStreamWriteValue(cudaStream_t stream, void* address, unsigned int value) {
  const unsigned int fenced = CU_STREAM_WRITE_VALUE_DEFAULT;
  return STRATA_CUDA_DRIVER(cuStreamWriteValue32_v2, stream, reinterpret_cast<CUdeviceptr>(address), value, fenced);
}

/// A kernel's code is newer than the PTX it came with only where the driver translated that.
inline bool gpuTranslated(const cudaFuncAttributes& attributes) {
  return attributes.binaryVersion > attributes.ptxVersion;
}

inline std::string gpuArchitecture(const DeviceProperties& properties) {
  return "sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
}

inline constexpr cudaDeviceAttr kClockRate = cudaDevAttrClockRate;
inline constexpr cudaDeviceAttr kMemoryClockRate = cudaDevAttrMemoryClockRate;

}  // namespace strata::gpu
