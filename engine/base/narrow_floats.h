#pragma once

#include <bit>
#include <cstdint>

// fp16 and bf16 for host code: the CPU device, tensors, checks. A float becomes the nearest value there is, the even
// one of two equally near; what is too large becomes infinity; NaN stays NaN. The way back is exact.

namespace strata::inline base {

/// value / 2^shift, rounded to nearest, ties to even; 1 ≤ shift ≤ 31.
constexpr std::uint32_t shiftRounded(std::uint32_t value, unsigned shift) {
  const std::uint32_t odd = (value >> shift) & 1;
  return (value + (1u << (shift - 1)) - 1 + odd) >> shift;
}

/// The bits of a float as fp16: 1 sign, 5 exponent, 10 mantissa.
constexpr std::uint16_t float16Bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u, magnitude = bits & 0x7fffffffu;
  std::uint32_t result = 0;
  if (magnitude > 0x7f800000u) {
    result = 0x7e00u | ((magnitude >> 13) & 0x3ffu);  // NaN, made quiet
  } else if (magnitude >= 0x47800000u) {
    result = 0x7c00u;  // 65536 and above
  } else if (magnitude >= 0x38800000u) {
    result = shiftRounded(magnitude - 0x38000000u, 13);  // may round up into infinity, whose bits come next
  } else if (magnitude >= 0x33000000u) {
    const std::uint32_t mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    result = shiftRounded(mantissa, 126 - (magnitude >> 23));  // in units of 2^-24, the least subnormal
  }
  return static_cast<std::uint16_t>(sign | result);
}

constexpr float float16Value(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16, exponent = (bits >> 10) & 0x1fu, mantissa = bits & 0x3ffu;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  const std::uint32_t wide = exponent == 0x1fu ? 0xffu : exponent + 112;
  return std::bit_cast<float>(sign | (wide << 23) | (mantissa << 13));
}

/// The bits of a float as bf16: the upper half of a float.
constexpr std::uint16_t bfloat16Bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>((bits >> 16) | 0x40u);  // NaN, made quiet
  return static_cast<std::uint16_t>(shiftRounded(bits & 0x7fffffffu, 16) | ((bits >> 16) & 0x8000u));
}

constexpr float bfloat16Value(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

}  // namespace strata::inline base
