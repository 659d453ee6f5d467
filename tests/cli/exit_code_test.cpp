#include "app/session/exit_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/core.h>

#include <fstream>
#include <set>
#include <string>

#include "tests/cli/strata_command.h"

namespace strata {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// The rows of README's table "exit code".
std::string readmeTable() {
  std::ifstream file(STRATA_SOURCE_DIR "/README.md");
  std::string rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (inside && !line.starts_with("|")) break;
    if (inside && !line.starts_with("|---")) rows += line + "\n";
    inside = inside || line.starts_with("| exit code");
  }
  return rows;
}

TEST(ExitCode, ReadmeShowsTheTable) {
  std::string rows;
  for (const auto& [code, meaning] : exitCodes()) rows += fmt::format("| {} | {} |\n", static_cast<int>(code), meaning);
  EXPECT_EQ(readmeTable(), rows);
}

TEST(ExitCode, HelpShowsTheTable) {
  const std::string help = test::strata({"--help"}).out;
  for (const auto& [code, meaning] : exitCodes())
    EXPECT_THAT(help, HasSubstr(fmt::format("\n  {:<5} {}\n", static_cast<int>(code), meaning)));
  EXPECT_THAT(test::strata({"run", "--help"}).out, Not(HasSubstr("Exit codes")));
}

TEST(ExitCode, EveryErrorEndsInACodeOfTheTable) {
  std::set<ExitCode> listed;
  for (const auto& [code, meaning] : exitCodes()) EXPECT_TRUE(listed.insert(code).second) << meaning;
  for (const ErrorCode code :
       {ErrorCode::Internal, ErrorCode::Usage, ErrorCode::Unavailable, ErrorCode::Unsupported, ErrorCode::OutOfMemory,
        ErrorCode::CheckFailed, ErrorCode::AgentDied, ErrorCode::Io, ErrorCode::Stopped}) {
    EXPECT_TRUE(listed.contains(exitCodeOf(code)));
    EXPECT_NE(exitCodeOf(code), ExitCode::Done);
  }
  EXPECT_EQ(exitCodeOf(ErrorCode::Stopped), ExitCode::Interrupted);
}

}  // namespace
}  // namespace strata
