#pragma once

// What the kernels use and HIP lacks or calls otherwise.

#include <hip/hip_runtime.h>
#include <hip/hip_version.h>

#if !defined(__grid_constant__)
#define __grid_constant__
#endif

#if defined(STRATA_HIP_CPU)
#include "kernels/compat/hip_cpu_language.h"
#else
using LaneMask = unsigned long long;
constexpr LaneMask kFullMask = ~0ull;

#if HIP_VERSION >= 60000000
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
using bfloat16 = __hip_bfloat16;
#else
#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>
using bfloat16 = hip_bfloat16;
#include "kernels/compat/hip_narrow_types.h"
#endif

#include "kernels/compat/hip_memory.h"
#include "kernels/compat/hip_warp.h"
#include "kernels/compat/hip_warp_sums.h"
#endif
