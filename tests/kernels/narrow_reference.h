#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace strata {

/// What fp16 and bf16 are by their definition, in double and by search: the truth for conversions.
class NarrowFormat {
 public:
  static NarrowFormat float16() { return NarrowFormat(5, 10); }
  static NarrowFormat bfloat16() { return NarrowFormat(8, 7); }

  /// The value of 16 bits.
  double value(std::uint16_t bits) const {
    const int field = (bits >> m_mantissaBits) & ((1 << m_exponentBits) - 1);
    const int mantissa = bits & ((1 << m_mantissaBits) - 1);
    const int bias = (1 << (m_exponentBits - 1)) - 1;
    double magnitude = 0;
    if (field == (1 << m_exponentBits) - 1) {
      magnitude = mantissa ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    } else {
      const int whole = field == 0 ? mantissa : mantissa + (1 << m_mantissaBits);
      magnitude = std::ldexp(whole, std::max(field, 1) - bias - m_mantissaBits);
    }
    return bits & 0x8000 ? -magnitude : magnitude;
  }

  /// The bits nearest to a value that is not NaN, the even ones of two. Infinity stands where the next power of two
  /// would.
  std::uint16_t nearest(double wanted) const {
    const double magnitude = std::fabs(wanted);
    const auto above = std::ranges::lower_bound(m_magnitudes, magnitude);
    auto bits = static_cast<std::uint16_t>(above - m_magnitudes.begin());
    if (above == m_magnitudes.end()) {
      --bits;
    } else if (*above != magnitude) {
      const double up = *above - magnitude, down = magnitude - *(above - 1);
      if (down < up || (down == up && bits % 2 == 1)) --bits;
    }
    return static_cast<std::uint16_t>(bits | (std::signbit(wanted) ? 0x8000 : 0));
  }

 private:
  NarrowFormat(int exponentBits, int mantissaBits) : m_exponentBits(exponentBits), m_mantissaBits(mantissaBits) {
    const int infinity = ((1 << exponentBits) - 1) << mantissaBits;
    for (int bits = 0; bits < infinity; ++bits) m_magnitudes.push_back(value(static_cast<std::uint16_t>(bits)));
    m_magnitudes.push_back(std::ldexp(1.0, 1 << (exponentBits - 1)));
  }

  int m_exponentBits, m_mantissaBits;
  std::vector<double> m_magnitudes;  ///< of all bits from 0 to infinity
};

/// Floats that make rounding difficult: every value of the format, the midpoint to the next and its neighbours, and a
/// spread over all floats. No NaN.
inline std::vector<float> difficultFloats(const NarrowFormat& format) {
  std::vector<float> values;
  for (std::uint32_t bits = 0; bits < 0x8000; ++bits) {
    const double here = format.value(static_cast<std::uint16_t>(bits));
    const double next = format.value(static_cast<std::uint16_t>(bits + 1));
    if (!std::isfinite(here)) break;
    const double middle = std::isfinite(next) ? (here + next) / 2 : here;
    for (const double v : {here, middle}) {
      const auto exact = static_cast<float>(v);
      for (const float value : {exact, std::nextafter(exact, INFINITY), std::nextafter(exact, -INFINITY)}) {
        values.push_back(value);
        values.push_back(-value);
      }
    }
  }
  for (const double edge : {65504.0, 65519.996, 65520.0, 65536.0, 3.3895313e38, 3.3961775e38, 3.4e38, 1e-45, 1e-38})
    values.push_back(static_cast<float>(edge));
  values.push_back(INFINITY);
  values.push_back(-INFINITY);
  return values;
}

}  // namespace strata
