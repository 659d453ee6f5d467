#pragma once

// What HIP-CPU (a HIP that runs on the processor, https://github.com/ROCm/HIP-CPU) lacks of the HIP that gpu_api.h
// calls. Only for tests: it lets the HIP backend run where no AMD GPU is.

#include <hip/hip_runtime.h>

#include <cstddef>

/// A kernel's own launcher (kernels/compat/kernel_entry.h): HIP-CPU starts kernels by type, not by address.
using HipCpuLauncher = void (*)(dim3 grid, dim3 block, std::size_t sharedBytes, hipStream_t stream, void** arguments);

enum hipDeviceAttribute_t { hipDeviceAttributeClockRate, hipDeviceAttributeMemoryClockRate };

inline constexpr auto hipErrorStreamCaptureUnsupported = static_cast<hipError_t>(900);  // of graphs, which it lacks

inline hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t, int) {
  *value = 0;
  return hipSuccess;
}

/// HIP-CPU has no query; an event that is asked for is waited for.
inline hipError_t hipEventQuery(hipEvent_t event) {
  return hipEventSynchronize(event);
}

inline hipError_t hipStreamAddCallback(hipStream_t stream, void (*callback)(hipStream_t, hipError_t, void*), void* data,
                                       unsigned) {
  const hipError_t error = hipStreamSynchronize(stream);
  callback(stream, error, data);
  return error;
}

inline hipError_t hipLaunchKernel(const void* launcher, dim3 grid, dim3 block, void** arguments,
                                  std::size_t sharedBytes, hipStream_t stream) {
  reinterpret_cast<HipCpuLauncher>(const_cast<void*>(launcher))(grid, block, sharedBytes, stream, arguments);
  return hipGetLastError();
}
