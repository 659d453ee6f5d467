#include "layers/workloads/transformer/transformer_cost.h"

#include <algorithm>

namespace strata::inline workloads {
namespace {

void addProducts(TransformerCost& cost, const LinearWeight& weight, double rows) {
  cost.flop += 2 * rows * static_cast<double>(weight.in) * static_cast<double>(weight.out);
  cost.bytes += weight.bytes();
}

}  // namespace

TransformerCost& TransformerCost::operator+=(const TransformerCost& other) {
  flop += other.flop;
  bytes += other.bytes;
  return *this;
}

TransformerCost costOfPiece(const TransformerWeights& weights, const ModelConfig& config, std::int64_t begin,
                            std::int64_t rows) {
  TransformerCost cost;
  const auto count = static_cast<double>(rows), before = static_cast<double>(begin);
  for (const TransformerLayer& layer : weights.layers)
    for (const LinearWeight* weight : {&layer.queryKeyValue, &layer.output, &layer.up, &layer.down})
      addProducts(cost, *weight, count);
  addProducts(cost, weights.head, 1);

  const double seen = count * before + count * (count + 1) / 2;  // keys, of all rows together
  const auto layers = static_cast<double>(config.layers);
  cost.flop += layers * 4 * static_cast<double>(config.queryWidth()) * seen;
  cost.bytes += layers * 2 * static_cast<double>(config.kvWidth()) * (before + count) * sizeof(float);
  return cost;
}

TransformerCost costOfPrompt(const TransformerWeights& weights, const ModelConfig& config, std::int64_t begin,
                             std::int64_t end, std::int64_t mostRows) {
  TransformerCost cost;
  for (std::int64_t first = begin; first < end; first += mostRows)
    cost += costOfPiece(weights, config, first, std::min(mostRows, end - first));
  return cost;
}

}  // namespace strata::inline workloads
