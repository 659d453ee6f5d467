#pragma once

// NVIDIA's tensor cores by way of CUDA's own wmma: fp16 from sm_70, bf16 from sm_80 on.

#include <mma.h>

#include <type_traits>

namespace matrix_unit {

using row_major = nvcuda::wmma::row_major;
using col_major = nvcuda::wmma::col_major;

/// Where wmma does not know the type: compiles, and traps.
struct absent_fragment {};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
template <class T>
constexpr bool kHere = !std::is_same_v<T, bfloat16>;
#else
template <class T>
constexpr bool kHere = true;
#endif

template <class Use, class T, class Layout>
using fragment = std::conditional_t<kHere<T>, nvcuda::wmma::fragment<Use, 16, 16, 16, T, Layout>, absent_fragment>;
template <class T, class Layout = row_major>
using fragment_a = fragment<nvcuda::wmma::matrix_a, T, Layout>;
template <class T, class Layout = row_major>
using fragment_b = fragment<nvcuda::wmma::matrix_b, T, Layout>;
using accumulator = nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float>;

__device__ inline void fill(accumulator& sum, float value) {
  nvcuda::wmma::fill_fragment(sum, value);
}
template <class Fragment, class T>
__device__ void load_matrix(Fragment& part, const T* pointer, int stride) {
  if constexpr (kHere<T>) {
    nvcuda::wmma::load_matrix_sync(part, pointer, stride);
  } else {
    __trap();
  }
}
template <class A, class B>
__device__ void multiply_accumulate(accumulator& d, const A& a, const B& b, const accumulator& c) {
  if constexpr (std::is_same_v<A, absent_fragment>) {
    __trap();
  } else {
    nvcuda::wmma::mma_sync(d, a, b, c);
  }
}
__device__ inline void store_matrix(float* pointer, const accumulator& sum, int stride) {
  nvcuda::wmma::store_matrix_sync(pointer, sum, stride, nvcuda::wmma::mem_row_major);
}

}  // namespace matrix_unit
