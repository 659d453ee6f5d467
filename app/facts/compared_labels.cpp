#include "app/facts/compared_labels.h"

#include <algorithm>
#include <string_view>

#include "app/canvas/font_metrics.h"
#include "app/facts/short_name.h"

namespace strata::inline facts {

void tellApart(std::vector<ComparedName>& rows) {
  std::vector<std::string_view> names;
  for (const ComparedName& row : rows)
    for (const std::string& name : row.names)
      if (!name.empty()) names.push_back(name);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const std::vector<std::string> shown = toldApart(names);
  for (ComparedName& row : rows)
    for (std::size_t side = 0; side < 2; ++side)
      if (!row.names[side].empty())
        row.shown[side] =
            shown[static_cast<std::size_t>(std::ranges::lower_bound(names, row.names[side]) - names.begin())];
}

std::string widestLabel(const std::vector<ComparedName>& rows) {
  std::string widest;
  float room = 0;
  for (const ComparedName& row : rows)
    if (const float wide = FontMetrics::shared().measure(row.label(), {12, Face::Regular, {}}); wide > room) {
      widest = row.label();
      room = wide;
    }
  return widest;
}

}  // namespace strata::inline facts
