#include "app/views/device/device_layout.h"

#include <algorithm>

namespace strata::inline views {
namespace {

constexpr float kHeader = 24, kBetween = 28, kThumbRoom = 8, kLeastBeside = 640, kLeastList = 40;
constexpr float kGapsShare = 0.42f;  // of the width; an operation has more columns beside its name

/// The head on top, the rest for rows; both empty where there is no room.
RowList layOutList(Rect area, std::size_t size, std::size_t first, Rect& head) {
  if (area.w < kLeastList || area.h < RowList::kRow) return layOutRows({area.x, area.y, 0, 0}, size, first);
  area.w -= kThumbRoom;
  head = {area.x, area.y, area.w, RowList::kRow};
  return layOutRows({area.x, head.bottom(), area.w, area.h - head.h}, size, first);
}

}  // namespace

DeviceLayout layOutDevice(Rect area, const ViewState& state) {
  DeviceLayout layout;
  const DeviceUse& use = *state.sight.device;
  const DeviceChoices& choices = state.sight.choices.device;
  const Rect inner = area.inset(std::min(12.f, area.w / 10), std::min(8.f, area.h / 10));
  layout.header = {inner.x, inner.y, inner.w, std::min(kHeader, inner.h)};
  const Rect body{inner.x, layout.header.bottom(), inner.w, std::max(0.f, inner.bottom() - layout.header.bottom())};
  for (std::size_t op = 0; op < use.ops.size(); ++op) {
    layout.opRows.push_back({op});
    if (choices.unfolded != op) continue;
    for (std::size_t kernel = 0; kernel < use.ops[op].kernels.size(); ++kernel) layout.opRows.push_back({op, kernel});
  }
  const bool beside = body.w >= kLeastBeside;
  const bool both = beside || body.h >= 4 * RowList::kRow;  // a head and a row each; else the gaps stand alone
  const float width = beside ? (body.w - kBetween) * kGapsShare : body.w,
              height = beside || !both ? body.h : body.h / 2;
  layout.gaps = layOutList({body.x, body.y, width, height}, use.listed().size(), choices.firstGap, layout.gapHead);
  const Rect second = beside ? Rect{body.x + width + kBetween, body.y, body.w - width - kBetween, height}
                             : Rect{body.x, body.y + height, width, body.h - height};
  layout.ops = layOutList(second, layout.opRows.size(), choices.firstOp, layout.opHead);
  return layout;
}

}  // namespace strata::inline views
