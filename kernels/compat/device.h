#pragma once

// Included before a kernel's text (*.cuh): the one place where compilers of device code differ. nvcc and hipcc bring
// the language along, and what one of them lacks is supplied; for the CPU device the host compiler learns it here.
//
// What kernels may use, on every device:
//
//   threadIdx blockIdx blockDim gridDim      __global__ __device__ __shared__ __constant__ __launch_bounds__
//   __restrict__
//   __syncthreads()  __threadfence()         all threads of the block reach it, or have ended
//   warpSize                                 32 or 64; a constant on some devices, a variable on others
//   __shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync (mask, value, lane, width = warpSize)
//   __ballot_sync __any_sync __all_sync (mask, predicate)   __syncwarp(mask)   __activemask()
//     LaneMask, kFullMask: a mask of this device's width and all its lanes. Only lanes of the mask are waited for, and
//     each must name itself; lanes that have ended are not waited for. What a lane gets from one outside the mask is
//     undefined. Nothing happens in lock-step: shared memory between lanes needs __syncwarp().
//   __popc __popcll __ffs __ffsll __clz __clzll             for a LaneMask those with ll
//   extern __shared__ T name[];              dynamic shared memory; the file that lists the kernels says
//                                            STRATA_DYNAMIC_SHARED(T, name); before it includes their text
//   const __grid_constant__ T name           a parameter whose address may be taken
//   atomicAdd and its fellows, of every type that CUDA has them for
//   float2 float3 float4 int… uint… make_float4(…) and all other vector types of CUDA
//   half  bfloat16  half2                    float(h) is exact, half(f) rounds to nearest even. Strata's own kernels
//   say
//                                            so each time and calculate in float: a GPU's exp of a half is its own
//   min max fminf fmaxf fmaf sqrtf rsqrtf expf logf tanhf erff …   __expf __logf __powf __fdividef   __ldg
//   printf                                   an instant on the timeline of the CPU device
//   memcpy of a few bytes
//
// docs/kernel-language.md has all of it, each with an example that a test compiles for every device.

#if defined(__CUDACC__)
#include "kernels/compat/cuda_device_language.h"
#elif defined(__HIPCC__) || defined(STRATA_HIP_CPU)
#include "kernels/compat/hip_device_language.h"
#else
#define STRATA_DEVICE_CPU 1
#include "kernels/compat/cpu_device_language.h"
#endif

#include "kernels/compat/kernel_overlap.h"

#if !defined(STRATA_DYNAMIC_SHARED)
#define STRATA_DYNAMIC_SHARED(T, name) static_assert(sizeof(T) > 0)
#endif
#if !defined(STRATA_DYNAMIC_SHARED_OF_TEXT)
#define STRATA_DYNAMIC_SHARED_OF_TEXT(name) static_assert(true)
#endif

#include "kernels/compat/kernel_entry.h"
