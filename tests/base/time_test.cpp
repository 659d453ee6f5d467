#include "engine/base/time.h"

#include <gtest/gtest.h>

namespace strata::time_test {
namespace {

TEST(TimeRange, CoversWhatDoesNotReachBeyondIt) {
  const TimeRange range{{10}, {20}};
  EXPECT_TRUE(range.covers(range));
  EXPECT_TRUE(range.covers({{12}, {18}}));
  EXPECT_FALSE(range.covers({{9}, {18}}));
  EXPECT_FALSE(range.covers({{12}, {21}}));
}

}  // namespace
}  // namespace strata::time_test
