#include <cmath>

#include "kernels/divergence/divergence_operation.h"

namespace strata::inline kernels {

// value = factor · value + shift leaves shift / (1 − factor) where it is; the distance from there grows by factor each
// time.
void divergenceReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin,
                         std::int64_t end, std::span<double> out) {
  const DivergenceFactors factors = divergenceFactors(problem);
  const auto shift = static_cast<double>(factors.shift), iterations = static_cast<double>(problem["iterations"]);
  for (std::int64_t i = begin; i < end; ++i) {
    const bool second = i / problem["neighbours"] % 2 != 0;
    const double factor = static_cast<double>(second ? -factors.scale : factors.scale);
    const double fixed = shift / (1 - factor), start = static_cast<double>(inputs[0][static_cast<std::size_t>(i)]);
    out[static_cast<std::size_t>(i - begin)] = fixed + std::pow(factor, iterations) * (start - fixed);
  }
}

}  // namespace strata::inline kernels
