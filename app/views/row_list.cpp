#include "app/views/row_list.h"

#include <algorithm>
#include <cmath>

namespace strata::inline views {

RowList layOutRows(Rect area, std::size_t size, std::size_t first) {
  RowList list{area, size, 0, static_cast<std::size_t>(std::max(0.f, std::floor(area.h / RowList::kRow)))};
  list.first = std::min(first, size > list.room ? size - list.room : 0);
  return list;
}

std::optional<std::size_t> RowList::rowAt(Point at) const {
  for (std::size_t index = first; index < first + shown(); ++index)
    if (row(index).contains(at)) return index;
  return std::nullopt;
}

std::size_t RowList::scrolled(float lines) const {
  const auto wanted = static_cast<std::ptrdiff_t>(first) + std::lround(lines);
  return std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, wanted)), size > room ? size - room : 0);
}

std::optional<std::size_t> RowList::keyed(ViewKey key, std::optional<std::size_t> from) const {
  if (size == 0) return std::nullopt;
  const auto page = static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, room)),
             all = static_cast<std::ptrdiff_t>(size);
  std::ptrdiff_t by = 0;
  switch (key) {
    case ViewKey::Up: by = -1; break;
    case ViewKey::Down: by = 1; break;
    case ViewKey::PageUp: by = -page; break;
    case ViewKey::PageDown: by = page; break;
    case ViewKey::Home: by = -all; break;
    case ViewKey::End: by = all; break;
    default: return std::nullopt;
  }
  const std::ptrdiff_t now = from ? static_cast<std::ptrdiff_t>(*from) : -1;
  return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + by, 0, all - 1));
}

std::size_t RowList::firstFor(std::size_t row) const {
  if (row < first) return row;
  return room > 0 && row >= first + room ? row - room + 1 : first;
}

void drawThumb(Canvas& canvas, const RowList& list) {
  constexpr float kThumb = 4, kLeast = 12, kGap = 3;
  if (list.size <= list.room || list.room == 0) return;
  const float share = static_cast<float>(list.room) / static_cast<float>(list.size);
  const float height = std::min(list.area.h, std::max(kLeast, list.area.h * share));
  const float gone = static_cast<float>(list.first) / static_cast<float>(list.size - list.room);
  canvas.fill({list.area.right() + kGap, list.area.y + (list.area.h - height) * gone, kThumb, height},
              canvas.theme().buttonBorder, 2);
}

}  // namespace strata::inline views
