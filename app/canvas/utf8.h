#pragma once

#include <cstddef>
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
  at += more;
  return point;
}

}  // namespace strata::inline canvas
