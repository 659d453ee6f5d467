#include "app/canvas/escape_xml.h"

#include "app/canvas/utf8.h"

namespace strata::inline canvas {
namespace {

bool allowedInXml(char32_t point) {
  return point >= 0x20 && point != 0x7F && point != 0xFFFE && point != 0xFFFF;
}

}  // namespace

std::string escapeXml(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    const char32_t point = nextCodePoint(text, at);
    if (point == U'&')
      out += "&amp;";
    else if (point == U'<')
      out += "&lt;";
    else if (point == U'>')
      out += "&gt;";
    else if (point == U'"')
      out += "&quot;";
    else if (point == 0xFFFD || !allowedInXml(point))
      out += "\uFFFD";
    else
      out += text.substr(start, at - start);
  }
  return out;
}

}  // namespace strata::inline canvas
