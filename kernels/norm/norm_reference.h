#pragma once

#include <cstdint>
#include <span>

namespace strata::inline kernels {

/// Added to the variance, so that a row of equal numbers is not divided by 0. What GPT-2 and Llama 2 use.
inline constexpr double kNormEpsilon = 1e-5;

/// The truth, in fp64 on the host, for each row of weight.size() elements. An empty bias stands for RMSNorm: no mean is
/// subtracted, no bias added.
void normReference(std::span<const float> x, std::span<const float> weight, std::span<const float> bias,
                   std::span<double> y, double epsilon = kNormEpsilon);

}  // namespace strata::inline kernels
