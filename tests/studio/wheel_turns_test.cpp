#include "app/studio/wheel_turns.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

constexpr int kUnitsOfALine = 40;

/// Lines that `units` make, sent so many at a time.
int linesOf(int units, int each) {
  WheelTurns turns;
  int lines = 0;
  for (; units >= each; units -= each) lines += turns.whole(each, kUnitsOfALine);
  return lines;
}

TEST(WheelTurns, ATouchpadScrollsAsFarAsAWheel) {
  for (const int each : {5, 8, 12, 20, 60, 120}) EXPECT_EQ(linesOf(1200, each), 30) << each << " units at a time";
}

TEST(WheelTurns, TowardsTheUserIsTheSameTheOtherWay) {
  WheelTurns turns;
  int lines = 0;
  for (int i = 0; i < 120; ++i) lines += turns.whole(-10, kUnitsOfALine);
  EXPECT_EQ(lines, -30);
}

TEST(WheelTurns, WhatIsLeftIsForgottenByATurnTheOtherWayOrOnLeaving) {
  WheelTurns turns;
  EXPECT_EQ(turns.whole(39, kUnitsOfALine), 0);
  EXPECT_EQ(turns.whole(0, kUnitsOfALine), 0) << "a turn sideways changes nothing";
  EXPECT_EQ(turns.whole(-39, kUnitsOfALine), 0);
  EXPECT_EQ(turns.whole(-1, kUnitsOfALine), -1);
  EXPECT_EQ(turns.whole(39, kUnitsOfALine), 0);
  turns.forget();
  EXPECT_EQ(turns.whole(1, kUnitsOfALine), 0);
}

}  // namespace
}  // namespace strata
