#include "engine/trace/launch_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "engine/trace/trace_args.h"

namespace strata::inline trace {
namespace {

constexpr std::array<std::string_view, 6> kSideKeys{arg::kGridX,  arg::kGridY,  arg::kGridZ,
                                                    arg::kBlockX, arg::kBlockY, arg::kBlockZ};

std::optional<std::int64_t> sideOf(const ArgValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* real = std::get_if<double>(&value)) return static_cast<std::int64_t>(*real);
  return std::nullopt;
}

/// "16×16"; sides of 1 at the end are left out.
std::string sidesText(const std::array<std::int64_t, 3>& sides) {
  const auto& [x, y, z] = sides;
  if (z != 1) return fmt::format("{}×{}×{}", x, y, z);
  return y != 1 ? fmt::format("{}×{}", x, y) : fmt::format("{}", x);
}

}  // namespace

std::optional<GridAndBlock> launchShape(const TraceSnapshot& snapshot, const TraceEvent& event) {
  if (event.kind != EventKind::Kernel) return std::nullopt;
  std::array<std::optional<std::int64_t>, kSideKeys.size()> sides;
  for (const Arg& arg : snapshot.args(event)) {
    const auto key = std::ranges::find(kSideKeys, snapshot.name(arg.key));
    if (key == kSideKeys.end()) continue;
    auto& side = sides[static_cast<std::size_t>(key - kSideKeys.begin())];
    if (!side) side = sideOf(arg.value);
  }
  const auto& [gridX, gridY, gridZ, blockX, blockY, blockZ] = sides;
  if (!gridX || !blockX) return std::nullopt;
  return GridAndBlock{{*gridX, gridY.value_or(1), gridZ.value_or(1)},
                      {*blockX, blockY.value_or(1), blockZ.value_or(1)}};
}

std::string launchShapeText(const std::optional<GridAndBlock>& shape) {
  return shape ? fmt::format("<<<{}, {}>>>", sidesText(shape->grid), sidesText(shape->block)) : std::string();
}

}  // namespace strata::inline trace
