#include "app/views/map/map_layout.h"

#include <algorithm>

#include "app/canvas/paint.h"

namespace strata::inline views {
namespace {

constexpr float kName = 78, kLeastDetails = 42, kSmall = 240;

/// How close boxes stand: a box's height, the gap between two, and the margins beside a name and above a storey.
struct Density {
  float box, gap, padding, band;
};
// Pixels at scale 1. Small letters stand close before they get smaller still.
constexpr Density kRoomy{20, 4, 7, 4}, kDense{16, 3, 5, 2},
    kTight{15.5f, 1.5f, 5, 1.5f};  ///< where else what is said of a system would push storeys out of sight
constexpr float kLargestDense = 11;

Density scaled(const Density& of, float scale) {
  return {of.box * scale, of.gap * scale, of.padding * scale, of.band * scale};
}

float boxWidth(const Canvas& canvas, const System& system, float scale, float padding) {
  return canvas.measure(system.name, {kMapText * scale, Face::Regular, {}}) + 2 * padding;
}

using ColumnShares = std::array<float, kMapVendors.size()>;

/// What each vendor's column gets of the width: as its fullest storey needs, but enough for a few boxes.
ColumnShares columnShares(const Canvas& canvas, const StackMap& map) {
  constexpr float kLeast = 0.22f;
  ColumnShares shares{};
  for (std::size_t column = 0; column < shares.size(); ++column) {
    std::array<float, kStoreyCount> needed{};
    for (const System& system : map.systems)
      if (system.vendor == kMapVendors[column])
        needed[static_cast<std::size_t>(system.storey)] += boxWidth(canvas, system, 1, kRoomy.padding);
    shares[column] = std::ranges::max(needed);
  }
  const float all = shares[0] + shares[1] + shares[2];
  for (float& share : shares) share = all > 0 ? std::max(kLeast, share / all) : 1;
  const float sum = shares[0] + shares[1] + shares[2];
  for (float& share : shares) share /= sum;
  return shares;
}

/// Boxes side by side in lines of a width. Returns the height.
class Flow {
 public:
  Flow(const Canvas& canvas, const Density& density, MapLayout& layout)
      : m_canvas(canvas), m_density(density), m_layout(layout) {}

  template <class Wanted>
  float place(const StackMap& map, Rect column, Wanted&& wanted) {
    float x = 0, y = 0;
    bool any = false;
    for (const System& system : map.systems) {
      if (!wanted(system)) continue;
      const float width = std::min(column.w, boxWidth(m_canvas, system, m_layout.scale, m_density.padding));
      if (x > 0 && x + width > column.w) x = 0, y += m_layout.row;
      m_layout.boxes.push_back({&system, {column.x + x, column.y + y, width, m_density.box}});
      x += width + m_density.gap;
      any = true;
    }
    return any ? y + m_layout.row : 0;
  }

