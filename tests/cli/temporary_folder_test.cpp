#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/strata_command.h"

// Commands where TMPDIR names no folder.

namespace strata {
namespace {

using test::Finished;
using ::testing::HasSubstr;
using ::testing::Not;

class NoTemporaryFolderTest : public ::testing::Test {
 protected:
  Finished run(std::vector<std::string> arguments) const {
    return test::strataIn("TMPDIR='" + missing + R"(' exec "$0" "$@")", std::move(arguments));
  }

  test::TemporaryFolder folder;
  const std::string missing = folder.file("missing");
};

TEST_F(NoTemporaryFolderTest, ARunNeedsNone) {
  const std::string out = folder.file("mm.pftrace");
  const std::vector<std::string> line{"run",   "matmul",   "--device", "cpu",        "--set", "n=64",
                                      "--set", "repeat=3", "--json",   "--variants", "naive"};
  std::vector<std::string> saved = line, untraced = line;
  saved.insert(saved.end(), {"--out", out});
  untraced.emplace_back("--no-trace");
  for (const auto& arguments : {line, saved, untraced}) {
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_THAT(finished.err, Not(HasSubstr("missing")));
    EXPECT_TRUE(finished.json()["errors"].empty()) << finished.out;
  }
  EXPECT_EQ(test::strata({"info", out, "--json"}).json()["complete"], true);
}

TEST_F(NoTemporaryFolderTest, WhyADeviceIsNotHereIsSaidAllTheSame) {
  const Finished finished = run({"list"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.out, test::strata({"list"}).out);
}

TEST_F(NoTemporaryFolderTest, WhatCompilesNamesItAndWhatToDo) {
  const Finished finished = run({"compile", "matmul", "naive"});
  EXPECT_EQ(finished.code, 6) << finished.err;
  EXPECT_THAT(finished.err,
              HasSubstr("The temporary folder " + missing + " takes no file: No such file or directory."));
  EXPECT_THAT(finished.err, HasSubstr("TMPDIR"));
}

// As laboratories mount /tmp. A mount of its own takes a namespace, which some containers refuse.
TEST_F(NoTemporaryFolderTest, OneThatAllowsNoProgramsIsNamedWhereAKernelIsToBeLoaded) {
  const std::string kernel = folder.file("mine.cu"), own = folder.file("noexec");
  std::ofstream(kernel) << "__global__ void mine(float a, const float* x, const float* y, float* out, int n) {}\n";
  std::filesystem::create_directory(own);
  const std::string mount = "mount -t tmpfs -o noexec none " + own,
                    forbids = mount + " && cp /bin/true " + own + " && ! " + own + "/true";
  const Finished finished =
      test::strataIn("unshare -rm sh -c '" + forbids + "' || exit 77; unshare -rm sh -c '" + mount +
                         " && TMPDIR=" + own + R"( exec "$0" "$@"' "$0" "$@")",
                     {"run", "saxpy", "--device", "cpu", "--kernel", kernel, "--variants", "mine"});
  if (finished.code == 77) GTEST_SKIP() << "no mount of its own is allowed here";
  EXPECT_EQ(finished.code, 3) << finished.err;
  EXPECT_THAT(finished.err + finished.out, HasSubstr("the temporary folder " + own + " allows no programs"));
}

}  // namespace
}  // namespace strata
