#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>

#include "kernels/matmul/matmul_operation.h"
#include "kernels/matmul/matmul_sizes.h"
#include "kernels/operation/kernel_table.h"
#include "tests/kernels/operation_conformance.h"

namespace strata {
namespace {

const Step& step(std::string_view name) {
  const Step* found = findStep(matmulOperation(), name);
  if (!found) throw std::out_of_range(std::string(name));
  return *found;
}

Problem problem(const LadderCase& values) {
  return problemOf(matmulOperation(), values);
}

Problem sized(std::int64_t m, std::int64_t n, std::int64_t k) {
  return problem({{"m", m}, {"n", n}, {"k", k}});
}

TEST(MatmulSteps, InTheOrderTheyAreTaught) {
  std::vector<std::string_view> names;
  for (const Step& each : matmulOperation().steps) names.push_back(each.name);
  EXPECT_EQ(names,
            (std::vector<std::string_view>{"naive", "coalesced", "tiled", "register_1d", "register_2d", "vectorised",
                                           "conflict_free", "warp_tile", "double_buffered", "wide_tile", "unit_naive",
                                           "unit_tiled", "unit_pipelined", "unit_specialised"}));
}

TEST(MatmulSteps, EveryKernelTheyStartIsBuiltAndTakesTheirArguments) {
  for (const Step& each : matmulOperation().steps)
    for (const std::int64_t type : {0, 1, 2})
      for (const std::int64_t a : {0, 1})
        for (const std::int64_t b : {0, 1}) {
          const Problem asked = problem({{"type", type}, {"trans_a", a}, {"trans_b", b}});
          for (const KernelLaunch& launch : each.plan(asked).launches) {
            const KernelEntry entry = findKernel(launch.kernel);
            EXPECT_NE(entry.function, nullptr) << launch.kernel;
            EXPECT_EQ(entry.parameterBytes.size(), launch.arguments.size()) << launch.kernel;
          }
        }
}

TEST(MatmulSteps, ShownTextIsTheFile) {
  for (const Step& each : matmulOperation().steps) {
    std::ifstream in(std::string(STRATA_SOURCE_DIR) + "/" + std::string(each.file));
    std::stringstream text;
    text << in.rdbuf();
    ASSERT_FALSE(text.str().empty()) << each.file;
    EXPECT_EQ(each.source, text.str());
  }
}

// A warp of 32×1 threads: neighbours in x are rows in the first step, columns in the second.
TEST(MatmulSteps, TheFirstTwoStepsDifferInTheOrderOfTheirThreads) {
  const LaunchShape naive = step("naive").plan(sized(70, 9, 5)).launches[0].shape;
  const LaunchShape coalesced = step("coalesced").plan(sized(70, 9, 5)).launches[0].shape;
  EXPECT_EQ(naive.block, (Dim3{32, 8, 1}));
  EXPECT_EQ(coalesced.block, naive.block);
  EXPECT_EQ(naive.grid, (Dim3{3, 2, 1}));
  EXPECT_EQ(coalesced.grid, (Dim3{1, 9, 1}));
}

// Counts by hand: what the kernels' texts load, store and keep, one element after the other.
struct Count {
  double global = 0, shared = 0;  ///< elements
};

// Threads that load a tile of A and one of B and read `reads` elements for each step along k.
Count countTiled(const Problem& p, MatmulTile tile, std::int64_t threads, std::int64_t reads) {
  const std::int64_t m = p["m"], n = p["n"], k = p["k"];
  Count count{.global = static_cast<double>(m * n)};
  for (std::int64_t row = 0; row < m; row += tile.m)
    for (std::int64_t col = 0; col < n; col += tile.n)
      for (std::int64_t start = 0; start < k; start += tile.k) {
        for (std::int64_t l = start; l < start + tile.k; ++l) {
          for (std::int64_t i = row; i < row + tile.m; ++i) count.global += i < m && l < k;
          for (std::int64_t j = col; j < col + tile.n; ++j) count.global += j < n && l < k;
          count.shared += static_cast<double>(tile.m + tile.n);
        }
        count.shared += static_cast<double>(threads * tile.k * reads);
      }
  return count;
}

TEST(MatmulSteps, CostsAreExact) {
  const std::map<std::string_view, std::function<Count(const Problem&)>> counts{
      {"tiled",
       [](const Problem& p) {
         return countTiled(p, {32, 32, 32}, 1024, 2);
       }},
      {"register_1d",
       [](const Problem& p) {
         return countTiled(p, {64, 64, 8}, 512, 9);
       }},
      {"register_2d",
       [](const Problem& p) {
         return countTiled(p, {128, 128, 16}, 256, 16);
       }},
      {"vectorised",
       [](const Problem& p) {
         return countTiled(p, {128, 128, 16}, 256, 16);
       }},
      {"conflict_free",
       [](const Problem& p) {
         return countTiled(p, {128, 128, 16}, 256, 16);
       }},
      {"warp_tile",
       [](const Problem& p) {
         return countTiled(p, {128, 128, 16}, 256, 16);
       }},
      {"double_buffered",
       [](const Problem& p) {
         return countTiled(p, {128, 128, 16}, 256, 16);
       }},
      {"wide_tile",
       [](const Problem& p) {
         return countTiled(p, {128, 256, 8}, 256, 24);
       }},
  };
  for (const auto& [name, count] : counts)
    for (const Problem& p : {sized(1, 1, 1), sized(64, 32, 96), sized(33, 65, 31), sized(47, 130, 101)}) {
      const Cost cost = step(name).cost(p);
      const Count expected = count(p);
      EXPECT_EQ(cost.globalBytes, 4 * expected.global) << name;
      EXPECT_EQ(cost.sharedBytes, 4 * expected.shared) << name;
    }
}

TEST(MatmulSteps, CostsCoverEveryProductOfABatch) {
  const LadderCase one{{"m", 33}, {"n", 36}, {"k", 20}}, three{{"m", 33}, {"n", 36}, {"k", 20}, {"batch", 3}};
  for (const Step& each : matmulOperation().steps) {
    const Cost single = each.cost(problem(one)), batched = each.cost(problem(three));
    EXPECT_EQ(batched.flop, 3 * single.flop);
    EXPECT_EQ(batched.globalBytes, 3 * single.globalBytes);
    EXPECT_EQ(batched.sharedBytes, 3 * single.sharedBytes);
    EXPECT_EQ(batched.minBytes, 3 * single.minBytes);
    EXPECT_EQ(single.flop, 2.0 * 33 * 36 * 20);
  }
}

TEST(MatmulSteps, CostsOfMatrixUnitsByHand) {
  // 2 · 3 · 2 products of 16 · 16 · 16, two fragments of 256 elements of 2 bytes each; then C.
  const Cost naive = step("unit_naive").cost(problem({{"m", 32}, {"n", 48}, {"k", 32}, {"type", 1}}));
  EXPECT_EQ(naive.globalBytes, 12 * 2 * 256 * 2 + 32 * 48 * 4);
  EXPECT_EQ(naive.sharedBytes, 0);
  EXPECT_EQ(naive.minBytes, 2 * (32 * 32 + 32 * 48) + 4 * 32 * 48);
  // One block and two steps along k, each with two tiles of 64 · 32, and 2 + 2 fragments for 4 warps, twice.
  const Cost tiled = step("unit_tiled").cost(problem({{"m", 32}, {"n", 48}, {"k", 33}, {"type", 2}}));
  EXPECT_EQ(tiled.globalBytes, 2 * (32 * 33 + 33 * 48) + 4 * 32 * 48);
  EXPECT_EQ(tiled.sharedBytes, 2 * 2 * (2 * 64 * 32 + 4 * 2 * 4 * 256));
  // One block, one step, tiles of 128 · 32, 4 + 4 fragments; C of 17 × 16 is one fragment, and one that is written to
  // shared memory and has 16 elements inside.
  const Cost pipelined = step("unit_pipelined").cost(problem({{"m", 17}, {"n", 16}, {"k", 5}, {"type", 1}}));
  EXPECT_EQ(pipelined.globalBytes, 2 * (17 * 5 + 5 * 16) + 4 * 17 * 16);
  EXPECT_EQ(pipelined.sharedBytes, 2 * (2 * 128 * 32 + 4 * 2 * 8 * 256) + 4 * (256 + 16));
}

TEST(MatmulSteps, CostOfWarpgroupsByHand) {
  // Two blocks along n and two steps along k. A stage has 6 boxes of 64 · 64, of which A's are read once and B's twice.
  const Cost cost = step("unit_specialised").cost(problem({{"m", 17}, {"n", 264}, {"k", 72}, {"type", 2}}));
  EXPECT_EQ(cost.globalBytes, 2 * (2 * 17 * 72 + 72 * 264) + 4 * 17 * 264);
  EXPECT_EQ(cost.sharedBytes, 2 * 2 * 2 * 64 * 64 * (6 + 2 + 2 * 4));
}

/// AMD's CDNA could multiply fp32.
TEST(MatmulSteps, WhyAUnitsStepTakesNoFp32IsRightForEachVendor) {
  const auto why = [](const char* backend, const char* architecture, std::int64_t type) {
    DeviceInfo device;
    device.backend = backend;
    device.architecture = architecture;
    return step("unit_tiled").refusal(device, problem({{"type", type}}));
  };
  const std::string narrow = "This step has the matrix unit multiply fp16 or bf16; this is fp32.";
  EXPECT_EQ(why("cuda", "sm_90", 0), narrow);
  EXPECT_EQ(why("hip", "gfx1100", 0), narrow);
  EXPECT_EQ(why("hip", "gfx942:sramecc+:xnack-", 0),
            narrow + " CDNA's matrix cores multiply fp32, too, but no step has them do so.");
  EXPECT_EQ(why("hip", "gfx1100", 1), "This device has no matrix unit for fp16 that Strata's kernels know.");
}

TEST(MatmulSteps, ADeviceLacksAUnitWhereItsCodeTraps) {
  for (const char* architecture : {"sm_70", "sm_75", "sm_80", "gfx90a:xnack-", "gfx942", "gfx1100"})
    for (const std::int64_t type : {1, 2}) {
      DeviceInfo device;
      device.architecture = architecture;
      device.backend = device.architecture.starts_with("sm_") ? "cuda" : "hip";
      const Problem narrow = problem({{"type", type}});
      const std::string refused = step("unit_pipelined").refusal(device, narrow);
      const std::string traps = step("unit_pipelined").traps(architecture, narrow);
      EXPECT_EQ(refused.empty(), traps.empty()) << architecture << ", type " << type;
      if (!traps.empty()) {
        EXPECT_EQ(refused.substr(refused.find(" has no ")), traps.substr(traps.find(" has no ")) + ".");
      }
    }
}

TEST(MatmulSteps, WhatAStepDoesNotComputeItRefuses) {
  DeviceInfo cpu, cuda;
  cpu.backend = "cpu";
  cuda.backend = "cuda";
  cuda.architecture = "sm_75";
  const auto refused = [&](std::string_view name, const DeviceInfo& device, const LadderCase& values) {
    return !step(name).refusal(device, problem(values)).empty();
  };
  EXPECT_FALSE(refused("naive", cpu, {}));
  EXPECT_TRUE(refused("naive", cpu, {{"type", 1}}));
  EXPECT_TRUE(refused("double_buffered", cpu, {{"type", 2}}));
  EXPECT_FALSE(refused("double_buffered", cpu, {{"n", 7}, {"trans_a", 1}}));
  EXPECT_FALSE(refused("vectorised", cpu, {{"m", 7}, {"n", 8}, {"k", 12}}));
  EXPECT_TRUE(refused("vectorised", cpu, {{"m", 8}, {"n", 7}, {"k", 8}}));
  EXPECT_TRUE(refused("warp_tile", cpu, {{"m", 8}, {"n", 8}, {"k", 6}}));
  EXPECT_TRUE(refused("conflict_free", cpu, {{"trans_b", 1}}));
  EXPECT_TRUE(refused("unit_pipelined", cpu, {}));
  EXPECT_FALSE(refused("unit_pipelined", cpu, {{"n", 7}, {"type", 1}}));
  EXPECT_TRUE(refused("unit_naive", cpu, {{"k", 8}, {"type", 1}}));
  EXPECT_FALSE(refused("unit_tiled", cpu, {{"k", 8}, {"type", 1}}));
  EXPECT_FALSE(refused("unit_pipelined", cuda, {{"type", 1}}));
  EXPECT_TRUE(refused("unit_pipelined", cuda, {{"type", 2}})) << "bf16 needs sm_80";
  EXPECT_FALSE(refused("unit_specialised", cpu, {{"m", 7}, {"n", 8}, {"k", 16}, {"type", 2}}));
  EXPECT_TRUE(refused("unit_specialised", cpu, {{"m", 8}, {"n", 7}, {"k", 16}, {"type", 2}}));
  EXPECT_TRUE(refused("unit_specialised", cpu, {{"m", 8}, {"n", 8}, {"k", 7}, {"type", 2}}));
  EXPECT_FALSE(refused("unit_specialised", cpu, {{"n", 7}, {"m", 8}, {"k", 16}, {"type", 1}, {"trans_b", 1}}));
  EXPECT_TRUE(refused("unit_specialised", cpu, {{"n", 8}, {"m", 7}, {"k", 16}, {"type", 1}, {"trans_a", 1}}));
  EXPECT_TRUE(refused("unit_specialised", cpu, {}));
  for (const auto& [architecture, refuses] :
       std::map<std::string, bool>{{"sm_80", true}, {"sm_90", false}, {"sm_100", true}}) {
    cuda.architecture = architecture;
    EXPECT_EQ(refused("unit_specialised", cuda, {{"type", 2}}), refuses) << architecture;
  }
}

}  // namespace
}  // namespace strata
