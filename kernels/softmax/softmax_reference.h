#pragma once

#include <cstdint>
#include <span>

namespace strata::inline kernels {

/// The truth, in fp64 on the host: y[i] = exp(x[i] − max) / Σ exp(x[j] − max) for each row of `cols` elements.
void softmaxReference(std::int64_t cols, std::span<const float> x, std::span<double> y);

/// Its logarithm: y[i] = x[i] − max − log Σ exp(x[j] − max).
void logSoftmaxReference(std::int64_t cols, std::span<const float> x, std::span<double> y);

}  // namespace strata::inline kernels
