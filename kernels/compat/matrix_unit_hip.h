#pragma once

// AMD's matrix instructions, of CDNA from gfx90a on. Of a wave of 64 lanes, lane l holds
//   of A          row l % 16, columns 4 · (l / 16) up, four of them
//   of B          column l % 16, rows 4 · (l / 16) up
//   of the sum    column l % 16, rows 4 · (l / 16) up

#if defined(__HIP_DEVICE_COMPILE__) && !defined(__gfx90a__) && !defined(__gfx940__) && !defined(__gfx941__) && \
    !defined(__gfx942__) && !defined(__gfx950__)
#include "kernels/compat/matrix_unit_none.h"
#else

#include <type_traits>

namespace matrix_unit {

struct row_major {};
struct col_major {};

template <class T, class Layout = row_major>
struct fragment_a {
  static constexpr int num_elements = 4;
  T x[num_elements];
};
template <class T, class Layout = row_major>
struct fragment_b {
  static constexpr int num_elements = 4;
  T x[num_elements];
};
struct accumulator {
  static constexpr int num_elements = 4;
  float x[num_elements];
};

__device__ inline int minor_index() {
  return __lane_id() % 16;
}
__device__ inline int major_index(int element) {
  return __lane_id() / 16 * 4 + element;
}

__device__ inline void fill(accumulator& sum, float value) {
  for (float& x : sum.x) x = value;
}

template <class T, class Layout>
__device__ void load_matrix(fragment_a<T, Layout>& a, const T* pointer, int stride) {
  for (int i = 0; i < a.num_elements; ++i) {
    const int row = minor_index(), col = major_index(i);
    a.x[i] = pointer[std::is_same_v<Layout, row_major> ? row * stride + col : col * stride + row];
  }
}
template <class T, class Layout>
__device__ void load_matrix(fragment_b<T, Layout>& b, const T* pointer, int stride) {
  for (int i = 0; i < b.num_elements; ++i) {
    const int row = major_index(i), col = minor_index();
    b.x[i] = pointer[std::is_same_v<Layout, row_major> ? row * stride + col : col * stride + row];
  }
}
__device__ inline void store_matrix(float* pointer, const accumulator& sum, int stride) {
  for (int i = 0; i < sum.num_elements; ++i) pointer[major_index(i) * stride + minor_index()] = sum.x[i];
}

template <class T, class LayoutA, class LayoutB>
__device__ void multiply_accumulate(accumulator& d, const fragment_a<T, LayoutA>& a, const fragment_b<T, LayoutB>& b,
                                    const accumulator& c) {
#if defined(__HIP_DEVICE_COMPILE__)
  using Floats = float __attribute__((ext_vector_type(4)));
  const auto sum = __builtin_bit_cast(Floats, c);
  Floats result;
  if constexpr (std::is_same_v<T, half>) {
    using Halves = _Float16 __attribute__((ext_vector_type(4)));
    result = __builtin_amdgcn_mfma_f32_16x16x16f16(__builtin_bit_cast(Halves, a), __builtin_bit_cast(Halves, b), sum, 0,
                                                   0, 0);
  } else {
    static_assert(std::is_same_v<T, bfloat16>, "half or bfloat16");
    using Shorts = short __attribute__((ext_vector_type(4)));
    result = __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(__builtin_bit_cast(Shorts, a), __builtin_bit_cast(Shorts, b),
                                                       sum, 0, 0, 0);
  }
  d = __builtin_bit_cast(accumulator, result);
#endif
}

}  // namespace matrix_unit

#endif
