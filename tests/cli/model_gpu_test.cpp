#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/cli/strata_command.h"

// Times on a GPU that is not here, from the command line.

namespace strata {
namespace {

using test::Finished;
using ::testing::HasSubstr;

/// Modelled results by variant; skips where a sanitizer keeps the instrumented kernels out.
std::map<std::string, nlohmann::json> modelled(std::vector<std::string> arguments) {
  std::vector<std::string> all{"run"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  for (const char* more : {"--device", "cpu", "--set", "times=modelled", "--no-trace", "--json"})
    all.emplace_back(more);
  const auto json = test::strata(all).json();
  std::map<std::string, nlohmann::json> runs;
  for (const auto& run : json["runs"])
    if (run["modelled"].is_object()) runs[run["variant"]] = run["modelled"];
  return runs;
}

double seconds(const nlohmann::json& run) {
  return run["seconds"];
}

TEST(ModelGpu, TheLadderRisesOnAGpuAndSaysWhatHoldsEachStep) {
  auto runs = modelled({"matmul", "--model-gpu", "a6000", "--set", "n=2048", "--variants",
                        "naive,coalesced,tiled,register_2d,warp_tile"});
  if (runs.empty()) GTEST_SKIP() << "A sanitizer is on.";
  ASSERT_EQ(runs.size(), 5u);
  double before = 1e9;
  for (const char* step : {"naive", "coalesced", "tiled", "register_2d", "warp_tile"}) {
    EXPECT_LT(seconds(runs[step]), before) << step;
    before = seconds(runs[step]);
  }
  EXPECT_EQ(runs["naive"]["bound"], "load_unit");
  EXPECT_EQ(runs["naive"]["gpu_title"], "NVIDIA RTX A6000");
  // Each warp and turn: a line for each of 32 rows of A, and one of B.
  const nlohmann::json& demand = runs["naive"]["launches"][0]["demand"];
  const double turns = 2048.0 * 2048 * 2048 / 32;
  EXPECT_NEAR(demand["l1_lines"].get<double>() / turns, 33, 0.1);
  EXPECT_NEAR(demand["fp32_instructions"].get<double>() / turns, 1, 0.02);
}

/// Its warps are of 32 lanes, however many those had that were counted.
TEST(ModelGpu, WhatWavesOf64ExecuteIsTheWorkOfTwoWarps) {
  const std::vector<std::string> arguments{"matmul", "--model-gpu", "mi300x", "--set", "n=256", "--variants", "tiled"};
  const auto warps = modelled(arguments);
  if (warps.empty()) GTEST_SKIP() << "A sanitizer is on.";
  setenv("STRATA_CPU_WAVE", "64", 1);
  const auto waves = modelled(arguments);
  unsetenv("STRATA_CPU_WAVE");
  const nlohmann::json& of32 = warps.at("tiled")["launches"][0]["demand"];
  const nlohmann::json& of64 = waves.at("tiled")["launches"][0]["demand"];
  for (const char* count : {"warps_per_block", "instructions", "fp32_instructions", "barriers", "waiting_warps"})
    EXPECT_NEAR(of64[count].get<double>() / of32[count].get<double>(), 1, 0.02) << count;
  EXPECT_NEAR(seconds(waves.at("tiled")) / seconds(warps.at("tiled")), 1, 0.05);
}

TEST(ModelGpu, CountsInWavesOf64AreSaidAndOnlyForGpusThatHaveThem) {
  const auto printed = [](const char* gpu) {
    return test::strata({"run", "matmul", "--device", "cpu", "--set", "n=64", "--set", "times=modelled", "--variants",
                         "naive", "--model-gpu", gpu, "--no-trace"});
  };
  const std::string narrow = printed("mi300x").out;
  if (narrow.find("Modelled on") == std::string::npos) GTEST_SKIP() << "A sanitizer is on.";
  constexpr const char* kNarrow = "Requests are counted in warps of 32 lanes; this GPU's waves have more";
  EXPECT_THAT(narrow, HasSubstr(kNarrow));
  EXPECT_THAT(printed("a100").out, ::testing::Not(HasSubstr(kNarrow)));
  setenv("STRATA_CPU_WAVE", "64", 1);
  const Finished wide = printed("mi300x"), nvidia = printed("a100"), rdna = printed("7900xtx");
  unsetenv("STRATA_CPU_WAVE");
  EXPECT_THAT(wide.out, HasSubstr("Modelled on"));
  EXPECT_THAT(wide.out, ::testing::Not(HasSubstr(kNarrow)));
  for (const Finished& refused : {nvidia, rdna}) {
    EXPECT_THAT(refused.out, ::testing::Not(HasSubstr("Modelled on")));
    EXPECT_THAT(refused.out + refused.err, HasSubstr("counts in waves of 64"));
    EXPECT_THAT(refused.out + refused.err, HasSubstr("unset STRATA_CPU_WAVE"));
  }
}

TEST(ModelGpu, SaysWhereCodeSpillsAndWhereItOnlyTraps) {
  const auto printed = [](const char* gpu, const char* variant, const char* type) {
    const Finished run = test::strata({"run", "matmul", "--device", "cpu", "--set", "n=128", "--set", type, "--set",
                                       "times=modelled", "--variants", variant, "--model-gpu", gpu, "--no-trace"});
    return run.out + run.err;
  };
  const std::string spills = printed("7900xtx", "wide_tile", "type=fp32");
  if (spills.find("Modelled on") == std::string::npos) GTEST_SKIP() << "A sanitizer is on.";
  EXPECT_THAT(spills, ::testing::ContainsRegex("\nwide_tile: the compiler spilled [0-9]+ bytes a thread\\."));
  EXPECT_THAT(printed("a100", "wide_tile", "type=fp32"), ::testing::Not(HasSubstr("spilled")));
  EXPECT_THAT(printed("7900xtx", "unit_naive", "type=fp16"),
              HasSubstr("On gfx1100 this kernel only traps: the architecture has no matrix unit for fp16"));
  EXPECT_THAT(printed("mi300x", "unit_specialised", "type=fp16"),
              HasSubstr("On gfx942 this kernel only traps: it needs the warpgroup products"));
  EXPECT_THAT(printed("h100", "unit_specialised", "type=fp16"), HasSubstr("computes in code for sm_90a alone"));
}

TEST(ModelGpu, AMatrixUnitIsQuickerTheBetterItIsFed) {
  auto runs = modelled({"matmul", "--model-gpu", "a6000", "--set", "n=4096", "--set", "type=fp16", "--variants",
                        "unit_naive,unit_tiled,unit_pipelined"});
  if (runs.empty()) GTEST_SKIP() << "A sanitizer is on.";
  EXPECT_GT(seconds(runs["unit_naive"]), 1.2 * seconds(runs["unit_tiled"]));
  EXPECT_GT(seconds(runs["unit_tiled"]), 1.3 * seconds(runs["unit_pipelined"]));
  // Two fragments a product of 16³, each in four loads of eight lines; machine code has turns of four products.
  const double products = std::pow(4096.0 / 16, 3);
  const nlohmann::json& naive = runs["unit_naive"]["launches"][0]["demand"];
  EXPECT_NEAR(naive["l1_lines"].get<double>() / products, 64, 0.2);
  EXPECT_NEAR(naive["l1_bytes"].get<double>() / products, 2 * 16 * 16 * 2, 1);
  EXPECT_LT(naive["instructions"].get<double>() / products, 35);
  // A fragment serves two products, and takes four wavefronts more where rows meet in the same banks.
  const nlohmann::json& tiled = runs["unit_tiled"]["launches"][0]["demand"];
  EXPECT_GT(tiled["shared_wavefronts"].get<double>() / products, 8);
}

TEST(ModelGpu, AttentionSplitIsForOneQuery) {
  const auto at = [](const char* queries) {
    return modelled({"attention", "--model-gpu", "a6000", "--set", "heads=8", "--set", "keys=2048", "--set", queries,
                     "--variants", "fused,split,registers"});
  };
  auto one = at("queries=1"), many = at("queries=128");
  if (one.empty()) GTEST_SKIP() << "A sanitizer is on.";
  EXPECT_LT(seconds(one["split"]), seconds(one["fused"]));
  EXPECT_LT(seconds(one["split"]), seconds(one["registers"]));
  EXPECT_GT(seconds(many["split"]), seconds(many["fused"]));
  EXPECT_LT(seconds(many["split"]), 5 * seconds(many["fused"])) << "V is in L2, though the tape ends before it is read";
}

/// How far the lines of products of m × k and k × n are off, at most, where the model counts but some of them.
double sampledLinesOff(const std::vector<std::string>& size, const std::string& basis) {
  const std::string steps = "coalesced,tiled,register_2d";
  std::vector<std::string> some{"matmul", "--variants", steps};
  std::vector<std::string> all{"run",         "matmul",         "--device",   "cpu",       "--variants", steps,
                               "--set",       "observe=memory", "--set",      "roofs=off", "--repeat",   "1",
                               "--model-gpu", "none",           "--no-trace", "--json"};
  for (const std::string& one : size)
    for (std::vector<std::string>* arguments : {&some, &all}) arguments->insert(arguments->end(), {"--set", one});
  auto runs = modelled(some);
  double most = 0;
  for (const auto& run : runs.empty() ? nlohmann::json::array() : test::strata(all).json()["runs"]) {
    const nlohmann::json& sampled = runs[run["variant"]];
    EXPECT_THAT(sampled["basis"].get<std::string>(), HasSubstr(basis));
    double lines = 0;
    for (const auto& place : run["memory"]) lines += place.value("lines", 0.0);
    const double counted = sampled["launches"][0]["demand"]["l1_lines"];
    most = std::max(most, std::abs(counted / lines - 1));
  }
  return most;
}

/// Of blocks, of depths, of both, and where tiles stand over the edges: docs/gpu-model.md states these.
TEST(ModelGpu, CountsOfSomeBlocksAndTurnsAreThoseOfAll) {
  EXPECT_LT(sampledLinesOff({"n=256", "k=192"}, " of "), 1e-6);
  EXPECT_LT(sampledLinesOff({"n=64", "k=512"}, "all blocks, k 64 and 128 of 512"), 1e-6);
  EXPECT_LT(sampledLinesOff({"m=128", "n=256", "k=512"}, "blocks, k 64 and 128 of 512"), 1e-6);
  EXPECT_LT(sampledLinesOff({"n=250", "k=500"}, "blocks, k 116 and 180 of 500"), 0.03);
}

/// Blocks of the set differ by their data: of those that are counted, what warps execute for each question whether one
/// goes on is compared with a picture of which all blocks are counted.
TEST(ModelGpu, BlocksOfTheMandelbrotSetThatAreCountedStandForAll) {
  const auto executed = [](const char* side) {
    const std::string rows = std::string("rows=") + side;
    auto runs = modelled({"mandelbrot", "--set", rows});
    std::map<std::string, double> all;
    if (runs.empty()) return all;
    const auto json = test::strata({"run", "mandelbrot", "--device", "cpu", "--set", rows, "--set", "observe=memory",
                                    "--set", "roofs=off", "--repeat", "1", "--model-gpu", "none", "--no-trace",
                                    "--json", "--hang-limit", "300"})
                          .json();
    for (const auto& run : json["runs"]) {
      double questions = 0;
      for (const auto& place : run["memory"])
        if (place["what"] == "branch") questions += place["requests"].get<double>();
      const nlohmann::json& demand = runs[run["variant"]]["launches"][0]["demand"];
      all[run["variant"]] = demand["fp32_instructions"].get<double>() / questions;
    }
    return all;
  };
  const auto whole = executed("128");
  if (whole.empty()) GTEST_SKIP() << "A sanitizer is on.";
  for (const auto& [step, each] : executed("512")) EXPECT_NEAR(each / whole.at(step), 1, 0.05) << step;
}

TEST(ModelGpu, ATableSaysThatNoRunTookPlaceThere) {
  const Finished finished = test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=65536", "--repeat", "1",
                                          "--set", "roofs=off", "--model-gpu", "h100", "--no-trace"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  if (finished.out.find("Modelled on") == std::string::npos) GTEST_SKIP() << "A sanitizer is on.";
  EXPECT_THAT(finished.out, HasSubstr("NVIDIA H100"));
  EXPECT_THAT(finished.out, HasSubstr("which is not here"));
  for (const char* words :
       {"held by", "operands GB/s", "memory GB/s", "hides behind each other only in part", "The model is off by "})
    EXPECT_THAT(finished.out, HasSubstr(words));
}

TEST(ModelGpu, SaysWhereTheCodeOfAnotherTargetStandsIn) {
  const auto printed = [](const char* gpu) {
    return test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=65536", "--set", "times=modelled",
                         "--model-gpu", gpu, "--no-trace"})
        .out;
  };
  const std::string mi300x = printed("mi300x");
  if (mi300x.find("Modelled on") == std::string::npos) GTEST_SKIP() << "A sanitizer is on.";
  EXPECT_THAT(mi300x, HasSubstr("\nRegisters and instructions are of code for gfx940.\n"));
  EXPECT_THAT(printed("7900xtx"), HasSubstr("of code for gfx1100 with the device library of gfx1030.\n"));
  EXPECT_THAT(printed("h100"), ::testing::Not(HasSubstr("of code for")));
}

TEST(ModelGpu, AKernelOfOnesOwnSaysWhyItHasNoModelledTime) {
  const auto folder = std::filesystem::temp_directory_path() / "strata-own-not-modelled";
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "mine.cu").string();
  std::ofstream(file) << "__global__ void k(float a, const float* x, const float* y, float* out, int n) {\n"
                         "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                         "  if (i < n) out[i] = a * x[i] + y[i];\n"
                         "}\n";
  const Finished beside = test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=65536", "--repeat", "1", "--set",
                                        "roofs=off", "--kernel", file, "--model-gpu", "h100", "--no-trace"});
  if (beside.out.find("Modelled on") == std::string::npos) GTEST_SKIP() << "A sanitizer is on.";
  EXPECT_THAT(beside.out, HasSubstr("mine: a kernel of your own is not modelled: registers"));
  const Finished alone = test::strata({"run", "kernel", "--file", file, "--model-gpu", "h100", "--no-trace"});
  EXPECT_NE(alone.code, 0);
  EXPECT_THAT(alone.err, HasSubstr("a kernel of your own is not modelled: registers"));
}

