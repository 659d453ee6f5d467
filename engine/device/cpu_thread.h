#pragma once

#include "engine/device/kernel.h"

// What one GPU thread knows while it runs on the CPU device. The device sets these before a thread starts and each time
// it goes on; kernels built for the CPU read them under their CUDA names (kernels/compat/device.h). They hold nothing
// outside a launch.

namespace strata::cpu {

inline constinit thread_local Dim3 threadIdx{0, 0, 0};
inline constinit thread_local Dim3 blockIdx{0, 0, 0};
inline constinit thread_local Dim3 blockDim;
inline constinit thread_local Dim3 gridDim;

/// Returns when every thread of the block that still lives has called it.
using BarrierFunction = void (*)();
inline constinit thread_local BarrierFunction barrier = nullptr;

}  // namespace strata::cpu
