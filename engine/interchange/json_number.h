#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>

namespace strata::inline interchange {

template <std::integral Number>
void appendNumber(std::string& out, Number value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  out.append(text, static_cast<std::size_t>(end - text));
}

/// The shortest text that reads back as the same; `value` must be finite. With an exponent where there could be more
/// than 19 digits or decimals: trace_processor v55 counts those in 64 bits and reads 0.00038596999083321274 as 0.00497.
inline void appendNumber(std::string& out, double value) {
  const double size = std::abs(value);
  const bool many = size >= 1e19 || (size > 0 && size < 1e-3);
  char text[32];
  const auto end = many ? std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr
                        : std::to_chars(text, text + sizeof text, value).ptr;
  out.append(text, static_cast<std::size_t>(end - text));
}

/// Appends nanoseconds, not negative, as microseconds with three decimals.
inline void appendMicroseconds(std::string& out, std::int64_t ns) {
  char text[32];
  char* end = std::to_chars(text, text + sizeof text, ns / 1000).ptr;
  const auto rest = static_cast<int>(ns % 1000);
  *end++ = '.';
  *end++ = static_cast<char>('0' + rest / 100);
  *end++ = static_cast<char>('0' + rest / 10 % 10);
  *end++ = static_cast<char>('0' + rest % 10);
  out.append(text, static_cast<std::size_t>(end - text));
}

}  // namespace strata::inline interchange
