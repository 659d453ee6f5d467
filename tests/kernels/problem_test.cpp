#include "kernels/operation/problem.h"

#include <gtest/gtest.h>

namespace strata::problem_test {
namespace {

constexpr OperationParameter kParameters[] = {
    {.name = "rows", .title = "rows", .defaultValue = 4, .max = 64},
    {.name = "cols", .title = "cols", .defaultValue = 1, .max = 64, .follows = "rows"},
    {.name = "x", .title = "x", .defaultValue = -250, .min = -2000, .max = 2000, .perOne = 1000},
};

TEST(Problem, WhatFollowsDoesSoUntilItIsSet) {
  Problem problem{kParameters};
  EXPECT_EQ(problem["cols"], 4);
  EXPECT_EQ(problem.set("rows", 8)["cols"], 8);
  EXPECT_TRUE(problem.matters("cols"));
  EXPECT_EQ(problem.set("cols", 3).set("rows", 9)["cols"], 3);
  EXPECT_FALSE(problem.matters("x"));
}

TEST(Problem, AFractionIsHeldInParts) {
  Problem problem{kParameters};
  EXPECT_EQ(problem.fraction("x"), -0.25);
  EXPECT_EQ(problem.setFraction("x", 1.2346)["x"], 1235) << "the nearest part";
  EXPECT_EQ(problem.setFraction("x", -1.2346)["x"], -1235);
  EXPECT_EQ(problem.fraction("x"), -1.235);
  EXPECT_EQ(problem.setFraction("x", 1e300)["x"], 2000) << "as far as it may be";
  EXPECT_EQ(problem.setFraction("x", -1e300)["x"], -2000);
  EXPECT_EQ(problem.fraction("rows"), 4) << "a whole number is a fraction, too";
}

}  // namespace
}  // namespace strata::problem_test
