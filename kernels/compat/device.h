#pragma once

// Included before a kernel's text (*.cuh): the one place where compilers of device code differ. nvcc and hipcc bring
// the language along; for the CPU device the host compiler learns its words here.

#if defined(__CUDACC__)
#include <cuda_runtime.h>
#elif defined(__HIPCC__)
#include <hip/hip_runtime.h>
#elif defined(STRATA_HIP_CPU)
#include <hip/hip_runtime.h>
#else
#define STRATA_DEVICE_CPU 1
#include "kernels/compat/cpu_device_language.h"
#endif

#include "kernels/compat/kernel_entry.h"
