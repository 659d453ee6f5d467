#pragma once

// The names CUDA does not have for what it has.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#undef __grid_constant__
#define __grid_constant__
#endif

using LaneMask = unsigned;
constexpr LaneMask kFullMask = ~0u;
using bfloat16 = __nv_bfloat16;
