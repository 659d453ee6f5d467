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
#define __constant__ __attribute__((visibility("hidden")))  // the host has no way to write it but its initialiser
#define __managed__
#define __grid_constant__
#define __align__(bytes) __attribute__((aligned(bytes)))
// Where kernels of one's own are watched, shared variables lie so far apart that what runs over the end of one never
// meets the next.
#if defined(STRATA_OBSERVED) && defined(STRATA_OWN_KERNELS)
#define STRATA_SHARED_APART __attribute__((aligned(64 * 1024)))
#else
#define STRATA_SHARED_APART __attribute__((aligned(128)))
#endif
#define __shared__ constinit thread_local STRATA_SHARED_APART

using strata::cpu::blockDim;
using strata::cpu::blockIdx;
using strata::cpu::gridDim;
using strata::cpu::threadIdx;
using strata::cpu::warpSize;  // not a macro: structs of vendors have members of this name
using dim3 = strata::Dim3;

// As older HIP programs have them.
#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

#if defined(STRATA_OBSERVED)
extern "C" {  // kernels/microscope
void strata_observe_barrier();
void strata_observe_fence();
void strata_observe_meeting(unsigned long long mask);
void strata_observe_met(unsigned long long lanes);
void strata_observe_missing_lane(int lane);
void strata_observe_arrival(const void* barrier);
void strata_observe_waited(const void* barrier);
void strata_observe_unit_read(const void* address, unsigned bytes);
void strata_observe_unit_write(const void* address, unsigned bytes);
void strata_observe_update(const void* address, void* before, unsigned bytes);
bool strata_observe_try(void* address, void* before, const void* after, unsigned bytes);
}
// What the device does is no load or store of the kernel's text; of a unit's, the build that is watched is told.
#define STRATA_OF_DEVICE __attribute__((noinline, no_sanitize("thread"), no_sanitize_coverage))
#else
#define STRATA_OF_DEVICE
#endif

inline void __syncthreads() {
#if defined(STRATA_OBSERVED)
  strata_observe_barrier();
#endif
  strata::cpu::barrier();
}

/// The barrier of a block at which each thread says yes or no: how many said yes.
inline int __syncthreads_count(int predicate) {
  using strata::cpu::ayesOfBlock;
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) ayesOfBlock = 0;
  __syncthreads();
  ayesOfBlock += predicate != 0;
  __syncthreads();
  return ayesOfBlock;
}
inline int __syncthreads_or(int predicate) {
  return __syncthreads_count(predicate) > 0;
}
inline int __syncthreads_and(int predicate) {
  return __syncthreads_count(!predicate) == 0;
}

/// Ticks of the processor's clock.
inline long long clock64() {
  return static_cast<long long>(__builtin_ia32_rdtsc());
}
inline void __nanosleep(unsigned) {}
[[noreturn]] inline void __trap() {
  __builtin_trap();
}

// The memory of `extern __shared__ T name[]` in the kernels of this file, to be said before their text: the program's,
// and where kernels of one's own are watched, one as far apart as their other shared variables. Of a text that somebody
// brought T may be its own, which nothing before it knows: the memory is its symbol's alone.
#if defined(STRATA_OWN_KERNELS)
#define STRATA_DYNAMIC_SHARED(T, name)                                                   \
  static constinit thread_local STRATA_SHARED_APART __attribute__((aligned(alignof(T)))) \
  T name[strata::cpu::kDynamicSharedBytes / sizeof(T)] = {}
#if defined(STRATA_OBSERVED)
#define STRATA_DYNAMIC_APART "64*1024"
#else
#define STRATA_DYNAMIC_APART "1024"
#endif
static_assert(strata::cpu::kDynamicSharedBytes == 227 * 1024);
#define STRATA_DYNAMIC_SHARED_OF_TEXT(name)                                                                        \
  __asm__(".pushsection .tbss,\"awT\",@nobits\n.balign " STRATA_DYNAMIC_APART "\n.globl " #name "\n.hidden " #name \
          "\n.type " #name ", @object\n.size " #name ", 227*1024\n" #name ":\n.zero 227*1024\n.popsection")
#else
#define STRATA_DYNAMIC_SHARED(T, name) \
  extern constinit thread_local T name[strata::cpu::kDynamicSharedBytes / sizeof(T)] __asm__("strataDynamicShared")
#endif

#include "kernels/compat/cpu_atomics.h"
#include "kernels/compat/cpu_conversions.h"
#include "kernels/compat/cpu_intrinsics.h"
#include "kernels/compat/cpu_math.h"
#include "kernels/compat/cpu_narrow_functions.h"
#include "kernels/compat/cpu_print.h"
#include "kernels/compat/cpu_types.h"
#include "kernels/compat/cpu_warp.h"
#include "kernels/compat/cpu_warp_sums.h"