 private:
  const Canvas& m_canvas;
  const Density& m_density;
  MapLayout& m_layout;
};

/// Those of all vendors share the whole width, so that they stand over every column. As many as there are columns would
/// each seem to be of the vendor above: so few stand together in the middle, on a line across.
float placeAcross(const Canvas& canvas, const StackMap& map, Storey storey, Rect line, const Density& density,
                  MapLayout& layout) {
  std::vector<const System*> across;
  for (const System& system : map.systems)
    if (system.storey == storey && system.vendor == "any") across.push_back(&system);
  if (across.empty()) return 0;
  const auto count = static_cast<float>(across.size());
  float each = line.w / count;
  if (across.size() > 1 && across.size() <= kMapVendors.size()) {
    float widest = 0;
    for (const System* system : across)
      widest = std::max(widest, canvas.measure(system->name, {kMapText * layout.scale, Face::Bold, {}}));
    each = std::min(each, widest + 2 * density.padding + density.gap);
    layout.spans.push_back({line.x, line.y + density.box / 2, line.w, 1});
  }
  const float left = line.x + (line.w - each * count) / 2;
  for (std::size_t i = 0; i < across.size(); ++i)
    layout.boxes.push_back(
        {across[i],
         {left + each * static_cast<float>(i), line.y, each - (i + 1 < across.size() ? density.gap : 0), density.box}});
  return layout.row;
}

MapLayout atScale(const Canvas& canvas, Rect area, const StackMap& map, const ColumnShares& shares, bool read, float s,
                  const Density& atOne) {
  const Density density = scaled(atOne, s);
  MapLayout layout;
  layout.scale = s;
  layout.band = density.band;
  layout.box = density.box;
  layout.row = density.box + density.gap;
  layout.header = {area.x, area.y, area.w, std::min(area.h, 22 * s)};
  const bool small = area.h < kSmall;
  const float details = read ? std::min(112 * s, area.h * (small ? 0.45f : 0.3f)) : small ? 0 : 24 * s;
  layout.details = {area.x, area.bottom() - details, area.w, details};
  const float name = area.w >= 420 ? kName * s : 0;
  layout.heads = {area.x, layout.header.bottom(), area.w, 18 * s};
  const float gap = 10 * s, widths = std::max(0.f, area.w - name - 2 * gap);
  float left = area.x + name;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    layout.columns[i] = {left, layout.heads.y, widths * shares[i], layout.heads.h};
    left = layout.columns[i].right() + gap;
  }
  float y = layout.heads.bottom() + 2 * s;
  for (std::size_t number = 0; number < kStoreyCount; ++number) {
    const auto storey = static_cast<Storey>(number);
    Flow flow(canvas, density, layout);
    const float top = y;
    y += density.band;
    y += placeAcross(canvas, map, storey, {area.x + name, y, area.w - name, 0}, density, layout);
    float tallest = 0;
    for (std::size_t i = 0; i < 3; ++i)
      tallest = std::max(tallest,
                         flow.place(map, {layout.columns[i].x, y, layout.columns[i].w, 0}, [&](const System& system) {
                           return system.storey == storey && system.vendor == kMapVendors[i];
                         }));
    y += tallest;
    layout.bands.push_back({storey, {area.x, top, area.w, y - top}, {area.x, top, name, y - top}});
  }
  return layout;
}

/// What of a box is between two heights; no height: nothing.
Rect between(Rect box, float top, float bottom) {
  const float y = std::clamp(box.y, top, bottom);
  return {box.x, y, box.w, std::clamp(box.bottom(), top, bottom) - y};
}

/// Moves the storeys up within the rows, which they do not fit into.
void scrollBy(float wanted, Rect rows, MapLayout& layout) {
  constexpr float kThumb = 4, kLeastThumb = 12, kMargin = 3, kNarrow = 230;
  const float row = layout.row, all = layout.bands.back().box.bottom() - rows.y;
  if (all <= rows.h + 1 || rows.h < row) return;
  layout.most = (all - rows.h) / row;
  layout.above = std::clamp(wanted, 0.f, layout.most);
  const float up = layout.above * row;
  for (MapLayout::Box& box : layout.boxes) box.box.y -= up;
  for (Rect& span : layout.spans) span.y -= up;
  for (MapLayout::Band& band : layout.bands) band.box.y -= up, band.name.y -= up;
  if (rows.w < kNarrow) return;  // it has no margin for a thumb
  const float height = std::min(rows.h, std::max(kLeastThumb, rows.h * rows.h / all));
  layout.thumb = {rows.right() + kMargin, rows.y + (rows.h - height) * layout.above / layout.most, kThumb, height};
}

}  // namespace

MapLayout layOutMap(const Canvas& canvas, Rect outer, const StackMap& map, bool read, float scroll) {
  constexpr float kSizes[] = {26, 24, 22, 20, 18, 16, 14, 13, 12, 11, 10.5f, 10, 9.5f, 9, 8.5f};
  const Rect area = viewMargins(outer);
  const ColumnShares shares = columnShares(canvas, map);
  MapLayout layout;
  const auto fits = [&](float size, const Density& density) {
    layout = atScale(canvas, area, map, shares, read, size / kMapText, density);
    return layout.bands.back().box.bottom() <= layout.details.y;
  };
  for (const float size : kSizes)
    if (fits(size, kRoomy) || (size <= kLargestDense && fits(size, kDense))) break;
  // What is said of a system gives way to the storeys, as long as two lines are left and all are in sight then.
  const auto lowest = [&] { return area.bottom() - kLeastDetails * layout.scale; };
  if (read && layout.bands.back().box.bottom() > lowest()) {
    const MapLayout dense = layout;
    if (!fits(kSizes[std::size(kSizes) - 1], kTight) && layout.bands.back().box.bottom() > lowest()) layout = dense;
  }
  const float under = layout.bands.back().box.bottom();
  if (read && under > layout.details.y && under <= lowest()) {
    layout.details.y = under;
    layout.details.h = area.bottom() - under;
  }
  const float bottom = layout.details.y, top = std::min(layout.heads.bottom(), bottom), least = 14;
  scrollBy(scroll, {area.x, top, area.w, bottom - top}, layout);
  if (layout.heads.bottom() > bottom)
    for (Rect& column : layout.columns) column.h = 0;
  std::erase_if(layout.boxes, [&](const MapLayout::Box& box) {
    return box.box.w < least || box.box.y < top || box.box.bottom() > bottom || box.box.right() > area.right() + 0.5f;
  });
  std::erase_if(layout.spans, [&](Rect span) { return span.y < top || span.bottom() > bottom; });
  for (MapLayout::Band& band : layout.bands)
    band.box = between(band.box, top, bottom), band.name = between(band.name, top, bottom);
  std::erase_if(layout.bands, [&](const MapLayout::Band& band) { return band.box.h < least; });
  return layout;
}

}  // namespace strata::inline views
