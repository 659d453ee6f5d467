#include "layers/workloads/transformer/token_sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace strata {
namespace {

std::map<int, int> countsOf(SamplerSettings settings, const std::vector<float>& logits, int draws) {
  TokenSampler sampler(settings);
  std::map<int, int> counts;
  for (int i = 0; i < draws; ++i) ++counts[sampler.choose(logits)];
  return counts;
}

const std::vector<float> kLogits{std::log(1.0f), std::log(5.0f), std::log(3.0f), std::log(1.0f)};  // of ten

TEST(TokenSampler, TemperatureZeroTakesTheFirstOfTheBest) {
  EXPECT_EQ(countsOf({}, {1, 7, 7, 3}, 5), (std::map<int, int>{{1, 5}}));
}

TEST(TokenSampler, ChoosesByProbability) {
  const auto counts = countsOf({.temperature = 1}, kLogits, 10000);
  EXPECT_NEAR(counts.at(1), 5000, 250);
  EXPECT_NEAR(counts.at(2), 3000, 250);
  EXPECT_NEAR(counts.at(0), 1000, 150);
}

TEST(TokenSampler, TemperatureFlattens) {
  const auto counts = countsOf({.temperature = 100}, kLogits, 10000);
  for (const auto& [token, count] : counts) EXPECT_NEAR(count, 2500, 250) << token;
}

TEST(TokenSampler, TopKLeavesTheBest) {
  const auto counts = countsOf({.temperature = 1, .topK = 2}, kLogits, 8000);
  EXPECT_EQ(counts.size(), 2u);
  EXPECT_NEAR(counts.at(1), 5000, 250);
  EXPECT_NEAR(counts.at(2), 3000, 250);
}

TEST(TokenSampler, OfEqualsTopKLeavesTheFirst) {
  std::vector<float> logits(1000, 1);
  logits[700] = 2;
  const auto counts = countsOf({.temperature = 1, .topK = 3}, logits, 200);
  ASSERT_EQ(counts.size(), 3u);
  EXPECT_TRUE(counts.contains(0) && counts.contains(1) && counts.contains(700));
}

// The two best reach 0.8 > 0.7; the best alone only 0.5.
TEST(TokenSampler, TopPLeavesThoseThatReachIt) {
  const auto counts = countsOf({.temperature = 1, .topP = 0.7f}, kLogits, 8000);
  EXPECT_EQ(counts.size(), 2u);
  EXPECT_NEAR(counts.at(1), 5000, 250);
}

// The two best have 0.8 of all, of which the best, 0.5, is more than 0.6; of the three best's 0.9 it is less.
TEST(TokenSampler, TopPIsAShareOfWhatTopKLeaves) {
  EXPECT_EQ(countsOf({.temperature = 1, .topP = 0.6f, .topK = 3}, kLogits, 2000).size(), 2u);
  EXPECT_EQ(countsOf({.temperature = 1, .topP = 0.6f, .topK = 2}, kLogits, 2000).size(), 1u) << "5 of 8 is more";
  EXPECT_EQ(countsOf({.temperature = 1, .topP = 0.95f, .topK = 4}, kLogits, 2000).size(), 4u);
}

TEST(TokenSampler, TheSmallestTemperatureTakesTheBest) {
  for (const float temperature : {1e-38f, std::numeric_limits<float>::denorm_min()})
    for (const std::vector<float>& logits : {std::vector<float>{5, 20, -3}, {-50, -5, -1000}})
      EXPECT_EQ(countsOf({.temperature = temperature, .topP = 0.9f}, logits, 20), (std::map<int, int>{{1, 20}}));
}

TEST(TokenSampler, TheSeedDecides) {
  std::vector<int> first, again, other;
  TokenSampler a({.temperature = 1, .seed = 7}), b({.temperature = 1, .seed = 7}), c({.temperature = 1, .seed = 8});
  for (int i = 0; i < 50; ++i) {
    first.push_back(a.choose(kLogits));
    again.push_back(b.choose(kLogits));
    other.push_back(c.choose(kLogits));
  }
  EXPECT_EQ(first, again);
  EXPECT_NE(first, other);
}

}  // namespace
}  // namespace strata
