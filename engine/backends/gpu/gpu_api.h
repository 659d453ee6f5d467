#pragma once

// The vendor's runtime under neutral names. Names that differ between the vendors beyond their prefix are in the alias
// header; everything else is here once.

#if defined(STRATA_GPU_CUDA)
#include "engine/backends/gpu/gpu_cuda.h"
#elif defined(STRATA_GPU_HIP)
#include "engine/backends/gpu/gpu_hip.h"
#else
#error "compile with STRATA_GPU_CUDA or STRATA_GPU_HIP"
#endif

#include <cstddef>

#define STRATA_GPU_QUOTE_(text) #text
#define STRATA_GPU_QUOTE(text) STRATA_GPU_QUOTE_(text)
/// The vendor's own name of a runtime function, for traces and messages: "cudaMalloc".
#define STRATA_GPU_NAME(name) STRATA_GPU_QUOTE(STRATA_GPU(name))

namespace strata::gpu {

using gpuError = STRATA_GPU(Error_t);
using gpuStream = STRATA_GPU(Stream_t);
using gpuEvent = STRATA_GPU(Event_t);
using gpuMemcpyKind = decltype(STRATA_GPU(MemcpyHostToDevice));

inline constexpr gpuError kSuccess = STRATA_GPU(Success);
inline constexpr gpuError kNotReady = STRATA_GPU(ErrorNotReady);
inline constexpr gpuError kNoDevice = STRATA_GPU(ErrorNoDevice);
inline constexpr gpuError kInsufficientDriver = STRATA_GPU(ErrorInsufficientDriver);
inline constexpr gpuError kCaptureUnsupported = STRATA_GPU(ErrorStreamCaptureUnsupported);

inline const char* gpuGetErrorName(gpuError e) {
  return STRATA_GPU(GetErrorName)(e);
}
inline const char* gpuGetErrorString(gpuError e) {
  return STRATA_GPU(GetErrorString)(e);
}
inline gpuError gpuGetLastError() {
  return STRATA_GPU(GetLastError)();
}

inline gpuError gpuGetDeviceCount(int* count) {
  return STRATA_GPU(GetDeviceCount)(count);
}
inline gpuError gpuSetDevice(int index) {
  return STRATA_GPU(SetDevice)(index);
}
inline gpuError gpuGetDeviceProperties(DeviceProperties* properties, int index) {
  return STRATA_GPU(GetDeviceProperties)(properties, index);
}
/// `attribute` is kClockRate or kMemoryClockRate, both in kHz.
inline gpuError gpuDeviceGetAttribute(int* value, decltype(kClockRate) attribute, int index) {
  return STRATA_GPU(DeviceGetAttribute)(value, attribute, index);
}
inline gpuError gpuDeviceSynchronize() {
  return STRATA_GPU(DeviceSynchronize)();
}
inline gpuError gpuRuntimeGetVersion(int* version) {
  return STRATA_GPU(RuntimeGetVersion)(version);
}
inline gpuError gpuDriverGetVersion(int* version) {
  return STRATA_GPU(DriverGetVersion)(version);
}

inline gpuError gpuMalloc(void** memory, std::size_t bytes) {
  return STRATA_GPU(Malloc)(memory, bytes);
}
inline gpuError gpuFree(void* memory) {
  return STRATA_GPU(Free)(memory);
}
#if defined(STRATA_HIP_CPU)  // which has no memory of its own
inline gpuError gpuMemGetInfo(std::size_t*, std::size_t*) {
  return kNoDevice;
}
#else
inline gpuError gpuMemGetInfo(std::size_t* free, std::size_t* all) {
  return STRATA_GPU(MemGetInfo)(free, all);
}
#endif
inline gpuError gpuMemcpyAsync(void* to, const void* from, std::size_t bytes, gpuMemcpyKind kind, gpuStream stream) {
  return STRATA_GPU(MemcpyAsync)(to, from, bytes, kind, stream);
}

inline gpuError gpuStreamCreate(gpuStream* stream) {
  return STRATA_GPU(StreamCreateWithFlags)(stream, STRATA_GPU(StreamNonBlocking));
}
inline gpuError gpuStreamDestroy(gpuStream stream) {
  return STRATA_GPU(StreamDestroy)(stream);
}
inline gpuError gpuStreamSynchronize(gpuStream stream) {
  return STRATA_GPU(StreamSynchronize)(stream);
}
inline gpuError gpuStreamWaitEvent(gpuStream stream, gpuEvent event) {
  return STRATA_GPU(StreamWaitEvent)(stream, event, 0);
}

inline gpuError gpuEventCreate(gpuEvent* event) {
  return STRATA_GPU(EventCreate)(event);
}
inline gpuError gpuEventDestroy(gpuEvent event) {
  return STRATA_GPU(EventDestroy)(event);
}
inline gpuError gpuEventRecord(gpuEvent event, gpuStream stream) {
  return STRATA_GPU(EventRecord)(event, stream);
}
inline gpuError gpuEventQuery(gpuEvent event) {
  return STRATA_GPU(EventQuery)(event);
}
inline gpuError gpuEventSynchronize(gpuEvent event) {
  return STRATA_GPU(EventSynchronize)(event);
}
inline gpuError gpuEventElapsedTime(float* milliseconds, gpuEvent start, gpuEvent end) {
  return STRATA_GPU(EventElapsedTime)(milliseconds, start, end);
}

#if !defined(STRATA_HIP_CPU)  // which has no graphs, shares no memory, and where nothing has registers
using gpuGraph = STRATA_GPU(Graph_t);
using gpuGraphExec = STRATA_GPU(GraphExec_t);

/// Until its end, only this thread may not ask for what cannot be captured.
inline gpuError gpuStreamBeginCapture(gpuStream stream) {
  return STRATA_GPU(StreamBeginCapture)(stream, STRATA_GPU(StreamCaptureModeThreadLocal));
}
inline gpuError gpuStreamEndCapture(gpuStream stream, gpuGraph* graph) {
  return STRATA_GPU(StreamEndCapture)(stream, graph);
}
inline gpuError gpuGraphCountNodes(gpuGraph graph, std::size_t* count) {
  return STRATA_GPU(GraphGetNodes)(graph, nullptr, count);
}
inline gpuError gpuGraphInstantiate(gpuGraphExec* executable, gpuGraph graph) {
  return STRATA_GPU(GraphInstantiateWithFlags)(executable, graph, 0);
}
inline gpuError gpuGraphLaunch(gpuGraphExec executable, gpuStream stream) {
  return STRATA_GPU(GraphLaunch)(executable, stream);
}
inline gpuError gpuGraphDestroy(gpuGraph graph) {
  return STRATA_GPU(GraphDestroy)(graph);
}
inline gpuError gpuGraphExecDestroy(gpuGraphExec executable) {
  return STRATA_GPU(GraphExecDestroy)(executable);
}

using gpuExternalMemory = STRATA_GPU(ExternalMemory_t);

/// Takes the descriptor where it succeeds. `bytes` is the size of the whole allocation.
inline gpuError gpuImportExternalMemory(gpuExternalMemory* memory, int fd, std::size_t bytes) {
  STRATA_GPU(ExternalMemoryHandleDesc) handle{};
  handle.type = STRATA_GPU(ExternalMemoryHandleTypeOpaqueFd);
  handle.handle.fd = fd;
  handle.size = bytes;
  handle.flags = kDedicatedMemory;
  return STRATA_GPU(ImportExternalMemory)(memory, &handle);
}
inline gpuError gpuExternalMemoryGetMappedBuffer(void** data, gpuExternalMemory memory, std::size_t offset,
                                                 std::size_t bytes) {
  STRATA_GPU(ExternalMemoryBufferDesc) part{};
  part.offset = offset;
  part.size = bytes;
  return STRATA_GPU(ExternalMemoryGetMappedBuffer)(data, memory, &part);
}
inline gpuError gpuDestroyExternalMemory(gpuExternalMemory memory) {
  return STRATA_GPU(DestroyExternalMemory)(memory);
}
inline gpuError gpuHostRegister(void* memory, std::size_t bytes) {
  return STRATA_GPU(HostRegister)(memory, bytes, STRATA_GPU(HostRegisterMapped));
}
inline gpuError gpuHostUnregister(void* memory) {
  return STRATA_GPU(HostUnregister)(memory);
}
/// Where kernels find registered memory.
inline gpuError gpuHostGetDevicePointer(void** device, void* memory) {
  return STRATA_GPU(HostGetDevicePointer)(device, memory, 0);
}

using gpuFuncAttributes = STRATA_GPU(FuncAttributes);
inline gpuError gpuFuncGetAttributes(gpuFuncAttributes* attributes, const void* function) {
  return STRATA_GPU(FuncGetAttributes)(attributes, function);
}
#endif

inline gpuError gpuLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t sharedBytes,
                                gpuStream stream) {
  return STRATA_GPU(LaunchKernel)(function, grid, block, arguments, sharedBytes, stream);
}

}  // namespace strata::gpu
