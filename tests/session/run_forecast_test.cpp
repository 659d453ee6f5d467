#include "app/session/run_forecast.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/session/known_speeds.h"
#include "tests/session/recorded_stream.h"

namespace strata {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// matmul of 256 on the CPU: naive took 0.1 s, tiled 1 ms, and of "vectorised" nothing is known.
RunRecord measured(const std::string& device = "cpu") {
  RunRecord run;
  run.experiment = "matmul";
  run.device = device;
  *run.parameters = {{"n", 256}};
  run.results = {test::okResult("naive", 0.1), test::okResult("tiled", 0.001)};
  return run;
}

Request request(int n, std::vector<std::string> variants = {"naive", "tiled"}) {
  Request request;
  request.name = "matmul";
  *request.parameters = {{"n", n}, {"repeat", 4}};
  request.variants = std::move(variants);
  return request;
}

TEST(RunForecast, GoesByTheWorkOfEachVariant) {
  const std::vector runs{measured()};
  const auto found = forecast(request(512), "cpu", runs);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->times, 5);
  EXPECT_NEAR(found->time.seconds(), 5 * 8 * 0.101, 1e-6) << "twice the size is eight times the work";
  EXPECT_THAT(found->slow, IsEmpty());
}

TEST(RunForecast, SlowVariantsAreToldAndNotCounted) {
  const std::vector runs{measured()};
  const auto found = forecast(request(2048), "cpu", runs);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->slow, ElementsAre("naive"));
  EXPECT_NEAR(found->time.seconds(), 5 * 512 * 0.001, 1e-6);
  Request all = request(2048);
  all.parameters["slow"] = "run";
  EXPECT_NEAR(forecast(all, "cpu", runs)->time.seconds(), 5 * 512 * 0.101, 1e-6);
}

TEST(RunForecast, AVariantThatWasLeftOutIsKnownByWhatWasExpected) {
  RunRecord run = measured();
  run.results[0].status = RunResult::Status::Unsupported;
  run.results[0].figures = {{"expected_seconds", 0.2, "s", Provenance::Modelled}};
  const auto found = forecast(request(256, {"naive"}), "cpu", std::vector{run});
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->time.seconds(), 1, 1e-6);
}

TEST(RunForecast, TheNewestRunOnTheSameDeviceTells) {
  RunRecord newer = measured();
  newer.results[1].seconds.median = 0.002;
  const std::vector runs{measured(), newer, measured("cuda")};
  EXPECT_NEAR(forecast(request(256, {"tiled"}), "cpu", runs)->time.seconds(), 0.01, 1e-9);
  EXPECT_FALSE(forecast(request(256), "hip", runs));
}

TEST(RunForecast, OfSeveralSizesTheNearestTellsAndNotTheNewest) {
  RunRecord tiny = measured();
  *tiny.parameters = {{"n", 1}};
  tiny.results[1].seconds.median = 1e-5;  // all of it the launch
  const std::vector runs{measured(), tiny};
  EXPECT_NEAR(forecast(request(256, {"tiled"}), "cpu", runs)->time.seconds(), 5 * 0.001, 1e-9);
  EXPECT_NEAR(forecast(request(1, {"tiled"}), "cpu", runs)->time.seconds(), 5 * 1e-5, 1e-9);
}

TEST(RunForecast, WhatIsNotKnownIsSaid) {
  const std::vector runs{measured()};
  EXPECT_THAT(forecast(request(256, {"naive", "vectorised"}), "cpu", runs)->unknown, ElementsAre("vectorised"));
  EXPECT_FALSE(forecast(request(256, {"vectorised"}), "cpu", runs));
  Request other = request(256);
  other.name = "transformer";
  EXPECT_FALSE(forecast(other, "cpu", runs));
  EXPECT_FALSE(forecast(request(-1), "cpu", runs)) << "a request that fits nothing";
}

