#include "app/facts/finding_words.h"

#include <gtest/gtest.h>

namespace strata::finding_words_test {
namespace {

RunResult watched() {
  RunResult result;
  result.variant = "mine";
  result.findings = KernelFindings{{"1000"}, 2, 512, 4096, 0, 0, {}};
  return result;
}

TEST(FindingWords, ARightResultSaysWhatNothingFoundDoesNotMean) {
  const RunResult result = watched();
  EXPECT_FALSE(isWrongUnseen(result));
  EXPECT_TRUE(soundText(result).starts_with("Nothing wrong was found (watched at 1000: ")) << soundText(result);
}

TEST(FindingWords, WhatDoesNotEndOrTouchesWhatIsNotThereEndsItsAgent) {
  RunResult result = watched();
  EXPECT_FALSE(endsItsAgent(*result.findings));
  result.findings->findings.push_back({.kind = "race", .kernel = "mine", .file = "mine.cu", .line = 3});
  EXPECT_FALSE(endsItsAgent(*result.findings));
  for (const char* kind : {"endless", "out of bounds"}) {
    result.findings->findings.back().kind = kind;
    EXPECT_TRUE(endsItsAgent(*result.findings)) << kind;
  }
}

TEST(FindingWords, AWrongResultSaysWhatWasLookedForAndNotFound) {
  RunResult result = watched();
  result.status = RunResult::Status::Failed;
  result.error = RunResult::Check{"relative Frobenius", 0.999, 5e-6};
  EXPECT_TRUE(isWrongUnseen(result));
  const std::string words = soundText(result);
  EXPECT_TRUE(
      words.starts_with("No access out of bounds, no misaligned access, no uninitialised read, no race and no "
                        "barrier that not all threads reach (watched at 1000: "))
      << words;
  EXPECT_TRUE(words.ends_with("): the arithmetic itself, or an index within bounds, is wrong.")) << words;
}

TEST(FindingWords, WithAFindingOrWithoutACheckNothingIsSaidOfTheArithmetic) {
  RunResult result = watched();
  result.status = RunResult::Status::Failed;
  EXPECT_FALSE(isWrongUnseen(result)) << "it was not checked";
  result.error = RunResult::Check{"relative Frobenius", 0.999, 5e-6};
  result.findings->findings.push_back({.kind = "race", .kernel = "mine", .file = "mine.cu", .line = 3});
  EXPECT_FALSE(isWrongUnseen(result));
  result.findings.reset();
  EXPECT_FALSE(isWrongUnseen(result)) << "nobody looked";
}

}  // namespace
}  // namespace strata::finding_words_test
