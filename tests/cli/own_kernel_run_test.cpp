#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/cli/strata_command.h"

// `strata run LADDER --kernel`: kernels that take a step's place, the wrong ones, too.

namespace strata {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// The step's cost says nothing of how long this kernel takes: no sign of life is given in its place.
TEST(OwnKernelRun, OneWithoutEndIsEndedOnceTheLimitHasPassed) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("mine.cu"), session = folder.file("run.pftrace");
  std::ofstream(file)
      << "__global__ void mine(const float* A, const float* B, float* C, int m, int n, int k, int rowA,\n"
         "                     int colA, int rowB, int colB) {\n"
         "  for (volatile int j = 0; j < 1;) {}\n"
         "}\n";
  const test::Finished finished =
      test::strata({"run",        "matmul", "--device",     "cpu",       "--set",      "m=640", "--set",    "n=640",
                    "--set",      "k=640",  "--set",        "roofs=off", "--repeat",   "1",     "--kernel", file,
                    "--variants", "mine",   "--hang-limit", "1",         "--no-trace", "--out", session});
  EXPECT_EQ(finished.code, 5);
  EXPECT_THAT(finished.err, AllOf(HasSubstr("no sign of life for 1 s"),
                                  HasSubstr("while the device works on mine, which hangs or takes longer")));
  EXPECT_THAT(test::fractionsTold(session, "mine 640×640×640, warm-up"), testing::SizeIs(1));
}

TEST(OwnKernelRun, AnElementThatIsNotWrittenIsNamed) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("mine.cu");
  std::ofstream(file) << "__global__ void zip(float a, const float* x, const float* y, float* out, int n) {\n"
                         "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                         "  if (i < n - 1) out[i] = a * x[i] + y[i];\n"
                         "}\n";
  const test::Finished finished =
      test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=1000", "--set", "roofs=off", "--repeat", "1",
                    "--kernel", file, "--like", "naive", "--variants", "mine", "--no-trace"});
  EXPECT_THAT(finished.out, HasSubstr("element 999 was not written"));
}

TEST(OwnKernelRun, WhatStandsBehindAKernelThatDoesNotCompileSaysThatItWasNotRun) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("mine.cu");
  std::ofstream(file) << "__global__ void zip(float a, const float* x, const float* y, float* out, int n) { oops }\n";
  const auto run = [&](const char* variants) {
    return test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=1000", "--set", "roofs=off", "--repeat", "1",
                         "--kernel", file, "--like", "naive", "--variants", variants, "--no-trace"});
  };
  const test::Finished first = run("mine,naive"), last = run("naive");
  EXPECT_NE(first.code, 0);
  EXPECT_THAT(first.out, testing::ContainsRegex("naive +not run"));
  EXPECT_THAT(first.out, HasSubstr("naive: not run: mine.cu does not compile\n"));
  EXPECT_THAT(last.out, testing::ContainsRegex("naive +ok")) << "a kernel that is not named comes last";
}

}  // namespace
}  // namespace strata
