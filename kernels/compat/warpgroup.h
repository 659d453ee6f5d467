#pragma once

// Products of whole warpgroups: four warps of 32, from a thread whose number is a multiple of 128, multiply matrices
// that lie in shared memory (wgmma of NVIDIA's Hopper). Included after kernels/compat/tma.h, which brings them there:
//
//   warpgroup::accumulator<256> sum;           64 × 256 of fp32, shared out over the registers of 128 threads; or 64 ×
//   64,
//                                              or 64 × 128
//   warpgroup::fill(sum, 0.0f);
//   warpgroup::along_k<half> a(boxes, l)       64 rows of A, or as many columns of B as sum has, and the 16 steps of k
//                                              from l on; half or bfloat16. They lie in boxes of 64 lines of 64
//                                              elements as tma::copy_box leaves them. Each line is a row of A, or a
//                                              column of B, and runs along k
//   warpgroup::across_k<half> b(boxes, l)      the same, where each line is a step of k and holds 64 rows or columns
//   warpgroup::rounded<half, 128> r(sum)       what a sum holds, rounded, where it is: in registers
//   r.columns(l)                               64 rows of A, of which columns l … l + 15 of that sum are the steps of k
//   warpgroup::begin(sum)                      before the first product, and after each use of sum.x
//   warpgroup::multiply_accumulate(sum, a, b)  sum = a · b + sum begins
//   warpgroup::wait(sum)                       until all that began have ended
//
// All threads of the warpgroup call each of these together. Until the wait nobody may touch sum, or write what is
// multiplied; what is rounded is so before begin. sum.x[i], i < sum.num_elements, are a thread's own elements, of row
// warpgroup::row(i) and column warpgroup::column(i); those of i and i + 1, i even, are neighbours. Devices without
// (warpgroupDevice() in warpgroup_devices.h) trap.

namespace warpgroup {

/// Whose threads stand in the group as wgmma shares out a sum: a warp has 16 rows, a thread two of them.
__device__ inline int row(int element) {
  const int thread = threadIdx.x % 128;
  return thread / 32 * 16 + element / 2 % 2 * 8 + thread % 32 / 4;
}
__device__ inline int column(int element) {
  return element / 4 * 8 + threadIdx.x % 4 * 2 + element % 2;
}

constexpr int kBoxBytes = 64 * 128, kEightLines = 8 * 128;

/// PTX's matrix descriptor: where in shared memory a matrix begins, and how its parts follow each other. `leading`:
/// bytes to the next 64 rows or columns, where lines run across k. `stride`: bytes to the next eight lines. The swizzle
/// is that of 128 bytes.
__device__ inline unsigned long long descriptor(unsigned address, unsigned leading, unsigned stride) {
  const auto field = [](unsigned bytes) { return static_cast<unsigned long long>((bytes & 0x3FFFF) >> 4); };
  return field(address) | field(leading) << 16 | field(stride) << 32 | 1ull << 62;
}

}  // namespace warpgroup

#if defined(STRATA_DEVICE_CPU)
#include "kernels/compat/warpgroup_cpu.h"
#elif defined(__CUDACC__)
#include "kernels/compat/warpgroup_cuda.h"
#else
#include "kernels/compat/warpgroup_none.h"
#endif

namespace warpgroup {

template <class T>
struct along_k : matrix<T, false> {
  __device__ along_k(const T* boxes, int l) : matrix<T, false>(boxes + l, kBoxBytes, kEightLines) {}
};

template <class T>
struct across_k : matrix<T, true> {
  __device__ across_k(const T* boxes, int l) : matrix<T, true>(boxes + l * 64, kBoxBytes, kEightLines) {}
};

}  // namespace warpgroup
