#include "engine/base/shell_word.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

TEST(ShellWord, IsQuotedOnlyWhereAShellWouldTakeItForSomethingElse) {
  EXPECT_EQ(shellWord("/tmp/first-one.lesson"), "/tmp/first-one.lesson");
  EXPECT_EQ(shellWord("PyTorch to GPU.lesson"), "'PyTorch to GPU.lesson'");
  EXPECT_EQ(shellWord("it's"), "'it'\\''s'");
  EXPECT_EQ(shellWord("$HOME"), "'$HOME'");
  EXPECT_EQ(shellWord(""), "''");
}

}  // namespace
}  // namespace strata
