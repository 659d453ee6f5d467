#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/cli/strata_command.h"

// `strata` alone in a folder: which agent is not beside it, and how to get it, for those who have packages and those
// who build.

namespace strata {
namespace {

using test::Finished;
using test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class MissingAgent : public ::testing::Test {
 protected:
  /// The program by another path, as it looks for agents beside itself.
  Finished lone(std::vector<std::string> line) const {
    return test::strataIn(
        "ln -f \"$0\" '" + program + "' 2>/dev/null || cp \"$0\" '" + program + "'; exec '" + program + "' \"$@\"",
        std::move(line));
  }

  TemporaryFolder folder;
  const std::string program = folder.file("strata");
};

TEST_F(MissingAgent, OfGpusIsAPackageOrABuild) {
  const Finished cuda = lone({"run", "matmul", "--device", "cuda"});
  EXPECT_EQ(cuda.code, 3);
  EXPECT_THAT(cuda.err, AllOf(HasSubstr("sudo apt install strata-agent-cuda"),
                              HasSubstr("./dev build where the CUDA toolkit is installed"), HasSubstr("--device cpu")));
  const Finished hip = lone({"run", "matmul", "--device", "hip"});
  EXPECT_THAT(hip.err, AllOf(HasSubstr("sudo apt install strata-agent-hip"), HasSubstr("where hipcc is installed")));
}

TEST_F(MissingAgent, OfProcessorsIsNotReplacedByItself) {
  const Finished finished = lone({"run", "matmul", "--device", "cpu"});
  EXPECT_EQ(finished.code, 3);
  EXPECT_THAT(finished.err, AllOf(HasSubstr("There is no strata-agent-cpu"), HasSubstr("sudo apt install strata)"),
                                  HasSubstr("./dev build."), Not(HasSubstr("--device cpu"))));
}

TEST_F(MissingAgent, ThatIsThereAndMayNotBeExecutedIsSaidSo) {
  const std::string agent = folder.file("strata-agent-cpu");
  test::writeBytes(agent, "#!/bin/sh\n");
  std::filesystem::permissions(agent, std::filesystem::perms::owner_read);
  const Finished finished = lone({"run", "matmul", "--device", "cpu"});
  EXPECT_EQ(finished.code, 3);
  EXPECT_THAT(finished.err, AllOf(HasSubstr("may not execute it: chmod a+x " + agent), Not(HasSubstr("apt install"))));
}

}  // namespace
}  // namespace strata
