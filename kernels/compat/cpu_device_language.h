#pragma once

// CUDA C++ for the host compiler. One call of a kernel is one GPU thread; the CPU device (engine/backends/cpu) makes
// the calls, and each thread that waits at a barrier is a fiber. Of a block all threads run on one CPU thread, so what
// is thread_local is shared by the block.

#include <stddef.h>

#include "engine/backends/cpu/cpu_thread.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __constant__ static const
#define __shared__ constinit thread_local __attribute__((aligned(128)))

using strata::cpu::blockDim;
using strata::cpu::blockIdx;
using strata::cpu::gridDim;
using strata::cpu::threadIdx;
using strata::cpu::warpSize;  // not a macro: structs of vendors have members of this name
using dim3 = strata::Dim3;

#if defined(STRATA_OBSERVED)
extern "C" {  // kernels/microscope
void strata_observe_barrier();
void strata_observe_fence();
void strata_observe_meeting(unsigned long long mask);
void strata_observe_met(unsigned long long lanes);
void strata_observe_missing_lane(int lane);
void strata_observe_unit_read(const void* address, unsigned bytes);
void strata_observe_unit_write(const void* address, unsigned bytes);
}
#endif

inline void __syncthreads() {
#if defined(STRATA_OBSERVED)
  strata_observe_barrier();
#endif
  strata::cpu::barrier();
}

// The memory of `extern __shared__ T name[]` in the kernels of this file, to be said before their text. As aligned as T
// is, and to 128 bytes at least.
#define STRATA_DYNAMIC_SHARED(T, name)                                                        \
  static constinit thread_local __attribute__((aligned(alignof(T) > 128 ? alignof(T) : 128))) \
  T name[strata::cpu::kDynamicSharedBytes / sizeof(T)] = {}

#include "kernels/compat/cpu_atomics.h"
#include "kernels/compat/cpu_intrinsics.h"
#include "kernels/compat/cpu_types.h"
#include "kernels/compat/cpu_warp.h"
