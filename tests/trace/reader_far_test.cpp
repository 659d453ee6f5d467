#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/trace/perfetto_reader.h"
#include "tests/trace/reader_stream.h"

// One damaged time in another tool's Perfetto trace must not make a session so long that nothing of it can be seen.

namespace strata::test {
namespace {

using protozero::pbf_writer;

constexpr std::uint64_t kDayNs = std::uint64_t{24} * 3600 * 1'000'000'000, kFar = 2000 * kDayNs;

/// TrackEvent.Type
enum class Type : std::uint8_t { Begin = 1, End = 2, Instant = 3 };

/// A trace of a tool that is not Strata, on track 99, step by step.
class ForeignSteps {
 public:
  ForeignSteps& step(Type type, std::uint64_t time, std::string_view name = {}) {
    pbf_writer trace(m_bytes);
    pbf_writer one(trace, 1);
    one.add_uint32(10, 1);
    one.add_uint64(8, time);
    pbf_writer event(one, 11);
    event.add_enum(9, static_cast<std::int32_t>(type));
    event.add_uint64(11, 99);
    if (!name.empty()) event.add_string(23, name.data(), name.size());
    return *this;
  }
  ForeignSteps& slice(std::uint64_t begin, std::uint64_t end, std::string_view name) {
    return step(Type::Begin, begin, name).step(Type::End, end);
  }
  /// So many slices of 5 µs, 10 µs apart.
  ForeignSteps& row(int count, std::uint64_t from) {
    for (int i = 0; i < count; ++i, from += 10'000) slice(from, from + 5000, "near");
    return *this;
  }
  std::size_t size() const { return m_bytes.size(); }
  std::shared_ptr<const TraceSnapshot> read() const { return test::read(m_bytes); }

 private:
  std::string m_bytes;
};

std::string problemsIn(const TraceSnapshot& snapshot) {
  std::string all;
  for (const std::string& problem : snapshot.problems()) all += problem + "\n";
  return all;
}

TEST(FarTimesOfAPerfettoTrace, ASliceAYearFromTheOthersIsLeftOutWithItsEndAndSaid) {
  ForeignSteps steps;
  steps.row(5, 0);
  const std::size_t at = steps.size();
  const auto snapshot = steps.slice(kFar, kFar + 5000, "far").read();
  EXPECT_EQ(snapshot->bounds().value(), (TimeRange{{0}, {45'000}}));
  EXPECT_EQ(snapshot->totals().slices, 5u);
  EXPECT_EQ(snapshot->totals().unmatchedEnds, 0u);
  EXPECT_EQ(problemsIn(*snapshot),
            "1 event begins or ends more than a year from most others and is left out, at byte " + std::to_string(at) +
                ".\n");
  const auto import = nlohmann::json::parse(snapshot->messages()[0].json);
  EXPECT_EQ(import["left_out"]["events more than a year from most others"], 1);
  EXPECT_EQ(import["skipped"], 1);
}

TEST(FarTimesOfAPerfettoTrace, ATimeOfZeroIsFarFromADayLater) {
  const auto snapshot = ForeignSteps().slice(0, 5000, "zero").row(20, 40 * kDayNs).read();
  EXPECT_EQ(snapshot->totals().slices, 20u);
  EXPECT_EQ(snapshot->bounds().value().begin.ns, static_cast<std::int64_t>(40 * kDayNs));
  EXPECT_EQ(snapshot->totals().unmatchedEnds, 0u);
  EXPECT_NE(problemsIn(*snapshot).find("1 event begins or ends more than a day from most others and is left out"),
            std::string::npos)
      << problemsIn(*snapshot);
}

TEST(FarTimesOfAPerfettoTrace, OfASliceThatBeganFarBeforeTheEndIsNobodyElses) {
  const auto snapshot =
      ForeignSteps().step(Type::Begin, 0, "zero").row(20, 40 * kDayNs).step(Type::End, 40 * kDayNs + 1'000'000).read();
  EXPECT_EQ(snapshot->totals().slices, 20u);
  EXPECT_TRUE(snapshot->openEvents().empty());
  EXPECT_EQ(snapshot->totals().unmatchedEnds, 0u);
  EXPECT_EQ(snapshot->bounds().value().end.ns, static_cast<std::int64_t>(40 * kDayNs) + 195'000);
}

TEST(FarTimesOfAPerfettoTrace, OfASliceThatEndsYearsLaterTheEndIsLeftOut) {
  ForeignSteps steps;
  steps.step(Type::Begin, 0, "endless").row(5, 1000);
  const std::string place = std::to_string(steps.size());
  const auto snapshot = steps.step(Type::End, kFar).read();
  EXPECT_EQ(snapshot->bounds().value(), (TimeRange{{0}, {46'000}}));
  ASSERT_EQ(snapshot->openEvents().size(), 1u);
  EXPECT_EQ(snapshot->name(snapshot->openEvents()[0].event.name), "endless");
  EXPECT_EQ(problemsIn(*snapshot).find("most others"), std::string::npos) << "the event is there";
  EXPECT_NE(problemsIn(*snapshot).find("The end of 1 event, more than a year after its begin, is left out, at byte " +
                                       place + "."),
            std::string::npos)
      << problemsIn(*snapshot);
}

TEST(FarTimesOfAPerfettoTrace, InstantsAreLeftOutToo) {
  const auto snapshot = ForeignSteps().row(5, 0).step(Type::Instant, kFar, "far").read();
  EXPECT_EQ(snapshot->totals().instants, 0u);
  EXPECT_EQ(snapshot->bounds().value(), (TimeRange{{0}, {45'000}}));
}

TEST(FarTimesOfAPerfettoTrace, WithoutAMajorityNothingIsFar) {
  const auto snapshot = ForeignSteps().slice(0, 5000, "a").slice(kFar, kFar + 5000, "b").read();
  EXPECT_EQ(snapshot->totals().slices, 2u);
  EXPECT_EQ(problemsIn(*snapshot), "");
}

TEST(FarTimesOfAPerfettoTrace, ASessionOfOursKeepsAll) {
  StreamBuilder stream;
  stream.head();
  for (std::uint64_t i = 0; i < 20; ++i)
    stream.begin(StreamBuilder::kModel, 1000 + 10 * i, "near").finish(StreamBuilder::kModel, 1005 + 10 * i);
  stream.begin(StreamBuilder::kModel, kFar, "far").finish(StreamBuilder::kModel, kFar + 5).end();
  const auto snapshot = read(stream.bytes());
  EXPECT_EQ(snapshot->totals().slices, 21u);
  EXPECT_EQ(snapshot->bounds().value().end.ns, static_cast<std::int64_t>(kFar + 5));
}

}  // namespace
}  // namespace strata::test
