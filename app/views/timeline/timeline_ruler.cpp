#include "app/views/timeline/timeline_ruler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace strata::inline views {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t ns;
};
constexpr std::array<Unit, 4> kUnits{{{"s", 1'000'000'000}, {"ms", 1'000'000}, {"µs", 1'000}, {"ns", 1}}};

std::int64_t roundStep(std::int64_t least) {
  std::int64_t power = 1;
  while (power <= least / 10) power *= 10;
  for (const std::int64_t factor : {1, 2, 5, 10})
    if (power * factor >= least) return power * factor;
  return power * 10;
}

// The unit in which the labels are shortest and the step is at least a hundredth; from ten of it a thousandth, where
// points of time have that unit, too (formatTimePoint).
const Unit& unitFor(std::int64_t step, std::int64_t largest) {
  for (const Unit& unit : kUnits)
    if (largest >= unit.ns && step * (largest >= 10 * unit.ns ? 1000 : 100) >= unit.ns) return unit;
  return step >= 1'000'000 ? kUnits[1] : step >= 1'000 ? kUnits[2] : kUnits[3];
}

std::string plain(std::int64_t ns, const Unit& unit) {
  std::string shown = fmt::format("{:.9f}", static_cast<double>(ns) / static_cast<double>(unit.ns));
  shown.erase(shown.find_last_not_of('0') + 1);
  if (shown.back() == '.') shown.pop_back();
  return shown == "-0" ? "0" : shown;
}

std::int64_t floorTo(std::int64_t value, std::int64_t step) {
  const std::int64_t rest = value % step;
  return value - rest - (rest < 0 ? step : 0);
}

std::string baseText(std::int64_t ns) {
  const Unit& unit = ns >= 1'000'000'000 ? kUnits[0] : ns >= 1'000'000 ? kUnits[1] : kUnits[2];
  return fmt::format("{} {} +", plain(ns, unit), unit.name);
}

}  // namespace

Ruler makeRuler(TimeRange range, HostTime origin, Duration leastStep) {
  Ruler ruler;
  const std::int64_t step = roundStep(std::max<std::int64_t>(1, leastStep.ns));
  const std::int64_t first = (range.begin - origin).ns, last = (range.end - origin).ns;
  std::int64_t base = 0;
  constexpr std::int64_t kMostDigits = 10'000;  // steps from the origin before labels get long
  if (first / step > kMostDigits) {
    base = floorTo(first, step * 100);
    ruler.base = baseText(base);
  }
  const Unit& unit = unitFor(step, std::max(std::abs(first - base), std::abs(last - base)));
  for (std::int64_t at = floorTo(first + step - 1, step); at < last; at += step) {
    std::string label = plain(at - base, unit);
    if (ruler.ticks.empty()) label += fmt::format(" {}", unit.name);
    ruler.ticks.push_back({origin + Duration{at}, std::move(label)});
  }
  return ruler;
}

}  // namespace strata::inline views
