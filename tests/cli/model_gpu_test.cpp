#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

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

/// What is counted on some blocks, and at two smaller depths, comes to what all of it does.
TEST(ModelGpu, CountsOfSomeBlocksAndTurnsAreThoseOfAll) {
  auto some = modelled({"matmul", "--set", "n=512", "--variants", "coalesced,tiled,register_2d"});
  if (some.empty()) GTEST_SKIP() << "A sanitizer is on.";
  const Finished full = test::strata({"run", "matmul", "--device", "cpu", "--set", "n=512", "--set", "observe=memory",
                                      "--set", "roofs=off", "--repeat", "1", "--model-gpu", "none", "--variants",
                                      "coalesced,tiled,register_2d", "--no-trace", "--json"});
  for (const auto& run : full.json()["runs"]) {
    double lines = 0;
    for (const auto& place : run["memory"]) lines += place.value("lines", 0.0);
    const double counted = some[run["variant"]]["launches"][0]["demand"]["l1_lines"];
    EXPECT_NEAR(counted / lines, 1, 0.02) << run["variant"];
  }
}

TEST(ModelGpu, ATableSaysThatNoRunTookPlaceThere) {
  const Finished finished = test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=65536", "--repeat", "1",
                                          "--set", "roofs=off", "--model-gpu", "h100", "--no-trace"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  if (finished.out.find("Modelled on") == std::string::npos) GTEST_SKIP() << "A sanitizer is on.";
  EXPECT_THAT(finished.out, HasSubstr("NVIDIA H100"));
  EXPECT_THAT(finished.out, HasSubstr("which is not here"));
  EXPECT_THAT(finished.out, HasSubstr("held by"));
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

TEST(ModelGpu, NoneIsNoneAndAnUnknownGpuIsRefused) {
  const auto none = test::strata(
      {"run", "saxpy", "--device", "cpu", "--set", "n=1024", "--model-gpu", "none", "--no-trace", "--json"});
  for (const auto& run : none.json()["runs"]) EXPECT_TRUE(run["modelled"].is_null());
  const Finished wrong = test::strata({"run", "saxpy", "--device", "cpu", "--model-gpu", "h10"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("h100"));
  const Finished two =
      test::strata({"run", "saxpy", "--device", "cpu", "--model-gpu", "h100", "--set", "model_gpu=a100"});
  EXPECT_EQ(two.code, 2);
  EXPECT_THAT(two.err, HasSubstr("disagree"));
}

}  // namespace
}  // namespace strata