TEST(ModelGpu, OnlyModelledIsNoFailure) {
  const Finished finished = test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=65536", "--set",
                                          "times=modelled", "--model-gpu", "h100", "--no-trace"});
  if (finished.out.find("Modelled on") == std::string::npos) GTEST_SKIP() << "A sanitizer is on.";
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.err.find("none of the variants"), std::string::npos) << finished.err;
}

TEST(ModelGpu, ABadFileOfOnesOwnIsRefusedWithWhatToWrite) {
  const auto folder = std::filesystem::temp_directory_path() / "strata-own-gpus";
  std::filesystem::create_directories(folder / "strata" / "gpus");
  std::ifstream shipped(STRATA_SOURCE_DIR "/assets/gpus/a6000.json");
  auto gpu = nlohmann::json::parse(shipped);
  gpu["figures"]["clock"]["value"] = 1e12;
  std::ofstream(folder / "strata" / "gpus" / "mine.json") << gpu.dump();
  setenv("XDG_DATA_HOME", folder.c_str(), 1);
  const Finished finished =
      test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=1024", "--model-gpu", "mine", "--no-trace"});
  unsetenv("XDG_DATA_HOME");
  std::filesystem::remove_all(folder);
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("mine.json"));
  EXPECT_THAT(finished.err, HasSubstr("\"clock\""));
  EXPECT_THAT(finished.err, HasSubstr("it must be from 100 to 10000 MHz"));
}

