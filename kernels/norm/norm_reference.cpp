#include "kernels/norm/norm_reference.h"

#include <cmath>
#include <cstddef>

namespace strata::inline kernels {
namespace {

double meanOf(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double meanSquareOf(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

void normReference(std::span<const float> x, std::span<const float> weight, std::span<const float> bias,
                   std::span<double> y, double epsilon) {
  const std::size_t cols = weight.size();
  for (std::size_t start = 0; start < x.size(); start += cols) {
    const std::span<double> row = y.subspan(start, cols);
    for (std::size_t i = 0; i < cols; ++i) row[i] = x[start + i];
    if (!bias.empty()) {
      const double mean = meanOf(row);
      for (double& value : row) value -= mean;
    }
    const double root = std::sqrt(meanSquareOf(row) + epsilon);
    for (std::size_t i = 0; i < cols; ++i) row[i] = row[i] / root * weight[i] + (bias.empty() ? 0.0 : bias[i]);
  }
}

}  // namespace strata::inline kernels
