#pragma once

// For devices without products of warpgroups: it compiles, and traps.

namespace warpgroup {

constexpr bool kBuilt = false;

template <int kColumns>
struct accumulator {
  static constexpr int num_elements = kColumns / 2;
  float x[num_elements];
};

template <class T, bool kAcrossK>
struct matrix {
  __device__ matrix(const T*, unsigned, unsigned) {}
};

template <class T, int kColumns>
struct rounded {
  __device__ explicit rounded(const accumulator<kColumns>&) {}
  __device__ int columns(int) const { return 0; }
};

template <class Sum>
__device__ void fill(Sum&, float) {
  __builtin_trap();
}
template <class Sum>
__device__ void begin(Sum&) {
  __builtin_trap();
}
template <class Sum, class A, class B>
__device__ void multiply_accumulate(Sum&, const A&, const B&) {
  __builtin_trap();
}
template <class Sum>
__device__ void wait(Sum&) {
  __builtin_trap();
}

}  // namespace warpgroup
