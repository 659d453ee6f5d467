#include "engine/base/median.h"

#include <gtest/gtest.h>

namespace strata::median_test {
namespace {

TEST(MedianPlace, IsTheMiddleAndOfAnEvenCountTheLowerOfTwo) {
  EXPECT_EQ(medianPlace(1), 0u);
  EXPECT_EQ(medianPlace(2), 0u);
  EXPECT_EQ(medianPlace(3), 1u);
  EXPECT_EQ(medianPlace(4), 1u);
  EXPECT_EQ(medianPlace(101), 50u);
}

TEST(RankPlace, IsTheNearestRank) {
  EXPECT_EQ(p99Place(270), 267u) << "267 of 270 are 98.9 %";
  EXPECT_EQ(p99Place(500), 494u);
  EXPECT_EQ(p99Place(100), 98u);
  EXPECT_EQ(p99Place(61), 60u) << "the greatest";
  EXPECT_EQ(p99Place(1), 0u);
  EXPECT_EQ(rankPlace(270, 0), 0u);
  EXPECT_EQ(rankPlace(270, 50), 13u);
  EXPECT_EQ(rankPlace(270, 1000), 269u);
}

}  // namespace
}  // namespace strata::median_test
