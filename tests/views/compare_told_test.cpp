#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/facts/comparison_notes.h"
#include "app/views/view.h"
#include "tests/views/compared_sessions.h"

// What two sides tell of themselves beside their events.

namespace strata::compare_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::shared_ptr<const TraceSnapshot> eightGemms(std::int64_t ns) {
  return kernelsOf({{"gemm", ns},
                    {"gemm", ns + 10},
                    {"gemm", ns + 20},
                    {"gemm", ns + 30},
                    {"gemm", ns + 40},
                    {"gemm", ns + 50},
                    {"gemm", ns + 60},
                    {"gemm", ns + 70}});
}

ComparedSession toldRun(SideTold told) {
  ComparedSession run = runSide(eightGemms(1000), "run");
  run.experiment = "matmul";
  run.device = "AMD EPYC";
  run.told = std::move(told);
  return run;
}

std::vector<std::string> notesOn(SideTold one, SideTold two) {
  return comparisonNotes(compareSessions(toldRun(std::move(one)), toldRun(std::move(two)), std::nullopt));
}

TEST(CompareTold, VariantsThatAMeasuredAndBDidNot) {
  const SideTold a{.variants = {{"naive", true, "ok"},
                                {"mine", true, "ok"},
                                {"library", true, "ok"},
                                {"wmma", false, "unsupported", "unsupported"}}};
  const SideTold b{.variants = {{"naive", true, "ok"}, {"mine", false, "failed", "FAILED", "mine is wrong"}}};
  EXPECT_THAT(notesOn(a, b), ElementsAre("mine was measured in A and not in B: FAILED: mine is wrong",
                                         "library was measured in A and not in B: B has no result of it"));
  EXPECT_THAT(notesOn(b, a), IsEmpty()) << "what B has more is no loss";
  ComparedSession other = toldRun(b);
  other.experiment = "conv2d";
  EXPECT_THAT(comparisonNotes(compareSessions(toldRun(a), other, std::nullopt)), IsEmpty())
      << "of another experiment all variants are others";
}

TEST(CompareTold, SettingsMachinesAndSoftwareThatDifferAndNoVerdictLess) {
  const SideTold a{.machine = {{"cores", "2"}, {"architecture", "x86-64-v4"}},
                   .software = {{"library", "OpenBLAS 0.3.21"}},
                   .variants = {{"mine", true, "ok", "ok", "", "be15"}},
                   .settings = {{"caches", "warm"}, {"streams", "1"}}};
  SideTold b = a;
  EXPECT_THAT(notesOn(a, b), IsEmpty());
  b.machine["cores"] = "1";
  b.software["library"] = "OpenBLAS 0.3.29";
  b.variants[0].ownText = "f6a4";
  b.settings["caches"] = "cold";
  EXPECT_THAT(
      notesOn(a, b),
      ElementsAre("settings differ: caches warm / cold", "texts of kernels differ, by fingerprint: mine be15 / f6a4",
                  "machine or software differs: cores 2 / 1, library OpenBLAS 0.3.21 / OpenBLAS 0.3.29"));
  const Comparison comparison = compareSessions(toldRun(a), toldRun(b), std::nullopt);
  EXPECT_TRUE(lineOf(comparison, "gemm").moreThanChance().has_value());
  ComparedSession other = toldRun(b);
  other.device = "NVIDIA H100";
  EXPECT_THAT(comparisonNotes(compareSessions(toldRun(a), other, std::nullopt)),
              ElementsAre(HasSubstr("settings"), HasSubstr("texts"), HasSubstr("software differs: library")))
      << "another device's name says that it is another";
}

TEST(CompareTold, WhatIsWrongWithASideAndWhatVariesInIt) {
  const SideTold a{.unsteady = "naive: the slowest repeat took up to 24 × the fastest"};
  const SideTold b{.problems = {"The last 5 bytes are cut off."}, .whole = false};
  EXPECT_THAT(notesOn(a, b), ElementsAre("B: The last 5 bytes are cut off.",
                                         "A: naive: the slowest repeat took up to 24 × the fastest"));
}

TEST(CompareTold, ASideWithoutTimedCallsIsNotWeighedAgainstOneWithSome) {
  const auto gemms = eightGemms(1000);
  const Comparison comparison = compareSessions(runSide(gemms, "run"), side(gemms, "all"), std::nullopt);
  EXPECT_EQ(comparison.untimedSide(), 1u);
  EXPECT_FALSE(lineOf(comparison, "gemm").moreThanChance().has_value());
  EXPECT_FALSE(lineOf(comparison, "gemm").ratio().has_value()) << "of repeats to whatever it did";
  EXPECT_THAT(comparisonNotes(comparison), ElementsAre(HasSubstr("B has no timed calls")));
  const Comparison both = compareSessions(side(gemms, "all"), side(gemms, "all"), std::nullopt);
  EXPECT_FALSE(both.untimedSide().has_value());
  EXPECT_TRUE(lineOf(both, "gemm").moreThanChance().has_value());
}

TEST(CompareTold, MoreRepeatsAreAdvisedOnlyWhereTheyWouldHelp) {
  const auto asked = [](std::int64_t repeats) {
    return compareSessions(toldRun({.repeats = repeats}), toldRun({.repeats = 40}), std::nullopt).moreRepeatsHelp();
  };
  EXPECT_TRUE(asked(5));
  EXPECT_FALSE(asked(40)) << "they were lost otherwise";
  EXPECT_FALSE(asked(0)) << "it takes none";
}

TEST(CompareTold, TheHeadSaysIt) {
  ViewState state;
  const ComparedSession a = toldRun({.settings = {{"caches", "warm"}}}),
                        b = toldRun({.settings = {{"caches", "cold"}}});
  state.session.snapshot = a.snapshot;
  state.sight.range = a.range;
  state.sight.comparison = std::make_shared<const Comparison>(compareSessions(a, b, std::nullopt));
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, {0, 0, 1300, 420}, state);
  EXPECT_NE(canvas.findText("settings differ: caches warm / cold"), nullptr);
}

}  // namespace
}  // namespace strata::compare_test
