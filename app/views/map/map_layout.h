#pragma once

#include <array>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/lessons/stack_map.h"

namespace strata::inline views {

/// Where the systems of the map stand: storeys from the top down, NVIDIA, AMD and the CPU side by side.
struct MapLayout {
  float scale = 1;
  float band = 0, box = 0, row = 0;  ///< above a storey's boxes; a box's height; from one row of them to the next
  Rect header, heads, details;
  Rect thumb;                 ///< of the scroll bar; no height: all storeys are in sight
  float above = 0, most = 0;  ///< rows that are scrolled away, and how many can be
  struct Box {
    const System* system = nullptr;
    Rect box;
  };
  std::vector<Box> boxes;
  std::vector<Rect> spans;  ///< lines through boxes of all vendors that do not fill the width
  struct Band {
    Storey storey = Storey::Other;
    Rect box, name;
  };
  std::vector<Band> bands;
  std::array<Rect, 3> columns;
};

inline constexpr float kMapText = 11;  ///< pixels, at scale 1
inline constexpr std::array<std::string_view, 3> kMapVendors{"nvidia", "amd", "cpu"};

/// As large as the letters can be with every system in sight, boxes close together where letters are small; in a small
/// area the storeys scroll, by `scroll` rows. `read`: one is read about, which takes room below.
MapLayout layOutMap(const Canvas& canvas, Rect area, const StackMap& map, bool read, float scroll = 0);

}  // namespace strata::inline views
