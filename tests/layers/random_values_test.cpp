#include "layers/workloads/ladder/random_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

namespace strata {
namespace {

TEST(RandomValues, UniformInMinusOneToOne) {
  std::vector<float> values(100'000);
  fillUniform(values, 3);
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  EXPECT_GE(*low, -1.0F);
  EXPECT_LT(*high, 1.0F);
  EXPECT_LT(*low, -0.999F);
  EXPECT_GT(*high, 0.999F);
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 1e5;
  const double square = std::inner_product(values.begin(), values.end(), values.begin(), 0.0) / 1e5;
  EXPECT_NEAR(mean, 0, 0.01);  // five standard errors are 0.009
  EXPECT_NEAR(square, 1.0 / 3, 0.01);
}

TEST(RandomValues, TheSameForTheSameSeedOnly) {
  std::vector<float> first(1000), again(1000), other(1000);
  fillUniform(first, 5);
  fillUniform(again, 5);
  fillUniform(other, 6);
  EXPECT_EQ(first, again);
  EXPECT_NE(first, other);
}

TEST(RandomValues, SeedsDoNotShareTheirValues) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (std::uint64_t index = 0; index < 1000; ++index) seen.insert(randomBits(seed, index));
  EXPECT_EQ(seen.size(), 20'000u);
}

}  // namespace
}  // namespace strata
