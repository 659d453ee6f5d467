#pragma once

// fp16 and bf16 for kernels where the host compiler brings neither: on the CPU device and on HIP-CPU. As in CUDA they
// turn into float and back of themselves, and each operation rounds its result to nearest even.

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>

#include "kernels/compat/narrow_floats.h"

namespace strata::cpu {

/// The float towards which a double is rounded such that rounding it once more, to fewer bits, gives what rounding the
/// double would have: its last bit says whether anything was cut off.
inline float roundedToOdd(double value) {
  const auto nearest = static_cast<float>(value);
  const double left = value - static_cast<double>(nearest);
  if (left == 0 || std::isnan(left) || std::isinf(nearest)) return nearest;
  auto bits = std::bit_cast<std::uint32_t>(nearest);
  if ((left < 0) == (nearest > 0)) --bits;  // it was rounded away from zero
  return std::bit_cast<float>(bits | 1);
}

}  // namespace strata::cpu

/// fp16.
struct half {
  half() = default;
  half(float value) : bits(strata::float16Bits(value)) {}
  half(double value) : half(strata::cpu::roundedToOdd(value)) {}
  template <std::integral T>
  half(T value) : half(static_cast<double>(value)) {}
#if defined(__F16C__)
  operator float() const {  // _cvtsh_ss without immintrin.h, half of the time that a kernel of one's own compiles
    using Eight = short __attribute__((vector_size(16)));
    return __builtin_ia32_vcvtph2ps(Eight{static_cast<short>(bits)})[0];
  }
#else
  operator float() const {
    return strata::float16Value(bits);
  }
#endif
  std::uint16_t bits;
};

/// bf16.
struct bfloat16 {
  bfloat16() = default;
  bfloat16(float value) : bits(strata::bfloat16Bits(value)) {}
  bfloat16(double value) : bfloat16(strata::cpu::roundedToOdd(value)) {}
  template <std::integral T>
  bfloat16(T value) : bfloat16(static_cast<double>(value)) {}
  operator float() const { return strata::bfloat16Value(bits); }
  std::uint16_t bits;
};

namespace strata::cpu {

template <class T>
concept NarrowFloat = std::same_as<T, half> || std::same_as<T, bfloat16>;

}  // namespace strata::cpu

#define STRATA_NARROW_OPERATOR(op)                     \
  template <strata::cpu::NarrowFloat T>                \
  T operator op(T a, T b) {                            \
    return T(float(a) op float(b));                    \
  }                                                    \
  template <strata::cpu::NarrowFloat T>                \
  T& operator op##=(T& a, std::type_identity_t<T> b) { \
    return a = a op b;                                 \
  }
STRATA_NARROW_OPERATOR(+)
STRATA_NARROW_OPERATOR(-)
STRATA_NARROW_OPERATOR(*)
STRATA_NARROW_OPERATOR(/)
#undef STRATA_NARROW_OPERATOR

template <strata::cpu::NarrowFloat T>
T operator-(T a) {
  a.bits ^= 0x8000u;
  return a;
}
