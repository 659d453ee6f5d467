#include "layers/runtime/call_log.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

TEST(CallLog, AThreadWorksForACallUntilTheNextBegins) {
  CallLog log;
  log.changed(1, 100, CallId{5});
  log.changed(1, 200, CallId::None);
  log.changed(1, 201, CallId{6});
  EXPECT_EQ(log.at(1, 99), CallId::None);
  EXPECT_EQ(log.at(1, 100), CallId{5});
  EXPECT_EQ(log.at(1, 199), CallId{5});
  EXPECT_EQ(log.at(1, 200), CallId::None);
  EXPECT_EQ(log.at(1, 201), CallId{6});
  EXPECT_EQ(log.at(1, 1'000'000), CallId{6});
}

TEST(CallLog, TwoChangesAtOneTickLeaveTheLater) {
  CallLog log;
  log.changed(1, 100, CallId::None);
  log.changed(1, 100, CallId{7});
  EXPECT_EQ(log.at(1, 100), CallId{7});
}

TEST(CallLog, ThreadsHaveCallsOfTheirOwn) {
  CallLog log;
  log.changed(1, 100, CallId{5});
  log.changed(2, 150, CallId{6});
  EXPECT_EQ(log.at(1, 160), CallId{5});
  EXPECT_EQ(log.at(2, 160), CallId{6});
  EXPECT_EQ(log.at(3, 160), CallId::None);
}

TEST(CallLog, WhatIsLongAgoIsForgottenAndNotGuessed) {
  CallLog log;
  constexpr std::uint32_t kChanges = 100'000;
  for (std::uint32_t i = 1; i <= kChanges; ++i) log.changed(1, 10 * i, CallId{i});
  EXPECT_EQ(log.at(1, 10), CallId::None);
  EXPECT_EQ(log.at(1, 10 * kChanges - 5), CallId{kChanges - 1});
}

}  // namespace
}  // namespace strata
