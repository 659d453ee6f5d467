#include "engine/trace/timed_part.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <set>

#include "engine/trace/trace_store.h"

// Whether something was timed.

namespace strata::timed_part_test {
namespace {

TraceEvent eventOf(std::uint32_t call, std::int64_t begin) {
  TraceEvent event;
  event.call = CallId{call};
  event.begin = {begin};
  return event;
}

/// Calls that begin at a thousand times their number and last 100; those of `flushes` flush the caches.
TraceSnapshot sessionOf(std::initializer_list<std::uint32_t> calls, const std::set<std::uint32_t>& flushes = {}) {
  TraceStore store;
  const std::uint32_t track = store.track({});
  for (const std::uint32_t call : calls) {
    TraceEvent event = eventOf(call, 1000 * std::int64_t{call});
    event.track = track;
    event.name = store.intern(flushes.contains(call) ? kCachesFlushed : "call");
    event.storey = Storey::Model;
    event.payload = 100;
    store.add(event);
  }
  return *store.snapshot();
}

TimedPart part(std::uint32_t first, std::uint32_t last, std::int64_t begin, std::int64_t end) {
  return {CallId{first}, CallId{last}, {{begin}, {end}}};
}

LevelCall callOf(std::vector<CallId> operations) {
  LevelCall call;
  call.calls = std::move(operations);
  return call;
}

TEST(TimedCalls, AreThoseOfTheParts) {
  const TimedCalls timed(std::vector{part(2, 3, 2000, 3100), part(6, 6, 6000, 6100)});
  for (const std::uint32_t call : {2u, 3u, 6u}) EXPECT_TRUE(timed.holds(eventOf(call, 9000))) << call << ", whenever";
  for (const std::uint32_t call : {1u, 4u, 5u, 7u, 70u}) EXPECT_FALSE(timed.holds(eventOf(call, 2000))) << call;
  for (const std::int64_t begin : {2000, 2500, 3099, 6000}) EXPECT_TRUE(timed.holds(eventOf(0, begin))) << begin;
  for (const std::int64_t begin : {0, 1999, 3100, 5000, 6100}) EXPECT_FALSE(timed.holds(eventOf(0, begin))) << begin;
  EXPECT_TRUE(timed.holds(callOf({CallId{1}, CallId{3}}))) << "a module with one timed operation";
  EXPECT_FALSE(timed.holds(callOf({CallId{4}, CallId{5}})));
}

TEST(TimedCalls, WithoutPartsAllCount) {
  for (const TimedCalls& timed : {TimedCalls(), TimedCalls(std::vector<TimedPart>{})}) {
    EXPECT_TRUE(timed.all());
    EXPECT_TRUE(timed.holds(eventOf(0, 5)));
    EXPECT_TRUE(timed.holds(eventOf(7, 5)));
    EXPECT_TRUE(timed.holds(callOf({})));
  }
}

TEST(TimedPart, IsOfTheCallsThatTheSessionHas) {
  const TraceSnapshot snapshot = sessionOf({1, 3, 4, 6});
  const auto only = [](const TimedPart& one) { return std::vector{one}; };
  EXPECT_EQ(timedPartsOf(3, 4, snapshot), only(part(3, 4, 3000, 4100)));
  EXPECT_EQ(timedPartsOf(2, 5, snapshot), only(part(2, 5, 3000, 4100)))
      << "both ends are lost, and their work is timed";
  EXPECT_EQ(timedPartsOf(4, 0, snapshot), only(part(4, 4, 4000, 4100))) << "no last one is told";
  EXPECT_EQ(timedPartsOf(4, std::size_t{1} << 40, snapshot), only(part(4, 6, 4000, 6100)));
  EXPECT_EQ(timedPartsOf(2, 2, snapshot), std::vector<TimedPart>{});
  EXPECT_EQ(timedPartsOf(7, 9, snapshot), std::vector<TimedPart>{});
}

TEST(TimedPart, WhatFlushesTheCachesIsInNone) {
  const TraceSnapshot snapshot = sessionOf({1, 2, 3, 4, 5, 6, 7}, {1, 3, 5, 6});
  const std::vector<TimedPart> parts = timedPartsOf(2, 7, snapshot);
  EXPECT_EQ(parts, (std::vector{part(2, 2, 2000, 2100), part(4, 4, 4000, 4100), part(7, 7, 7000, 7100)}));
  EXPECT_EQ(joinedParts(parts), parts);
  const TimedCalls timed(parts);
  EXPECT_FALSE(timed.holds(eventOf(3, 3000)));
  EXPECT_FALSE(timed.holds(eventOf(0, 3000))) << "nor what is of no call and begins meanwhile";
  EXPECT_TRUE(timed.holds(eventOf(4, 3000)));
}

TEST(TimedPart, WhatSharesCallsOrTimeIsOne) {
  EXPECT_EQ(joinedParts({part(6, 8, 60, 80), part(1, 2, 10, 20), part(2, 4, 20, 40)}),
            (std::vector{part(1, 4, 10, 40), part(6, 8, 60, 80)}));
  EXPECT_EQ(joinedParts({part(1, 2, 10, 50), part(4, 5, 40, 60)}), (std::vector{part(1, 5, 10, 60)}));
}

}  // namespace
}  // namespace strata::timed_part_test
