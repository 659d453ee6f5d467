#include <algorithm>
#include <cmath>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/canvas/utf8.h"

namespace strata::inline canvas {
namespace {

constexpr std::string_view kEllipsis = "…";

std::vector<std::size_t> characterEnds(std::string_view utf8) {
  std::vector<std::size_t> ends;
  for (std::size_t at = 0; at < utf8.size();) {
    nextCodePoint(utf8, at);
    ends.push_back(at);
  }
  return ends;
}

/// The begin of a text, of at most so many bytes, that ends between two characters.
std::string_view wholeCharacters(std::string_view utf8, std::size_t bytes) {
  if (bytes >= utf8.size()) return utf8;
  while (bytes > 0 && (static_cast<unsigned char>(utf8[bytes]) & 0xC0) == 0x80) --bytes;
  return utf8.substr(0, bytes);
}

}  // namespace

std::string_view elide(const Canvas& canvas, std::string_view utf8, const TextStyle& style, float width,
                       std::string& buffer) {
  if (width <= 0) return {};
  // No character is narrower than a pixel or longer than four bytes: of a text that goes on for ever this is enough.
  const std::string_view fits = wholeCharacters(utf8, 4 * static_cast<std::size_t>(std::ceil(width)) + 4);
  if (fits.size() == utf8.size() && canvas.measure(utf8, style) <= width) return utf8;
  const float room = width - canvas.measure(kEllipsis, style);
  const std::vector<std::size_t> ends = characterEnds(fits);
  std::size_t low = 0, high = ends.size();
  while (low < high) {
    const std::size_t middle = (low + high + 1) / 2;
    if (canvas.measure(utf8.substr(0, ends[middle - 1]), style) <= room)
      low = middle;
    else
      high = middle - 1;
  }
  if (low == 0) return {};
  std::size_t kept = ends[low - 1];
  while (kept > 1 && utf8[kept - 1] == ' ') --kept;
  buffer.assign(utf8.substr(0, kept));
  buffer += kEllipsis;
  return buffer;
}

std::string_view elideMiddle(const Canvas& canvas, std::string_view utf8, const TextStyle& style, float width,
                             std::string& buffer) {
  constexpr std::size_t kFewest = 8, kMost = 512;
  const std::vector<std::size_t> ends = characterEnds(utf8.substr(0, kMost));
  if (utf8.size() > kMost || ends.size() < kFewest || canvas.measure(utf8, style) <= width)
    return elide(canvas, utf8, style, width, buffer);
  const auto shortened = [&](std::size_t kept) {
    const std::size_t tail = kept * 2 / 5;
    std::string name(utf8.substr(0, ends[kept - tail - 1]));
    while (name.ends_with(' ')) name.pop_back();
    std::string_view end = utf8.substr(ends[ends.size() - tail - 1]);
    end.remove_prefix(std::min(end.find_first_not_of(' '), end.size()));
    return name.append(kEllipsis).append(end);
  };
  std::size_t low = 0, high = ends.size() - 1;
  while (low < high) {
    const std::size_t middle = (low + high + 1) / 2;
    canvas.measure(shortened(middle), style) <= width ? low = middle : high = middle - 1;
  }
  if (low < kFewest) return elide(canvas, utf8, style, width, buffer);
  return buffer = shortened(low);
}

}  // namespace strata::inline canvas