TEST(ModelGpu, AnExperimentThatIsNotModelledSaysWhichAre) {
  for (const std::vector<std::string>& asked :
       {std::vector<std::string>{"--model-gpu", "h200"}, std::vector<std::string>{"--set", "model_gpu=h200"}}) {
    std::vector<std::string> line{"run", "transformer"};
    line.insert(line.end(), asked.begin(), asked.end());
    const Finished refused = test::strata(line);
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("transformer is not modelled; "));
    EXPECT_THAT(refused.err, HasSubstr("matmul, "));
    EXPECT_THAT(refused.err, ::testing::Not(HasSubstr("prompt"))) << "the parameters it has are no help";
    EXPECT_THAT(refused.err, HasSubstr("Leave " + asked[0] + " " + asked[1] + " out."));
  }
}

TEST(ModelGpu, NoneIsWhatAnExperimentWithoutModelDoes) {
  for (const std::vector<std::string>& asked :
       {std::vector<std::string>{"--model-gpu", "none"}, std::vector<std::string>{"--set", "model_gpu=None"}}) {
    std::vector<std::string> line{"run", "transformer", "--device", "cpu", "--set", "tokens=1", "--no-trace"};
    line.insert(line.end(), asked.begin(), asked.end());
    const Finished finished = test::strata(line);
    EXPECT_EQ(finished.code, 0) << finished.err;
  }
}

TEST(ModelGpu, NoneIsNoneAndAnUnknownGpuIsRefused) {
  const auto none = test::strata(
      {"run", "saxpy", "--device", "cpu", "--set", "n=1024", "--model-gpu", "none", "--no-trace", "--json"});
  for (const auto& run : none.json()["runs"]) EXPECT_TRUE(run["modelled"].is_null());
  const Finished wrong = test::strata({"run", "saxpy", "--device", "cpu", "--model-gpu", "h10"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("h100"));
  EXPECT_THAT(wrong.err, HasSubstr("gpus.md"));
  const Finished capitals = test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=1024", "--set",
                                          "times=modelled", "--model-gpu", "MI300X", "--no-trace"});
  EXPECT_THAT(capitals.err, ::testing::Not(HasSubstr("must be one of")));
  const Finished two =
      test::strata({"run", "saxpy", "--device", "cpu", "--model-gpu", "h100", "--set", "model_gpu=a100"});
  EXPECT_EQ(two.code, 2);
  EXPECT_THAT(two.err, HasSubstr("disagree"));
}

}  // namespace
}  // namespace strata
