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

}  // namespace
}  // namespace strata::median_test
