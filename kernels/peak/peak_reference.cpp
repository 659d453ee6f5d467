#include <cmath>

#include "kernels/peak/peak_operation.h"

namespace strata::inline kernels {

// What value = scale · value + shift does not move lies at shift / (1 − scale); the distance from there shrinks by
// scale each time.
void peakReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
                   std::span<double> out) {
  const PeakFactors factors = peakFactors(problem);
  const auto scale = static_cast<double>(factors.scale), shift = static_cast<double>(factors.shift);
  const double fixed = shift / (1 - scale), shrunk = std::pow(scale, static_cast<double>(problem["iterations"]));
  const auto first = static_cast<std::size_t>(begin), count = static_cast<std::size_t>(end - begin);
  for (std::size_t i = 0; i < count; ++i) out[i] = fixed + shrunk * (static_cast<double>(inputs[0][first + i]) - fixed);
}

}  // namespace strata::inline kernels
