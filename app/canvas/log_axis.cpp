#include "app/canvas/log_axis.h"

#include <algorithm>
#include <cmath>

#include "app/canvas/format.h"

namespace strata::inline canvas {

float LogAxis::at(double value) const {
  const double share = (std::log(value) - std::log(low)) / (std::log(high) - std::log(low));
  return from + (to - from) * static_cast<float>(share);
}

std::vector<AxisTick> logTicks(const LogAxis& axis, float room) {
  const float decade = std::fabs(axis.at(10) - axis.at(1));
  // 1, 2, 5 are at least 0.3 decades apart; where even decades are too close only every second, third … has a label.
  const bool fine = decade * 0.29f >= room;
  const int every = std::max(1, static_cast<int>(std::ceil(room / std::max(decade, 1e-3f))));
  std::vector<AxisTick> ticks;
  const int first = static_cast<int>(std::floor(std::log10(axis.low))),
            last = static_cast<int>(std::ceil(std::log10(axis.high)));
  for (int power = first; power <= last; ++power)
    for (const int digit : {1, 2, 5}) {
      const double value = digit * std::pow(10.0, power);
      if (value < axis.low * 0.999 || value > axis.high * 1.001 || (digit != 1 && !fine)) continue;
      const bool labelled = power % every == 0 || fine;
      ticks.push_back({value, axis.at(value), labelled ? formatNumber(value) : std::string()});
    }
  return ticks;
}

}  // namespace strata::inline canvas
