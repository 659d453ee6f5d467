#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/cli/strata_command.h"

namespace strata {
namespace {

using test::Finished;
using ::testing::HasSubstr;
using ::testing::Not;

// A limit of processes binds no root: there the command runs as a user of whom nothing else runs.
TEST(MachineLimit, ThatOfThreadsIsNamedAndIsNoBug) {
  const std::string as = ::geteuid() == 0 ? "setpriv --reuid=64321 --regid=64321 --clear-groups " : "";
  const Finished finished = test::strataIn("ulimit -u 1; exec " + as + R"("$0" "$@")", {"list"});
  EXPECT_EQ(finished.code, 3) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("The command failed: the system starts no more threads"));
  EXPECT_THAT(finished.err, HasSubstr("ulimit -u"));
  EXPECT_THAT(finished.err, Not(HasSubstr("bug")));
}

TEST(MachineLimit, OfStacksLeavesTheCpuAgentsThreadsTheirs) {
  const Finished finished =
      test::strataIn(R"(ulimit -s 1024; exec "$0" "$@")",
                     {"run", "saxpy", "--set", "n=4096", "--set", "model_gpu=none", "--device", "cpu", "--no-trace"});
  EXPECT_EQ(finished.code, 0) << finished.err;
}

}  // namespace
}  // namespace strata
