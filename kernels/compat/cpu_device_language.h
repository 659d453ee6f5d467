#pragma once

// CUDA C++ for the host compiler. One call of a kernel is one GPU thread; the CPU device (engine/backends/cpu) makes
// the calls, and each thread that waits at a barrier is a fiber. Of a block all threads run on one CPU thread, so what
// is thread_local is shared by the block.

#include <stddef.h>

#include "engine/device/cpu_thread.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __constant__ static const
#define __shared__ thread_local __attribute__((aligned(128)))

using strata::cpu::blockDim;
using strata::cpu::blockIdx;
using strata::cpu::gridDim;
using strata::cpu::threadIdx;
using dim3 = strata::Dim3;

// Not a macro: structs of vendors have members of this name.
constexpr int warpSize = 32;

inline void __syncthreads() {
  strata::cpu::barrier();
}
