#pragma once

// Matrix units (NVIDIA's tensor cores, AMD's MFMA) under one vocabulary, close to CUDA's wmma. Included after
// kernels/compat/device.h by the files whose kernels use it:
//
//   matrix_unit::fragment_a<half> a;           16 × 16 of A, half or bfloat16, shared out over the lanes of a warp
//   matrix_unit::fragment_b<half> b;           16 × 16 of B; a second parameter says how they lie in memory:
//                                              matrix_unit::row_major, if nothing is said, or matrix_unit::col_major
//   matrix_unit::accumulator sum;              16 × 16 of fp32
//   matrix_unit::fill(sum, 0.0f);
//   matrix_unit::load_matrix(a, pointer, stride);             stride: elements from one row (column) to the next
//   matrix_unit::multiply_accumulate(sum, a, b, sum);         sum = a · b + sum
//   matrix_unit::store_matrix(pointer, sum, stride);          fp32, row-major
//
// All lanes of the warp call each of these together. Pointers are aligned to 32 bytes, strides are multiples of 16
// bytes. sum.x[i], i < sum.num_elements, are a lane's own elements: which ones is the device's secret, and some devices
// have spare ones, so only what is the same for every element may be done to them. Devices without a unit (matrixUnit()
// in matrix_unit_devices.h) trap.

#if defined(STRATA_DEVICE_CPU)
#include "kernels/compat/matrix_unit_cpu.h"
#elif defined(__CUDACC__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700)
#include "kernels/compat/matrix_unit_cuda.h"
#elif defined(__HIPCC__) && !defined(STRATA_HIP_CPU)
#include "kernels/compat/matrix_unit_hip.h"
#else
#include "kernels/compat/matrix_unit_none.h"
#endif
