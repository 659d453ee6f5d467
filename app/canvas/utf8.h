#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace strata::inline canvas {

/// The code point at `at`, which moves behind it. A byte that is no UTF-8 counts as U+FFFD.
constexpr char32_t nextCodePoint(std::string_view utf8, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(utf8[i]); };
  const unsigned char first = byte(at++);
  if (first < 0x80) return first;
  const std::size_t more = first >= 0xF0 && first < 0xF8   ? 3
                           : first >= 0xE0 && first < 0xF0 ? 2
                           : first >= 0xC2 && first < 0xE0 ? 1
                                                           : 0;
  if (more == 0 || at + more > utf8.size()) return 0xFFFD;
  char32_t point = first & (0x3Fu >> more);
  for (std::size_t i = 0; i < more; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0xFFFD;
    point = point << 6 | (byte(at + i) & 0x3Fu);
  }
  constexpr std::array<char32_t, 4> kLeast{0, 0x80, 0x800, 0x10000};  // below it is a longer form than needed
  const bool isSurrogate = point >= 0xD800 && point <= 0xDFFF;
  if (point < kLeast[more] || isSurrogate || point > 0x10FFFF) return 0xFFFD;
  at += more;
  return point;
}

/// The same text, with U+FFFD in place of each byte that is no UTF-8.
inline std::string wholeUtf8(std::string_view text) {
  std::string whole;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    whole += nextCodePoint(text, at) == 0xFFFD ? "\uFFFD" : text.substr(begin, at - begin);
  }
  return whole;
}

}  // namespace strata::inline canvas
