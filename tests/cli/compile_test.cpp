#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "kernels/operation/operation.h"
#include "layers/workloads/kernel/kernel_experiment.h"
#include "tests/cli/strata_command.h"

// `strata compile`, with the agents of this build.

namespace strata {
namespace {

using test::Finished;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Compile, ShowsTheVeryTextThatIsCompiled) {
  const Finished finished = test::strata({"compile", "matmul", "tiled", "--show", "source"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.out, findStep(*findOperation("matmul"), "tiled")->source);
}

TEST(Compile, OnTheCpuSaysWhatIsKnownAndNoMore) {
  const Finished finished = test::strata({"compile", "matmul", "tiled", "--json"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.json()["version"], 1);
  const auto kernel = finished.json()["kernels"].at(0);
  EXPECT_EQ(kernel["kernel"], "matmul_tiled<32>");
  EXPECT_EQ(finished.json()["target"], "x86-64");
  EXPECT_THAT(kernel["target"].get<std::string>(), StartsWith("x86-64-v")) << "the level it is compiled for";
  EXPECT_TRUE(kernel["resources"]["registers"].is_null());
  EXPECT_FALSE(kernel["occupancy"].contains("share"));
  const std::string machine = kernel["machine"]["text"];
  EXPECT_NE(machine.empty(), kernel["machine"]["reason"].get<std::string>().empty());
  EXPECT_TRUE(machine.empty() || machine.find("<void matmul_tiled<32>(") != std::string::npos) << machine;
}

TEST(Compile, TheHeadNamesTheLevelAndInstructionsAreCounted) {
  const Finished finished = test::strata({"compile", "saxpy", "naive", "--target", "x86-64"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("naive for x86-64-v"));
  if (finished.out.find("not installed") != std::string::npos) GTEST_SKIP() << finished.out;
  EXPECT_THAT(finished.out, HasSubstr(" instructions; --show machine"));
}

TEST(Compile, InstructionsStandBelowTheirLines) {
  const Finished finished = test::strata({"compile", "matmul", "naive", "--lines"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  if (finished.out.find("not installed") != std::string::npos) GTEST_SKIP() << finished.out;
  EXPECT_THAT(finished.out, HasSubstr("\nmatmul/naive.cuh:"));
  if (__builtin_cpu_supports("x86-64-v3")) {
    EXPECT_THAT(finished.out, HasSubstr("vfmadd"));
  }
}

TEST(Compile, TwoTargetsSideBySide) {
  const Finished finished =
      test::strata({"compile", "matmul", "naive", "--target", "x86-64-v1", "--against", "x86-64-v3"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  if (finished.out.find("not installed") != std::string::npos) GTEST_SKIP() << finished.out;
  EXPECT_THAT(finished.out, HasSubstr("naive for x86-64-v3"));
  EXPECT_THAT(finished.out, HasSubstr("instructions by line (counted)"));
  EXPECT_THAT(finished.out, HasSubstr("matmul/naive.cuh:"));
  EXPECT_THAT(finished.out, HasSubstr("instructions by name (counted)"));
}

TEST(Compile, AKernelOfOnesOwnInAStepsPlace) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("mine.cu");
  std::ofstream(file)
      << "__global__ void mine(const float* A, const float* B, float* C, int, int, int, int, int, int, int) {\n"
         "  C[threadIdx.x] = A[0] * B[0];\n"
         "  for (int i = 0; C[i] < B[i]; ++i) C[i + 1] += A[i];\n"
         "}\n";
  for (const char* target : {"x86-64", "sm_90", "gfx90a"}) {
    const Finished finished =
        test::strata({"compile", "matmul", "naive", "--kernel", file, "--target", target, "--lines"});
    if (finished.code == 3) continue;  // neither the agent nor its compiler need be here
    ASSERT_EQ(finished.code, 0) << finished.err;
    if (finished.out.find("not installed") != std::string::npos) continue;
    EXPECT_THAT(finished.out, HasSubstr("\nmine.cu:2    C[threadIdx.x] = A[0] * B[0];")) << target;
    EXPECT_THAT(finished.out, testing::Not(HasSubstr("mine.cuh"))) << "it is called as its author calls it";
    EXPECT_THAT(finished.out, testing::Not(HasSubstr("own_mine"))) << "a jump's target has the kernel's own name";
  }
  const Finished both =
      test::strata({"compile", "matmul", "naive", "--kernel", file, "--target", "x86-64-v1", "--against", "x86-64-v3"});
  ASSERT_EQ(both.code, 0) << both.err;
  if (both.out.find("not installed") == std::string::npos) {
    EXPECT_THAT(both.out, testing::ContainsRegex("mine.cu:2 .*C.threadIdx.x. = A.0. [*] B.0.;"));
  }
  const Finished wrong = test::strata({"compile", "matmul", "tiled", "--kernel", folder.file("none.cu")});
  EXPECT_NE(wrong.code, 0);
  EXPECT_THAT(wrong.err, HasSubstr("none.cu"));
}

TEST(Compile, AKernelThatRunsAlone) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("smooth.cu"), session = folder.file("run.pftrace"), out = folder.file("one.svg");
  std::ofstream(file) << freeKernelTemplate();
  const Finished direct = test::strata({"compile", "kernel", "smooth", "--kernel", file, "--lines"});
  ASSERT_EQ(direct.code, 0) << direct.err;
  if (direct.out.find("not installed") != std::string::npos) GTEST_SKIP() << direct.out;
  EXPECT_THAT(direct.out, HasSubstr("\nsmooth.cu:"));
  ASSERT_EQ(test::strata({"run", "kernel", "--device", "cpu", "--file", file, "--set", "roofs=off", "--repeat", "1",
                          "--out", session})
                .code,
            0);
  const Finished drawn = test::strata({"render", session, "--view", "compiled", "--target", "x86-64", "--out", out});
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  EXPECT_THAT(test::bytesOf(out).size(), testing::Gt(10'000u));
}

TEST(Compile, WrongLinesNameWhatIsNear) {
  for (const auto& [line, says] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"compile", "matmul", "tilled"}, "'tiled'"},
           {{"compile", "matmull", "tiled"}, "'matmul'"},
           {{"compile", "matmul", "library"}, "no variant"},
           {{"compile", "matmul", "tiled", "--target", "risc-v"}, "'risc-v'"},
           {{"compile", "matmul", "tiled", "--show", "poetry"}, "--show"},
           {{"compile", "matmul", "tiled", "--show", "source", "--target", "risc-v"}, "'risc-v'"},
           {{"compile", "matmul", "tiled", "--show", "source", "--json"}, "--json"},
           {{"compile", "matmul"}, "variant"}}) {
    const Finished finished = test::strata(line);
    EXPECT_EQ(finished.code, 2) << says;
    EXPECT_THAT(finished.err, HasSubstr(says));
  }
}

TEST(Compile, AnUnknownLevelOfTheProcessorIsRefusedAsByARun) {
  setenv("STRATA_CPU_LEVEL", "v9", 1);
  const Finished asDevice = test::strata({"compile", "matmul", "tiled"});
  const Finished named = test::strata({"compile", "matmul", "tiled", "--target", "x86-64-v1"});
  unsetenv("STRATA_CPU_LEVEL");
  EXPECT_EQ(asDevice.code, 2) << asDevice.out;
  EXPECT_THAT(asDevice.err, HasSubstr("level v9 were requested for the CPU; there are v1, v3 and v4: set"));
  EXPECT_THAT(named.err, testing::Not(HasSubstr("v9"))) << "it names its level itself";
}

TEST(Compile, ForAGpuWithoutAGpu) {
  for (const auto& [target, shared] : {std::pair{"sm_90", 8192}, std::pair{"gfx90a", 8192}}) {
    const Finished finished = test::strata({"compile", "matmul", "tiled", "--target", target, "--json"});
    if (finished.code == 3) {  // neither the agent nor its compiler need be here
      EXPECT_THAT(finished.err, ::testing::AnyOf(HasSubstr("There is no strata-agent-"), HasSubstr("not installed")));
      continue;
    }
    ASSERT_EQ(finished.code, 0) << finished.err;
    const auto kernel = finished.json()["kernels"].at(0);
    EXPECT_EQ(kernel["resources"]["shared_bytes"], shared) << target;
    EXPECT_GT(kernel["resources"]["registers"].get<int>(), 8) << target;
    EXPECT_GT(kernel["occupancy"]["share"].get<double>(), 0) << target;
  }
}

TEST(Compile, AKernelThatOnlyTrapsSaysSoInsteadOfItsOccupancy) {
  const Finished finished = test::strata({"compile", "matmul", "unit_tiled", "--target", "gfx1030"});
  if (finished.code == 3) GTEST_SKIP() << finished.err;
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("  no occupancy. On gfx1030 this kernel only traps: the architecture has no "
                                      "matrix unit for bf16 that Strata's kernels know.\n"));
  EXPECT_THAT(finished.out, ::testing::Not(HasSubstr("(modelled)")));
}

TEST(Compile, FeaturesThatATargetDoesNotHaveAreRefusedWithThoseThatItHas) {
  const auto refused = [](const char* target) {
    return test::strata({"compile", "matmul", "unit_tiled", "--target", target});
  };
  const Finished wrong = refused("gfx90a:foo");
  if (wrong.code == 3) GTEST_SKIP() << wrong.err;
  for (const Finished& each : {wrong, refused("gfx90a:xnack"), refused("gfx90a:")}) {
    EXPECT_EQ(each.code, 2);
    EXPECT_THAT(each.err, HasSubstr("write xnack+ or xnack-, sramecc+ or sramecc-."));
    EXPECT_THAT(each.err, ::testing::Not(HasSubstr("signal")));
  }
  EXPECT_THAT(refused("gfx1030:xnack+").err, HasSubstr("gfx1030 has no features to choose"));
}

TEST(Compile, ASignalLeavesNothingInTheTemporaryFolder) {
  namespace fs = std::filesystem;
  const test::TemporaryFolder folder;
  const fs::path place = folder.file("temporary");
  const auto waitUntil = [](auto&& holds) {
    for (int tries = 0; !holds() && tries < 2000; ++tries) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return holds();
  };
  for (const int signal : {SIGINT, SIGKILL}) {
    fs::create_directory(place);
    test::StrataCommand command("TMPDIR=" + place.string() + R"( exec "$0" "$@")", {"compile", "matmul", "tiled"});
    EXPECT_TRUE(waitUntil([&] { return !fs::is_empty(place); }));
    ::kill(command.pid(), signal);
    EXPECT_EQ(command.wait().code, 128 + signal);
    EXPECT_TRUE(waitUntil([&] { return fs::is_empty(place); }));
  }
}

// HIPRTC 5.2 would end itself on an architecture that it does not know.
TEST(Compile, AnArchitectureThatTheCompilerDoesNotKnowIsRefusedWithThoseThatItDoes) {
  const Finished finished = test::strata({"compile", "matmul", "tiled", "--target", "gfx9999"});
  if (finished.code == 3) GTEST_SKIP() << finished.err;
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr(" knows no gfx9999; a newer one may. It knows: gfx"));
  EXPECT_THAT(finished.err, ::testing::Not(HasSubstr("signal")));
  EXPECT_THAT(finished.err, ::testing::Not(HasSubstr("gfx600"))) << "which HIP does not run on";
  const Finished old = test::strata({"compile", "matmul", "tiled", "--target", "gfx600"});
  EXPECT_EQ(old.code, 2) << old.out;
  EXPECT_THAT(old.err, HasSubstr("'gfx600' is no target of HIP"));
}

}  // namespace
}  // namespace strata
