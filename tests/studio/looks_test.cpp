#include "app/studio/looks.h"

#include <gtest/gtest.h>

#include <QTest>

namespace strata {
namespace {

Looks::Look lookAt(std::int64_t begin) {
  return {{{begin}, {begin + 100}}, {}};
}

void rest() {
  QTest::qWait(500);
}

TEST(Looks, GoBackAndForthThroughWhatRested) {
  Looks looks;
  EXPECT_FALSE(looks.go(-1));
  looks.watch(lookAt(1));
  rest();
  for (const std::int64_t step : {5, 6, 7}) looks.watch(lookAt(step));  // one zoom, by steps
  rest();
  looks.watch(lookAt(9));  // goes into the list even where it has not rested
  EXPECT_EQ(looks.go(-1), lookAt(7));
  EXPECT_EQ(looks.go(-1), lookAt(1));
  EXPECT_FALSE(looks.go(-1));
  EXPECT_EQ(looks.go(1), lookAt(7));
  EXPECT_EQ(looks.go(1), lookAt(9));
  EXPECT_FALSE(looks.go(1));
}

TEST(Looks, WhatWasGoneBackFromIsForgottenWithTheNext) {
  Looks looks;
  for (const std::int64_t at : {1, 2, 3}) looks.watch(lookAt(at)), rest();
  looks.go(-1), looks.go(-1);
  looks.watch(lookAt(1));
  rest();
  EXPECT_TRUE(looks.any(1)) << "where one stands is no new look";
  looks.watch(lookAt(8));
  rest();
  EXPECT_FALSE(looks.go(1));
  EXPECT_EQ(looks.go(-1), lookAt(1));
  looks.forget();
  EXPECT_FALSE(looks.any(-1) || looks.any(1));
}

}  // namespace
}  // namespace strata
