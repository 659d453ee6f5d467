#include <gtest/gtest.h>

#include "engine/interchange/import_message.h"
#include "tests/interchange/import_fixture.h"

// One damaged time must not make a session so long that nothing of it can be seen.

namespace strata::test {
namespace {

constexpr std::int64_t kMicrosecondsAnHour = 3'600'000'000;
constexpr std::int64_t kSinceBase = 49 * 24 * kMicrosecondsAnHour;

std::string timed(const std::string& name, std::int64_t ts, std::int64_t duration = 5) {
  return R"({"ph":"X","pid":1,"tid":2,"name":")" + name + R"(","ts":)" + std::to_string(ts) + R"(,"dur":)" +
         std::to_string(duration) + "}";
}

/// So many slices of 5 µs, 10 µs apart.
std::string timedRow(int count, std::int64_t from) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i ? "," : "") + timed("near", from + 10 * i);
  return text;
}

std::map<std::string, std::uint64_t> leftOutOf(const TraceSnapshot& snapshot) {
  return importFactsOf(snapshot.messages()[0]).value().leftOut;
}

TEST(FarTimesOfAChromeTrace, AYearFromTheOthersIsLeftOutAndSaid) {
  const std::string near = timedRow(5, 0);
  const auto snapshot = importEvents(near + "," + timed("far", 1'000'000'000'000'000));
  EXPECT_EQ(snapshot->bounds().value(), (TimeRange{{0}, {45'000}}));
  EXPECT_EQ(snapshot->totals().slices, 5u);
  EXPECT_EQ(problemsOf(*snapshot),
            "1 event begins or ends more than a year from most others and is left out, at byte " +
                std::to_string(std::string("{\"traceEvents\":[").size() + near.size() + 1) + ".\n");
  EXPECT_EQ(leftOutOf(*snapshot),
            (std::map<std::string, std::uint64_t>{{"events more than a year from most others", 1}}));
}

TEST(FarTimesOfAChromeTrace, ATimeOfZeroIsFarFromTimesThatCountFromMonthsBefore) {
  const auto snapshot = importEvents(timed("zero", 0) + "," + timedRow(20, kSinceBase));
  EXPECT_EQ(snapshot->totals().slices, 20u);
  EXPECT_EQ(snapshot->bounds().value().begin.ns, kSinceBase * 1000);
  EXPECT_NE(problemsOf(*snapshot).find("1 event begins or ends more than a day from most others and is left out"),
            std::string::npos)
      << problemsOf(*snapshot);
}

TEST(FarTimesOfAChromeTrace, OneThatLastsForYearsIsLeftOut) {
  const auto snapshot = importEvents(timedRow(5, 0) + "," + timed("endless", 20, 1'000'000'000'000'000));
  EXPECT_EQ(snapshot->bounds().value(), (TimeRange{{0}, {45'000}}));
}

TEST(FarTimesOfAChromeTrace, CounterValuesAndEndsOfArrowsAreLeftOutWithThem) {
  const auto snapshot = importEvents(
      timedRow(20, kSinceBase) + "," + timed("zero", 0) +
      R"(,{"ph":"s","pid":1,"tid":2,"ts":0,"id":1,"cat":"c","name":"n"},{"ph":"C","pid":1,"ts":0,"name":"c","args":{"v":1}})");
  EXPECT_EQ(snapshot->totals().slices, 20u);
  EXPECT_EQ(snapshot->totals().instants, 0u);
  EXPECT_EQ(snapshot->totals().counters, 0u);
  EXPECT_NE(problemsOf(*snapshot).find("2 events begin or end more than a day"), std::string::npos)
      << problemsOf(*snapshot);
}

TEST(FarTimesOfAChromeTrace, TimesBeforeZeroThatAreLeftOutMoveNothing) {
  const auto snapshot = importEvents(timedRow(5, 100) + "," + timed("far", -1'000'000'000'000'000));
  EXPECT_EQ(snapshot->bounds().value().begin.ns, 100'000);
}

TEST(FarTimesOfAChromeTrace, WhatIsSpreadOverDaysIsKept) {
  std::string jobs;
  for (int i = 0; i < 20; ++i) jobs += (i ? "," : "") + timed("job", i * 72 * kMicrosecondsAnHour, 60'000'000);
  const auto snapshot = importEvents(jobs);
  EXPECT_EQ(snapshot->totals().slices, 20u);
  EXPECT_EQ(problemsOf(*snapshot), "");
}

TEST(FarTimesOfAChromeTrace, AnExportOfOursKeepsAll) {
  const auto snapshot =
      importEvents(timedRow(20, kSinceBase) +
                   R"(,{"ph":"X","pid":1,"tid":2,"name":"zero","ts":0,"dur":5,"args":{"storey":"framework"}})");
  EXPECT_EQ(snapshot->totals().slices, 21u);
  EXPECT_EQ(problemsOf(*snapshot), "");
}

TEST(FarTimesOfAChromeTrace, WithoutAMajorityNothingIsFar) {
  const auto snapshot = importEvents(timed("a", 0) + "," + timed("b", 1'000'000'000'000'000));
  EXPECT_EQ(snapshot->totals().slices, 2u);
  EXPECT_EQ(problemsOf(*snapshot), "");
}

TEST(FarTimesOfASpeedscopeProfile, AreLeftOutAndSaid) {
  const TemporaryFile file(".speedscope.json");
  file.write(
      R"({"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"f"},{"name":"g"}]},
          "profiles":[{"type":"evented","name":"t","unit":"seconds","startValue":0,"endValue":1000000001,"events":[
            {"type":"O","frame":0,"at":0},{"type":"C","frame":0,"at":1},
            {"type":"O","frame":1,"at":2},{"type":"C","frame":1,"at":3},
            {"type":"O","frame":0,"at":1000000000},{"type":"C","frame":0,"at":1000000001}]}]})");
  const auto snapshot = importFile(file.path());
  EXPECT_EQ(snapshot->bounds().value(), (TimeRange{{0}, {3'000'000'000}}));
  EXPECT_EQ(problemsOf(*snapshot), "2 events begin or end more than a year from most others and are left out.\n");
  EXPECT_EQ(leftOutOf(*snapshot).at("events more than a year from most others"), 2u);
}

}  // namespace
}  // namespace strata::test
