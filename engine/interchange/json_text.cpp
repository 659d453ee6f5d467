#include "engine/interchange/json_text.h"

#include <fmt/format.h>

#include <iterator>

namespace strata::inline interchange {

namespace {

bool inRange(std::string_view text, std::size_t i, unsigned low, unsigned high) {
  if (i >= text.size()) return false;
  const auto byte = static_cast<unsigned char>(text[i]);
  return byte >= low && byte <= high;
}

bool standsAsItIs(char c) {
  return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7F && c != '"' && c != '\\';
}

/// Escapes for one ASCII character, empty if it stands as it is.
void appendAscii(std::string& out, char c) {
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\t': out += "\\t"; return;
    case '\r': out += "\\r"; return;
    default: break;
  }
  if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
  else
    out += c;
}

}  // namespace

std::size_t utf8Length(std::string_view text) {
  if (text.empty()) return 0;
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return inRange(text, 1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80, high = lead == 0xED ? 0x9F : 0xBF;
    return inRange(text, 1, low, high) && inRange(text, 2, 0x80, 0xBF) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80, high = lead == 0xF4 ? 0x8F : 0xBF;
    return inRange(text, 1, low, high) && inRange(text, 2, 0x80, 0xBF) && inRange(text, 3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

void appendJsonText(std::string& out, std::string_view text) {
  out += '"';
  for (;;) {
    std::size_t plain = 0;
    while (plain < text.size() && standsAsItIs(text[plain])) ++plain;
    out.append(text.data(), plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t length = utf8Length(text);
    if (length == 1)
      appendAscii(out, text[0]);
    else if (length == 0)
      out += kNotUtf8;
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

}  // namespace strata::inline interchange
