#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/attention/attention_shape.h"

namespace strata::inline kernels {
namespace {

std::span<const float> rowOf(std::span<const float> matrix, std::int64_t row, std::int64_t width) {
  return matrix.subspan(static_cast<std::size_t>(row * width), static_cast<std::size_t>(width));
}

double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

/// Scores become weights that sum to 1.
void softmax(std::span<double> scores) {
  const double top = *std::ranges::max_element(scores);
  double sum = 0;
  for (double& score : scores) sum += score = std::exp(score - top);
  for (double& score : scores) score /= sum;
}

}  // namespace

void attentionReference(const AttentionShape& shape, std::span<const float> q, std::span<const float> k,
                        std::span<const float> v, std::int64_t begin, std::int64_t end, std::span<double> o) {
  const std::int64_t dim = shape.dim;
  std::vector<double> weights;
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t query = row % shape.queries, head = row / shape.queries % shape.heads;
    const std::int64_t batch = row / shape.queries / shape.heads;
    const std::int64_t firstKey = (batch * shape.kvHeads + head / shape.group()) * shape.capacity;

    weights.resize(static_cast<std::size_t>(shape.visible(query)));
    for (std::size_t key = 0; key < weights.size(); ++key)
      weights[key] = dot(rowOf(q, row, dim), rowOf(k, firstKey + static_cast<std::int64_t>(key), dim)) /
                     std::sqrt(static_cast<double>(dim));
    softmax(weights);

    const std::span<double> out =
        o.subspan(static_cast<std::size_t>((row - begin) * dim), static_cast<std::size_t>(dim));
    std::ranges::fill(out, 0.0);
    for (std::size_t key = 0; key < weights.size(); ++key) {
      const std::span<const float> value = rowOf(v, firstKey + static_cast<std::int64_t>(key), dim);
      for (std::size_t d = 0; d < out.size(); ++d) out[d] += weights[key] * static_cast<double>(value[d]);
    }
  }
}

}  // namespace strata::inline kernels
