#pragma once

#include <charconv>
#include <cstdint>
#include <string>

namespace strata {

/// Appends a number as JSON has it; of a double the shortest text that reads back as the same. It must be finite.
template <class Number>
void appendNumber(std::string& out, Number value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
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

}  // namespace strata
