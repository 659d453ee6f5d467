#include "app/facts/compiler_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace strata {
namespace {

using testing::ElementsAre;

TEST(CompilerNotes, AreTheErrorsAndWarningsOfTheFile) {
  constexpr const char* kWords =
      "mine.cu does not compile:\n"
      "mine.cu: In function ‘void k()’:\n"
      "mine.cu:21:3: error: expected ‘;’ before ‘for’\n"
      "   21 |   for (;;)\n"
      "other.cuh:7:1: error: of another file\n"
      "mine.cu:4:9: warning: unused variable ‘x’\n"
      "mine.cu:9:1: note: declared here\n"
      "mine.cu:30: fatal error: the end";
  EXPECT_THAT(compilerNotes(kWords, "mine.cu"),
              ElementsAre(CompilerNote{21, true, "expected ‘;’ before ‘for’"},
                          CompilerNote{4, false, "unused variable ‘x’"}, CompilerNote{30, true, "the end"}));
}

TEST(CompilerNotes, AnyBytesAreTaken) {
  for (const char* words :
       {"", "mine.cu", "mine.cu:", "mine.cu:7", "mine.cu:7:", "mine.cu:7:8:", "mine.cu:-7: error: x",
        "mine.cu:99999999999999: error: x", "mine.cu:0: error: x", "\n\n\n"})
    EXPECT_TRUE(compilerNotes(words, "mine.cu").empty()) << words;
  EXPECT_TRUE(compilerNotes("mine.cu:7: error: x", "").empty());
}

}  // namespace
}  // namespace strata
