#include "app/studio/kernel_sentence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace strata {
namespace {

using testing::ElementsAre;

RunResult refused(const char* words) {
  RunResult result;
  result.status = RunResult::Status::Failed;
  result.message = words;
  return result;
}

TEST(KernelSentence, OfATextThatDoesNotCompileSaysTheLine) {
  EXPECT_EQ(
      sentenceOf(refused("mine.cu does not compile:\nmine.cu:43:3: error: expected ‘;’"), "mine.cu").toStdString(),
      "mine.cu does not compile at line 43.");
  EXPECT_EQ(
      sentenceOf(refused("mine.cu does not compile:\nmine.cu:9: warning: unused\nmine.cu:43:3: error: no"), "mine.cu")
          .toStdString(),
      "mine.cu does not compile at line 43.")
      << "a warning is not why";
  EXPECT_EQ(sentenceOf(refused("mine.cu does not compile:\nIt says nothing."), "mine.cu").toStdString(),
            "mine.cu does not compile: It says nothing.");
}

TEST(KernelSentence, OfALinesErrorsTheFirstIsSaidAndErrorsComeBeforeWarnings) {
  EXPECT_THAT(notesAtLines("mine.cu:2:1: warning: odd\n"
                           "mine.cu:7:3: error: expected ‘;’\n"
                           "mine.cu:7:9: error: what follows from it\n"
                           "mine.cu:8:5: error: another\n",
                           "mine.cu"),
              ElementsAre(CompilerNote{7, true, "expected ‘;’"}, CompilerNote{8, true, "another"},
                          CompilerNote{2, false, "odd"}));
}

}  // namespace
}  // namespace strata
