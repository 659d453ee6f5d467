#include "engine/trace/launch_shape.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "engine/trace/trace_args.h"

namespace strata::inline trace {
namespace {

/// "16×16"; sides of 1 at the end are left out.
std::string sidesText(const TraceSnapshot& snapshot, const TraceEvent& event, std::string_view x, std::string_view y,
                      std::string_view z) {
  const auto side = [&](std::string_view key) {
    return static_cast<std::int64_t>(snapshot.number(event, key).value_or(1));
  };
  if (side(z) != 1) return fmt::format("{}×{}×{}", side(x), side(y), side(z));
  return side(y) != 1 ? fmt::format("{}×{}", side(x), side(y)) : fmt::format("{}", side(x));
}

}  // namespace

std::string launchShape(const TraceSnapshot& snapshot, const TraceEvent& event) {
  if (event.kind != EventKind::Kernel || !snapshot.number(event, arg::kGridX) || !snapshot.number(event, arg::kBlockX))
    return {};
  return fmt::format("<<<{}, {}>>>", sidesText(snapshot, event, arg::kGridX, arg::kGridY, arg::kGridZ),
                     sidesText(snapshot, event, arg::kBlockX, arg::kBlockY, arg::kBlockZ));
}

}  // namespace strata::inline trace
