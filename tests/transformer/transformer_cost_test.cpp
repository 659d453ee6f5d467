#include "layers/workloads/transformer/transformer_cost.h"
#include "layers/workloads/common/last_level_cache.h"

#include <gtest/gtest.h>

namespace strata::test {
namespace {

/// 84 weights in its only layer, 40 in the head; two query heads of two share one of keys and values.
struct Sample {
  ModelConfig config{.layers = 1, .heads = 2, .kvHeads = 1, .headSize = 2};
  TransformerWeights weights;

  Sample() {
    weights.layers.resize(1);
    TransformerLayer& layer = weights.layers[0];
    layer.queryKeyValue.in = 4, layer.queryKeyValue.out = 8;
    layer.output.in = 4, layer.output.out = 4;
    layer.up.in = 4, layer.up.out = 6;
    layer.down.in = 3, layer.down.out = 4;
    weights.head.in = 4, weights.head.out = 10;
  }
};

// Three rows behind five tokens see 6, 7 and 8 keys.
TEST(TransformerCost, OfAPieceByHand) {
  const Sample s;
  const TransformerCost cost = costOfPiece(s.weights, s.config, 5, 3);
  EXPECT_EQ(cost.flop, 2 * 84 * 3 + 2 * 40 + 4 * 4 * (6 + 7 + 8));
  EXPECT_EQ(cost.bytes, (84 + 40) * 4 + 2 * 2 * 8 * 4);
}

TEST(TransformerCost, EachPieceOfAPromptReadsTheWeightsAgain) {
  const Sample s;
  const TransformerCost cost = costOfPrompt(s.weights, s.config, 5, 10, 3);
  EXPECT_EQ(cost.flop, 2 * 84 * 5 + 2 * 2 * 40 + 4 * 4 * (6 + 7 + 8 + 9 + 10));
  EXPECT_EQ(cost.bytes, 2 * (84 + 40) * 4 + 2 * 2 * (8 + 10) * 4);
  EXPECT_EQ(costOfPrompt(s.weights, s.config, 5, 5, 3).bytes, 0);
}

TEST(TransformerCost, TheLastCacheIsTheOneNearestToMemory) {
  DeviceInfo device;
  EXPECT_EQ(lastLevelCacheBytes(device), std::nullopt);
  device.facts = {{"L1 data cache", 32768, "B"}, {"L2 cache", 1 << 20, "B"}};
  EXPECT_EQ(lastLevelCacheBytes(device), 1 << 20);
  device.facts.push_back({"L3 cache", 1 << 25, "B"});
  EXPECT_EQ(lastLevelCacheBytes(device), 1 << 25);
  device.facts.push_back({"L3 caches together", 1 << 28, "B"});
  EXPECT_EQ(lastLevelCacheBytes(device), 1 << 28);
}

}  // namespace
}  // namespace strata::test
