#pragma once

// For devices without products of warpgroups: it compiles, and traps.

namespace warpgroup {

constexpr bool kBuilt = false;

struct accumulator {
  static constexpr int num_elements = 128;
  float x[num_elements];
};

template <class T, bool kAcrossK>
struct matrix {
  __device__ matrix(const T*, unsigned, unsigned) {}
};

__device__ inline void fill(accumulator&, float) {
  __builtin_trap();
}
__device__ inline void begin(accumulator&) {
  __builtin_trap();
}
template <class A, class B>
__device__ void multiply_accumulate(accumulator&, const A&, const B&) {
  __builtin_trap();
}
__device__ inline void wait(accumulator&) {
  __builtin_trap();
}

}  // namespace warpgroup
