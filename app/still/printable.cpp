#include "app/still/printable.h"

#include <fmt/core.h>

#include <algorithm>

namespace strata::inline still {

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
