#include "app/canvas/log_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/canvas/format.h"

namespace strata::inline canvas {

float LogAxis::at(double value) const {
  const double share = (std::log(value) - std::log(low)) / (std::log(high) - std::log(low));
  return from + (to - from) * static_cast<float>(share);
}

std::vector<AxisTick> logTicks(const LogAxis& axis, float room) {
  const float decade = std::fabs(axis.at(10) - axis.at(1));
  // 1, 2, 5 are at least 0.3 decades apart, 1 and 3 0.47; where even decades are too close only every second, third …
  // has a label.
  constexpr std::array kDigits{1, 2, 5};
  constexpr std::array kHalves{1, 3};
  std::span<const int> digits(kDigits);
  if (decade * 0.29f < room) digits = decade * 0.47f >= room ? std::span<const int>(kHalves) : digits.first(1);
  const int every = std::max(1, static_cast<int>(std::ceil(room / std::max(decade, 1e-3f))));
  std::vector<AxisTick> ticks;
  const int first = static_cast<int>(std::floor(std::log10(axis.low))),
            last = static_cast<int>(std::ceil(std::log10(axis.high)));
  for (int power = first; power <= last; ++power)
    for (const int digit : digits) {
      const double value = digit * std::pow(10.0, power);
      if (value < axis.low * 0.999 || value > axis.high * 1.001) continue;
      const bool labelled = power % every == 0;
      ticks.push_back({value, axis.at(value), labelled ? formatNumber(value) : std::string()});
    }
  return ticks;
}

}  // namespace strata::inline canvas
