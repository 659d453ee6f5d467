#include <vector>

#include "app/canvas/canvas.h"
#include "app/canvas/utf8.h"

namespace strata {
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

}  // namespace

std::string_view elide(const Canvas& canvas, std::string_view utf8, const TextStyle& style, float width,
                       std::string& buffer) {
  if (width <= 0) return {};
  constexpr std::size_t kLongest = 512;  // bytes; no label is wider
  if (utf8.size() <= kLongest && canvas.measure(utf8, style) <= width) return utf8;
  const float room = width - canvas.measure(kEllipsis, style);
  const std::vector<std::size_t> ends = characterEnds(utf8.substr(0, kLongest));
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

}  // namespace strata
