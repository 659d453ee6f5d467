#include "app/canvas/format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/views/timeline/timeline_ruler.h"
#include "app/words/messages.h"

namespace strata::format_test {
namespace {

TEST(Format, ManyNamesAreSaidByTheFirst) {
  const std::vector<std::string_view> names{"tiled", "vectorized", "naive"};
  EXPECT_EQ(joinedNames(names), "tiled, vectorized, naive");
  EXPECT_EQ(joinedNames(names, 3), "tiled, vectorized, naive");
  EXPECT_EQ(joinedNames(names, 2), "tiled, vectorized and 1 more");
  EXPECT_EQ(joinedNames({}), "");
}

TEST(Format, DurationsHaveThreeDigitsAndAUnit) {
  EXPECT_EQ(formatDuration({0}), "0 ns");
  EXPECT_EQ(formatDuration({340}), "340 ns");
  EXPECT_EQ(formatDuration({61'800}), "61.8 µs");
  EXPECT_EQ(formatDuration({1'420'000}), "1.42 ms");
  EXPECT_EQ(formatDuration({999'600}), "1.00 ms");
  EXPECT_EQ(formatDuration({2'310'000'000}), "2.31 s");
  EXPECT_EQ(formatDuration({200'000'000'000}), "3 min 20 s");
  EXPECT_EQ(formatDuration({-1'500}), "-1.50 µs");
  EXPECT_EQ(formatDuration({3'599'400'000'000}), "59 min 59 s");
  EXPECT_EQ(formatDuration({3'599'600'000'000}), "1 h 0 min");
  EXPECT_EQ(formatDuration({-7'500'000'000'000}), "-2 h 5 min");
  EXPECT_EQ(formatDuration({1'000'000'000'000'000'000}), "11574 d 2 h");
}

TEST(Format, DifferencesHaveTheirSign) {
  EXPECT_EQ(formatDifference({1'420'000}), "+1.42 ms");
  EXPECT_EQ(formatDifference({-340}), "−340 ns");
  EXPECT_EQ(formatDifference({0}), "0 ns");
}

TEST(Format, BytesAreBinaryAndRatesDecimal) {
  EXPECT_EQ(formatBytes(512), "512 B");
  EXPECT_EQ(formatBytes(8192), "8 KiB");
  EXPECT_EQ(formatBytes(64.0 * 1024 * 1024), "64 MiB");
  EXPECT_EQ(formatBytes(1.5 * 1024 * 1024 * 1024), "1.5 GiB");
  EXPECT_EQ(formatBytes(1024 * 1024 - 1), "1 MiB");
  EXPECT_EQ(formatByteRate(55.2e9), "55.2 GB/s");
  EXPECT_EQ(formatByteRate(999.9e6), "1 GB/s");
}

TEST(Format, SmallRatesHaveAUnitThatFits) {
  EXPECT_EQ(formatFlopRate(0.00687), "6.87 MFLOP/s");
  EXPECT_EQ(formatFlopRate(0.9996), "1 GFLOP/s");
  EXPECT_EQ(formatFlopRate(5e-7), "0.5 kFLOP/s");
  EXPECT_EQ(formatFlopRate(0), "0 GFLOP/s");
  EXPECT_EQ(formatByteRate(6.87e6), "6.87 MB/s");
}

TEST(Format, ThousandsStandApart) {
  EXPECT_EQ(formatCount(999), "999");
  EXPECT_EQ(formatCount(1'204'318), "1\u202f204\u202f318");
  EXPECT_EQ(formatFlopRate(495'268), "495 TFLOP/s");
}

TEST(Format, NumbersOfEverySize) {
  EXPECT_EQ(formatNumber(0), "0");
  EXPECT_EQ(formatNumber(0.25), "0.25");
  EXPECT_EQ(formatNumber(8.1e-7), "8.1e-7");
  EXPECT_EQ(formatNumber(-1.234567), "-1.23");
  EXPECT_EQ(formatNumber(std::nan("")), "NaN");
  EXPECT_EQ(formatNumber(-std::numeric_limits<double>::infinity()), "−∞");
  EXPECT_EQ(formatPercent(0.05), "5 %");
  EXPECT_EQ(formatPercent(0.125), "13 %") << "as people round";
  EXPECT_EQ(formatPercent(0.001), "< 1 %");
  EXPECT_EQ(formatPercent(0), "0 %");
  EXPECT_EQ(formatPartPercent(0.125), "12.5 %");
  EXPECT_EQ(formatPartPercent(0.625), "62.5 %");
  EXPECT_EQ(formatPartPercent(0.5), "50 %");
  EXPECT_EQ(formatPartPercent(1), "100 %");
  EXPECT_EQ(formatPartPercent(0.001), "< 1 %");
}

TEST(Format, TimePointsShowWhatThePixelCanTell) {
  EXPECT_EQ(formatTimePoint({412'345}, {1'000}), "412 µs");
  EXPECT_EQ(formatTimePoint({412'346}, {10}), "412.35 µs");
  EXPECT_EQ(formatTimePoint({412'345}, {1}), "412.345 µs");
  EXPECT_EQ(formatTimePoint({1'234'000'000}, {1'000'000}), "1\u202f234 ms");
  EXPECT_EQ(formatTimePoint({299'123'456'789}, {25'000}), "299.123\u202f46 s");
}

TEST(Format, TimePointsOfAColumnHaveTheUnitOfTheLatest) {
  const Duration latest{12'345'000'000}, step{1'000'000};
  EXPECT_EQ(formatTimePoint({412'345}, step, latest), "0.000 s");
  EXPECT_EQ(formatTimePoint({23'000'000}, step, latest), "0.023 s");
  EXPECT_EQ(formatTimePoint(latest, step, latest), "12.345 s");
}

TEST(Ruler, TicksAreRoundAndInside) {
  for (std::int64_t length = 40; length < 4'000'000'000'000; length *= 7)
    for (const std::int64_t start : {std::int64_t{0}, std::int64_t{123'456'789}, std::int64_t{9'999'999'999'999}}) {
      const HostTime origin{77};
      const TimeRange range{origin + Duration{start}, origin + Duration{start + length}};
      const Ruler ruler = makeRuler(range, origin, {length / 12 + 1});
      ASSERT_FALSE(ruler.ticks.empty());
      EXPECT_LE(ruler.ticks.size(), 13u);
      for (const Tick& tick : ruler.ticks) {
        EXPECT_GE(tick.time, range.begin);
        EXPECT_LT(tick.time, range.end);
        EXPECT_LE(tick.label.size(), 11u) << tick.label;
      }
    }
}

TEST(Ruler, SaysTheUnitOnce) {
  const Ruler ruler = makeRuler({{0}, {100'000}}, {0}, {15'000});
  ASSERT_EQ(ruler.ticks.size(), 5u);
  EXPECT_EQ(ruler.ticks[0].label, "0 µs");
  EXPECT_EQ(ruler.ticks[1].label, "20");
  EXPECT_TRUE(ruler.base.empty());
}

TEST(Ruler, HasTheUnitOfAPointOfTime) {
  const Ruler ruler = makeRuler({{10'024'000}, {10'074'000}}, {0}, {5'000});
  EXPECT_EQ(ruler.ticks.at(0).label, "10.025 ms");
  EXPECT_EQ(formatTimePoint({10'024'100}, {100}), "10.0241 ms");
}

TEST(Ruler, CountsFromNearbyWhenFarFromTheStart) {
  const Ruler ruler = makeRuler({{3'200'000'000}, {3'200'000'500}}, {0}, {80});
  EXPECT_EQ(ruler.base, "3.2 s +");
  EXPECT_EQ(ruler.ticks[1].label, "100");
}

TEST(Format, OneOfSomethingIsNotMany) {
  EXPECT_EQ(counted(0, Msg::OneEvent, Msg::Events), "0 events");
  EXPECT_EQ(counted(1, Msg::OneEvent, Msg::Events), "1 event");
  EXPECT_EQ(counted(1'204, Msg::OneEvent, Msg::Events), "1\u202f204 events");
}

TEST(Format, AGermanNumberHasAComma) {
  EXPECT_EQ(asWrittenIn("de", formatShare(0.0133)), "1,3 %");
  EXPECT_EQ(asWrittenIn("de", formatNumber(1987.4, 5)), "1\u202f987,4");
  EXPECT_EQ(asWrittenIn("de", "Zeile 3."), "Zeile 3.") << "that point ends a sentence";
  EXPECT_EQ(asWrittenIn({}, "1.3 %"), "1.3 %");
}

TEST(Messages, PlacesAreFilled) {
  EXPECT_EQ(fillText(Msg::CallNumber, {"matmul", "42"}), "matmul #42");
  EXPECT_EQ(fillText(Msg::CallNumber, {"{1}", "2"}), "{1} #2") << "a value is never read as a place";
  EXPECT_EQ(fillText(Msg::TipDuration, {"5 µs"}), "5 µs {1}");
}

}  // namespace
}  // namespace strata::format_test
