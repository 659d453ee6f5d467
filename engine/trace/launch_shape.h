#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// What a kernel was launched with, by x, y and z: the grid in blocks, and a block in threads.
struct GridAndBlock {
  std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  friend auto operator<=>(const GridAndBlock&, const GridAndBlock&) = default;  // NOLINT(modernize-use-nullptr)
};

/// Of a kernel; nothing where that is not told.
std::optional<GridAndBlock> launchShape(const TraceSnapshot& snapshot, const TraceEvent& event);

/// "<<<16×16, 256>>>"; empty where there is none.
std::string launchShapeText(const std::optional<GridAndBlock>& shape);

}  // namespace strata::inline trace