/// matmul of `n`, whose naive step the host counted so long.
RunRecord counted(int n, double seconds) {
  RunRecord run = measured();
  *run.parameters = {{"n", n}, {"times", "modelled"}};
  run.results = {test::okResult("naive", 0)};
  run.results[0].status = RunResult::Status::Unsupported;
  run.results[0].figures = {{"counting_seconds", seconds, "s", Provenance::Measured}};
  return run;
}

TEST(RunForecast, CountingForAnotherGpuGoesByHowLongCountingTook) {
  Request modelled = request(512, {"naive"});
  modelled.parameters["times"] = "modelled";
  EXPECT_FALSE(forecast(modelled, "cpu", std::vector{measured()})) << "what was measured says nothing of it";
  const std::vector runs{counted(64, 0.5), counted(480, 7), measured()};
  const auto found = forecast(modelled, "cpu", runs);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->time.seconds(), 7, 1e-9) << "once, as at the size nearest to this one";
  EXPECT_EQ(found->time, found->counting);
  const auto both = forecast(request(512, {"naive"}), "cpu", runs);
  EXPECT_NEAR(both->time.seconds(), 5 * 8 * 0.1 + 7, 1e-6) << "measured, then counted";
  Request none = request(512, {"naive"});
  none.parameters["model_gpu"] = "none";
  EXPECT_NEAR(forecast(none, "cpu", runs)->time.seconds(), 5 * 8 * 0.1, 1e-6);
  KnownSpeeds known;
  for (const RunRecord& run : runs) known.add(run);
  const KnownSpeeds again = KnownSpeeds::fromText(known.toText());
  EXPECT_NEAR(forecast(modelled, "cpu", again.runs())->time.seconds(), 7, 1e-9) << "also in the next session";
}

TEST(KnownSpeeds, GoFromOneSessionToTheNext) {
  KnownSpeeds known;
  RunRecord run = measured();
  run.results.push_back(test::okResult("vectorised", 0.01));
  run.results.back().status = RunResult::Status::Failed;
  known.add(run);
  known = KnownSpeeds::fromText(known.toText());
  ASSERT_EQ(known.runs().size(), 1u);
  EXPECT_EQ(known.runs()[0].results.size(), 2u) << "what failed is no speed";
  EXPECT_NEAR(forecast(request(512), "cpu", known.runs())->time.seconds(), 5 * 8 * 0.101, 1e-6);
}

TEST(KnownSpeeds, ANewerRunOfTheSameKindTakesThePlaceOfTheOlder) {
  KnownSpeeds known;
  known.add(measured());
  RunRecord newer = measured();
  newer.results[1].seconds.median = 0.002;
  known.add(newer);
  ASSERT_EQ(known.runs().size(), 1u);
  EXPECT_EQ(known.runs()[0].results[1].seconds.median, 0.002);
  for (int n = 1; n < 100; ++n) {
    newer.parameters["n"] = n;
    known.add(newer);
  }
  EXPECT_EQ(known.runs().size(), 50u);
}

TEST(KnownSpeeds, TextThatMakesNoSenseHoldsNone) {
  for (const char* text : {"", "{", "[]", "[1]", "[{}]", R"([{"experiment":"matmul","seconds":[1]}])",
                           R"([{"experiment":"matmul","seconds":{"naive":"fast"}}])"})
    EXPECT_THAT(KnownSpeeds::fromText(text).runs(), IsEmpty()) << text;
}

TEST(RunForecast, ARunIsCalledByItsShape) {
  EXPECT_EQ(shapeOf(measured()), "256×256×256");
  EXPECT_EQ(shapeOf(RunRecord{}), "");
  RunRecord brought = measured();
  brought.results.push_back(test::okResult("mine", 0.01));
  EXPECT_EQ(shapeOf(brought), "256×256×256") << "with a kernel of somebody's own, too";
}

}  // namespace
}  // namespace strata
