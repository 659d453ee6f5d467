#include "app/facts/wall_clock.h"

#include <gtest/gtest.h>

#include <limits>

#include "engine/trace/trace_store.h"

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

TEST(WallClock, ASessionSaysWhenItWasRecorded) {
  TraceStore store;
  EXPECT_EQ(recordedOf(*store.snapshot()), "");
  TraceEvent event;
  event.track = store.track({});
  event.begin = {5'000'000'000};
  store.add(event);
  EXPECT_EQ(recordedIsoOf(*store.snapshot()), "") << "its wall clock is not told";
  const std::int64_t begun = 1'780'000'000'000'000'000;
  store.setWallClock(begun - event.begin.ns);
  store.setWallClock(0);
  const auto snapshot = store.snapshot();
  EXPECT_EQ(snapshot->recordedAt(), begun) << "who says it first";
  EXPECT_EQ(recordedOf(*snapshot), minuteOf(begun / 1'000'000'000));
  std::tm parts{};
  const std::string iso = recordedIsoOf(*snapshot);
  const char* zone = ::strptime(iso.c_str(), "%Y-%m-%dT%H:%M:%S%z", &parts);
  ASSERT_TRUE(zone && *zone == '\0') << iso;
  const long ahead = parts.tm_gmtoff;
  EXPECT_EQ(::timegm(&parts) - ahead, begun / 1'000'000'000) << iso;
}

TEST(WallClock, NoDayHasNoDate) {
  constexpr auto kNever = std::numeric_limits<std::time_t>::max();
  EXPECT_EQ(dateOf(kNever), "");
  EXPECT_EQ(dateAndTimeOf(kNever), "");
}

}  // namespace
}  // namespace strata
