#include "engine/protocol/agent_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace strata {
namespace {

using testing::HasSubstr;

std::variant<AgentCommand, AgentLeaves> parsed(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "strata-agent-cpu");
  return parseAgentCommand(static_cast<int>(arguments.size()), arguments.data(), "strata-agent-cpu", "x86-64");
}

TEST(AgentOptions, ServeWithTracingByDefault) {
  const auto command = std::get<AgentCommand>(parsed({}));
  EXPECT_EQ(command.options.deviceIndex, 0);
  EXPECT_TRUE(command.options.trace);
  EXPECT_FALSE(command.probe);
  EXPECT_EQ(command.options.hangLimit, Duration{10'000'000'000});
}

TEST(AgentOptions, AreRead) {
  const auto command =
      std::get<AgentCommand>(parsed({"--device", "2", "--no-trace", "--probe", "--hang-limit", "0.5"}));
  EXPECT_EQ(command.options.deviceIndex, 2);
  EXPECT_FALSE(command.options.trace);
  EXPECT_TRUE(command.probe);
  EXPECT_EQ(command.options.hangLimit, Duration{500'000'000});
}

TEST(AgentOptions, CompileNamesAStepAndATarget) {
  const auto command =
      std::get<AgentCommand>(parsed({"--compile", "matmul/tiled", "--target", "sm_90", "--device", "2"}));
  EXPECT_EQ(command.compile.step, "matmul/tiled");
  EXPECT_EQ(command.compile.target, "sm_90");
  EXPECT_EQ(command.compile.deviceIndex, 2);
}

TEST(AgentOptions, HelpAndVersionLeaveWithSuccess) {
  const auto help = std::get<AgentLeaves>(parsed({"--help"}));
  EXPECT_EQ(help.status, 0);
  for (const char* option : {"--device", "--no-trace", "--probe", "--hang-limit", "--version"})
    EXPECT_THAT(help.text, HasSubstr(option));
  EXPECT_THAT(help.text, HasSubstr("What to compile for: x86-64; by default the device's architecture"));
  const auto version = std::get<AgentLeaves>(parsed({"--version"}));
  EXPECT_EQ(version.status, 0);
  EXPECT_THAT(version.text, testing::MatchesRegex("strata-agent-cpu [0-9.]+\n"));
}

TEST(AgentOptions, WrongUsageLeavesWithTwoInOneLine) {
  for (const std::vector<const char*>& arguments : std::vector<std::vector<const char*>>{{"--devise", "1"},
                                                                                         {"--device", "-1"},
                                                                                         {"--device", "cpu"},
                                                                                         {"--hang-limit", "0"},
                                                                                         {"--target", "sm_90"},
                                                                                         {"matmul"}}) {
    const auto leaves = std::get<AgentLeaves>(parsed(arguments));
    EXPECT_EQ(leaves.status, 2);
    EXPECT_THAT(leaves.text, testing::StartsWith("strata-agent-cpu: "));
    EXPECT_EQ(std::count(leaves.text.begin(), leaves.text.end(), '\n'), 1);
  }
}

}  // namespace
}  // namespace strata
