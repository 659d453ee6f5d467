#include "app/facts/wall_clock.h"

#include <gtest/gtest.h>

#include <limits>

namespace strata {
namespace {

TEST(WallClock, DatesAreWrittenOneWay) {
  std::tm noon{};
  noon.tm_year = 126, noon.tm_mon = 2, noon.tm_mday = 9, noon.tm_hour = 12, noon.tm_min = 5, noon.tm_isdst = -1;
  const std::time_t moment = std::mktime(&noon);
  EXPECT_EQ(dateOf(moment), "2026-03-09");
  EXPECT_EQ(dateAndTimeOf(moment), "2026-03-09 at 12:05");
  EXPECT_EQ(timeOfDay(moment), "12:05:00");
}

TEST(WallClock, NoDayHasNoDate) {
  constexpr auto kNever = std::numeric_limits<std::time_t>::max();
  EXPECT_EQ(dateOf(kNever), "");
  EXPECT_EQ(dateAndTimeOf(kNever), "");
}

}  // namespace
}  // namespace strata
