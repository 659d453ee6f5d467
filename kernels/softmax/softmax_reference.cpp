#include "kernels/softmax/softmax_reference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace strata::inline kernels {

void softmaxReference(std::int64_t cols, std::span<const float> x, std::span<double> y) {
  const auto width = static_cast<std::size_t>(cols);
  for (std::size_t start = 0; start < x.size(); start += width) {
    const std::span<const float> in = x.subspan(start, width);
    const std::span<double> out = y.subspan(start, width);
    const double top = *std::ranges::max_element(in);
    double sum = 0;
    for (std::size_t i = 0; i < width; ++i) sum += out[i] = std::exp(static_cast<double>(in[i]) - top);
    for (double& value : out) value /= sum;
  }
}

void logSoftmaxReference(std::int64_t cols, std::span<const float> x, std::span<double> y) {
  const auto width = static_cast<std::size_t>(cols);
  for (std::size_t start = 0; start < x.size(); start += width) {
    const std::span<const float> in = x.subspan(start, width);
    const double top = *std::ranges::max_element(in);
    double sum = 0;
    for (const float value : in) sum += std::exp(static_cast<double>(value) - top);
    for (std::size_t i = 0; i < width; ++i) y[start + i] = static_cast<double>(in[i]) - top - std::log(sum);
  }
}

}  // namespace strata::inline kernels
