#pragma once

// Fragments for devices without a matrix unit: they compile, and trap.

namespace matrix_unit {

__device__ inline void trap() {
#if defined(__CUDACC__)
  __trap();
#else
  __builtin_trap();
#endif
}

struct row_major {};
struct col_major {};

template <class T>
struct absent_fragment {
  static constexpr int num_elements = 8;
  T x[num_elements];
};
template <class T, class Layout = row_major>
using fragment_a = absent_fragment<T>;
template <class T, class Layout = row_major>
using fragment_b = absent_fragment<T>;
using accumulator = absent_fragment<float>;

__device__ inline void fill(accumulator&, float) {
  trap();
}
template <class Fragment, class T>
__device__ void load_matrix(Fragment&, const T*, int) {
  trap();
}
template <class A, class B>
__device__ void multiply_accumulate(accumulator&, const A&, const B&, const accumulator&) {
  trap();
}
__device__ inline void store_matrix(float*, const accumulator&, int) {
  trap();
}

}  // namespace matrix_unit
