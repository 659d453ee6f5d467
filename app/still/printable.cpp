#include "app/still/printable.h"

#include <fmt/core.h>

#include <algorithm>

namespace strata::inline still {
namespace {

/// Of UTF-8: a character that shows nothing itself and moves what is around it; 0: none begins there.
unsigned movesOthers(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  constexpr unsigned kArabicMark = 0x61C;
  if (byte(0) == 0xD8 && byte(1) == 0x9C) return kArabicMark;
  if (byte(0) != 0xE2 || (byte(1) != 0x80 && byte(1) != 0x81)) return 0;
  const unsigned point = 0x2000 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  const auto within = [&](unsigned first, unsigned last) { return point >= first && point <= last; };
  return within(0x200E, 0x200F) || within(0x2028, 0x202E) || within(0x2066, 0x2069) ? point : 0;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string safe;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F are control characters too: C2 followed by 80 to 9F.
    const bool upperControl = c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (c == '\n')
      safe += ' ';
    else if (c < 0x20 || c == 0x7F)
      safe += fmt::format("\\x{:02x}", c);
    else if (const unsigned point = movesOthers(text.substr(i)); point != 0)
      safe += fmt::format("\\u{:04x}", point), i += point < 0x800 ? 1 : 2;
    else if (upperControl)
      safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[++i]));
    else
      safe += text[i];
  }
  return safe;
}

std::string printableLines(std::string_view text) {
  std::string safe;
  for (std::size_t at = 0; at != std::string_view::npos;) {
    const std::size_t end = text.find('\n', at);
    safe += (at == 0 ? "" : "\n") + printable(text.substr(at, end - at));
    at = end == std::string_view::npos ? end : end + 1;
  }
  return safe;
}

std::size_t displayWidth(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace strata::inline still
