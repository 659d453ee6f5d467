#pragma once

// fp16 and bf16 for kernels where the host compiler brings neither: on the CPU device and on HIP-CPU.

#if defined(__F16C__)
#include <immintrin.h>
#endif

#include <cstdint>

#include "kernels/compat/narrow_floats.h"

/// fp16. Kernels calculate in float and say where they round, T(x), and where they read, float(x).
struct half {
  half() = default;
  explicit half(float value) : bits(strata::float16Bits(value)) {}
#if defined(__F16C__)
  explicit operator float() const {
    return _cvtsh_ss(bits);
  }
#else
  explicit operator float() const {
    return strata::float16Value(bits);
  }
#endif
  std::uint16_t bits;
};

/// bf16, in the same way.
struct bfloat16 {
  bfloat16() = default;
  explicit bfloat16(float value) : bits(strata::bfloat16Bits(value)) {}
  explicit operator float() const { return strata::bfloat16Value(bits); }
  std::uint16_t bits;
};
