#include "app/lessons/shell_command.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

std::string commandOf(std::string_view line) {
  return shellCommand(parseRunLine(line).value());
}

TEST(ShellCommand, EachParameterIsAnOptionOfItsOwn) {
  EXPECT_EQ(commandOf("matmul n=512 repeat=9 variants=naive,library"),
            "strata run matmul --set n=512 --set repeat=9 --variants naive,library");
}

TEST(ShellCommand, AListOfNumbersIsALoop) {
  EXPECT_EQ(commandOf("copy n=64 streams=1,2 repeat=8"),
            "for streams in 1 2; do strata run copy --set n=64 --set streams=$streams --set repeat=8; done");
}

TEST(ShellCommand, AShellTakesAValueAsItIs) {
  EXPECT_EQ(commandOf("transformer prompt=it's"), R"(strata run transformer --set 'prompt=it'\''s')");
  EXPECT_EQ(commandOf("transformer prompt=x;touch${IFS}y;$(id) variants=a;b"),
            "strata run transformer --set 'prompt=x;touch${IFS}y;$(id)' --variants 'a;b'");
}

TEST(ShellCommand, WhatOnlyTheCpuDoesRunsThere) {
  EXPECT_EQ(commandOf("matmul n=64 observe=memory"), "strata run matmul --set n=64 --set observe=memory --device cpu");
}

}  // namespace
}  // namespace strata
