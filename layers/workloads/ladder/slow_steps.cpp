#include "layers/workloads/ladder/slow_steps.h"

#include <fmt/format.h>

namespace strata::inline workloads {

double workOf(const Cost& cost) {
  return cost.flopWithPadding() > 0 ? cost.flopWithPadding() : cost.minBytes;
}

double workOf(const Operation& operation, std::string_view variant, const Problem& problem) {
  const Step* step = findStep(operation, variant);
  return workOf((step ? *step : operation.steps.front()).cost(problem));
}

std::string roughly(Duration time) {
  constexpr double kMinute = 60, kHour = 3600;
  const double s = time.seconds();
  if (s < 10) return fmt::format("{:.2g} s", s);
  if (s < 2 * kMinute) return fmt::format("{:.0f} s", s);
  return s < 2 * kHour ? fmt::format("{:.0f} min", s / kMinute) : fmt::format("{:.0f} h", s / kHour);
}

std::string roughlyBeyond(Duration time, Duration limit) {
  const std::string words = roughly(time);
  return words == roughly(limit) ? "just over " + words : words;
}

}  // namespace strata::inline workloads
