#include "layers/hardware/occupancy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>

namespace strata {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

DeviceLimits limitsOf(std::string_view architecture) {
  const auto limits = deviceLimits(architecture);
  EXPECT_TRUE(limits.ok()) << architecture;
  return limits.ok() ? limits.value() : DeviceLimits{};
}

/// "8blk 100% W R", as the golden table below writes it.
std::string shortly(const Occupancy& occupancy) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%ublk %.0f%%", occupancy.blocks, 100 * occupancy.share());
  std::string all = text.data();
  for (const OccupancyLimit limit : occupancy.limits) all += std::string(" ") + "WRSB"[static_cast<int>(limit)];
  return all;
}

// Computed with NVIDIA's own cuda_occupancy.h (CUDA 13.0), largest carve-out.
constexpr std::array<BlockNeeds, 11> kLaunches{{{256, 32, 2048},
                                                {1024, 32, 8192},
                                                {1024, 38, 8192},
                                                {64, 96, 4096},
                                                {64, 110, 8192},
                                                {256, 40, 0},
                                                {256, 64, 49152},
                                                {256, 128, 0},
                                                {256, 255, 0},
                                                {32, 33, 0},
                                                {128, 32, 20000}}};
struct Golden {
  std::string_view architecture;
  std::array<std::string_view, kLaunches.size()> rows;
};
constexpr Golden kGolden[] = {
    {"sm_75",
     {"4blk 100% W", "1blk 100% W", "1blk 100% W R", "10blk 62% R", "8blk 50% R S", "4blk 100% W", "1blk 25% S",
      "2blk 50% R", "1blk 25% R", "16blk 50% B", "3blk 38% S"}},
    {"sm_80",
     {"8blk 100% W R", "2blk 100% W R", "1blk 50% R", "10blk 31% R", "8blk 25% R", "6blk 75% R", "3blk 38% S",
      "2blk 25% R", "1blk 12% R", "32blk 50% B", "7blk 44% S"}},
    {"sm_86",
     {"6blk 100% W", "1blk 67% W", "1blk 67% W R", "10blk 42% R", "8blk 33% R", "6blk 100% W R", "2blk 33% S",
      "2blk 33% R", "1blk 17% R", "16blk 33% B", "4blk 33% S"}},
    {"sm_88",
     {"6blk 100% W", "1blk 67% W", "1blk 67% W R", "10blk 42% R", "8blk 33% R", "6blk 100% W R", "2blk 33% S",
      "2blk 33% R", "1blk 17% R", "16blk 33% B", "4blk 33% S"}},
    {"sm_89",
     {"6blk 100% W", "1blk 67% W", "1blk 67% W R", "10blk 42% R", "8blk 33% R", "6blk 100% W R", "2blk 33% S",
      "2blk 33% R", "1blk 17% R", "24blk 50% B", "4blk 33% S"}},
    {"sm_90",
     {"8blk 100% W R", "2blk 100% W R", "1blk 50% R", "10blk 31% R", "8blk 25% R", "6blk 75% R", "4blk 50% R S",
      "2blk 25% R", "1blk 12% R", "32blk 50% B", "11blk 69% S"}},
    {"sm_100",
     {"8blk 100% W R", "2blk 100% W R", "1blk 50% R", "10blk 31% R", "8blk 25% R", "6blk 75% R", "4blk 50% R S",
      "2blk 25% R", "1blk 12% R", "32blk 50% B", "11blk 69% S"}},
    {"sm_120",
     {"6blk 100% W", "1blk 67% W", "1blk 67% W R", "10blk 42% R", "8blk 33% R", "6blk 100% W R", "2blk 33% S",
      "2blk 33% R", "1blk 17% R", "24blk 50% B", "4blk 33% S"}},
};

TEST(Occupancy, IsWhatNvidiasHeaderComputes) {
  for (const Golden& golden : kGolden)
    for (std::size_t i = 0; i < kLaunches.size(); ++i)
      EXPECT_EQ(shortly(occupancy(limitsOf(golden.architecture), kLaunches[i])), golden.rows[i])
          << golden.architecture << ", launch " << i;
}

// "Occupancy" in the assembly of llc 15.0.6 for a kernel of one wave that uses this many vector registers: waves per
// SIMD.
constexpr std::array<std::uint32_t, 15> kVectorRegisters{20, 24, 32,  33,  41,  62,  64, 65,
                                                         84, 96, 128, 129, 168, 200, 256};
struct GoldenWaves {
  std::string_view architecture;
  std::array<std::uint32_t, kVectorRegisters.size()> waves;
};
constexpr GoldenWaves kGoldenWaves[] = {
    {"gfx906", {10, 10, 8, 7, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1, 1}},
    {"gfx90a", {8, 8, 8, 8, 8, 8, 8, 7, 5, 5, 4, 3, 3, 2, 2}},
    {"gfx942", {8, 8, 8, 8, 8, 8, 8, 7, 5, 5, 4, 3, 3, 2, 2}},  // as gfx940, which this llc knows
    {"gfx1010", {20, 20, 20, 20, 20, 16, 16, 14, 11, 10, 8, 7, 6, 5, 4}},
    {"gfx1030", {16, 16, 16, 16, 16, 16, 16, 12, 10, 10, 8, 7, 5, 4, 4}},
    {"gfx1102", {16, 16, 16, 16, 16, 16, 16, 12, 10, 10, 8, 7, 5, 4, 4}},
};

TEST(Occupancy, OfVectorRegistersIsWhatLlvmComputes) {
  for (const GoldenWaves& golden : kGoldenWaves) {
    const DeviceLimits limits = limitsOf(golden.architecture);
    for (std::size_t i = 0; i < kVectorRegisters.size(); ++i)
      EXPECT_EQ(occupancy(limits, {limits.waveSize, kVectorRegisters[i], 0}).waves / limits.schedulers, golden.waves[i])
          << golden.architecture << ", " << kVectorRegisters[i] << " registers";
  }
}

TEST(Occupancy, OfAmdCountsLocalMemoryBarriersAndWaves) {
  const DeviceLimits cdna = limitsOf("gfx90a");
  EXPECT_EQ(shortly(occupancy(cdna, {1024, 62, 8192})), "2blk 100% W R") << "64 · 8 registers are the SIMD's 512";
  EXPECT_EQ(shortly(occupancy(cdna, {1024, 62, 33000})), "1blk 50% S") << "two do not fit into 64 KiB";
  EXPECT_EQ(shortly(occupancy(cdna, {256, 32, 16384})), "4blk 50% S");
  EXPECT_EQ(shortly(occupancy(cdna, {256, 32, 16385})), "3blk 38% S") << "in steps of 512 bytes";
  EXPECT_EQ(shortly(occupancy(cdna, {64, 32, 0})), "32blk 100% W") << "one wave needs no barrier";
  EXPECT_EQ(shortly(occupancy(cdna, {65, 32, 0})), "16blk 100% W B");
  const DeviceLimits rdna = limitsOf("gfx1030");
  EXPECT_EQ(shortly(occupancy(rdna, {64, 32, 0})), "32blk 100% W B");
  EXPECT_EQ(shortly(occupancy(rdna, {256, 32, 65536})), "2blk 25% S") << "a WGP has twice what a block may take";
}

// CDNA 2 and later have one file of 512 for the registers of vectors and of matrices: a wave's, as LLVM counts them
// (AMDGPUBaseInfo.cpp, getTotalNumVGPRs), are the first, rounded up to 4, and the second.
TEST(Occupancy, OfCdnaCountsRegistersForMatricesWithTheOthers) {
  struct Wave {
    std::uint32_t vectors, matrices, waves;
  };
  for (const char* architecture : {"gfx90a", "gfx942", "gfx950"})
    for (const Wave& wave : {Wave{64, 0, 8}, Wave{64, 64, 4}, Wave{97, 28, 4}, Wave{97, 29, 3}, Wave{128, 128, 2},
                             Wave{256, 8, 1}, Wave{256, 256, 1}}) {
      const std::uint32_t all = (wave.vectors + 3) / 4 * 4 + wave.matrices;
      EXPECT_EQ(occupancy(limitsOf(architecture), {256, all, 0}).waves, 4 * wave.waves) << architecture << ", " << all;
    }
}

// 1536 registers in steps of 24 (LLVM D134522), of RDNA 4 as well: 768 KiB a WGP (ROCm's GPU specifications). Of
// RDNA 3.5 only gfx1151 has them (comgr-isa-metadata.def).
TEST(Occupancy, OfTheLargeRegisterFilesOfRdna3And4) {
  for (const char* architecture : {"gfx1100", "gfx1151", "gfx1200", "gfx1201"}) {
    const DeviceLimits limits = limitsOf(architecture);
    EXPECT_EQ(occupancy(limits, {32, 96, 0}).waves, 64u) << architecture;
    EXPECT_EQ(occupancy(limits, {32, 97, 0}).waves, 4 * 12u) << architecture;
    EXPECT_EQ(occupancy(limits, {32, 256, 0}).waves, 4 * 5u) << architecture;
    EXPECT_EQ(limits.registers * limits.waveSize * 4 * limits.schedulers, 768u * 1024) << architecture;
  }
}

TEST(Occupancy, OfTheSmallRegisterFilesOfRdna35) {
  for (const char* architecture : {"gfx1150", "gfx1152", "gfx1153"}) {
    const DeviceLimits limits = limitsOf(architecture);
    EXPECT_EQ(occupancy(limits, {32, 64, 0}).waves, 64u) << architecture;
    EXPECT_EQ(occupancy(limits, {32, 65, 0}).waves, 4 * 12u) << architecture;
    EXPECT_EQ(occupancy(limits, {32, 256, 0}).waves, 4 * 4u) << architecture;
  }
}

// Mesa's ACO: lds_alloc_granule.
TEST(Occupancy, OfRdna2AndLaterTakesLocalMemoryInStepsOf1024) {
  const BlockNeeds oddlyMuch{64, 32, 8 * 1024 + 512};
  EXPECT_EQ(occupancy(limitsOf("gfx1010"), oddlyMuch).blocks, 15u);
  for (const char* architecture : {"gfx1030", "gfx1100", "gfx1151", "gfx1201"})
    EXPECT_EQ(occupancy(limitsOf(architecture), oddlyMuch).blocks, 14u) << architecture;
}

// 160 KiB in steps of 320 words (LLVM's AMDGPUUsage: GFX950).
TEST(Occupancy, OfCdna4CountsItsLargerLocalMemory) {
  const DeviceLimits limits = limitsOf("gfx950");
  EXPECT_EQ(shortly(occupancy(limits, {256, 32, 40960})), "4blk 50% S");
  EXPECT_EQ(shortly(occupancy(limits, {256, 32, 40961})), "3blk 38% S");
  EXPECT_EQ(occupancy(limits, {256, 32, 160 * 1024}).blocks, 1u);
  EXPECT_EQ(occupancy(limits, {256, 32, 160 * 1024 + 1}).blocks, 0u);
  EXPECT_EQ(shortly(occupancy(limits, {1024, 62, 8192})), shortly(occupancy(limitsOf("gfx942"), {1024, 62, 8192})));
}

TEST(Occupancy, WhatCannotBeLaunchedSaysWhy) {
  const DeviceLimits limits = limitsOf("sm_90");
  EXPECT_EQ(describe(occupancy(limits, {2048, 32, 0})), "cannot be launched: too many warps");
  EXPECT_EQ(shortly(occupancy(limits, {1024, 65, 0})), "0blk 0% R");
  EXPECT_EQ(shortly(occupancy(limits, {32, 256, 0})), "0blk 0% R");
  EXPECT_EQ(shortly(occupancy(limits, {32, 32, 227 * 1024})), "1blk 2% S");
  EXPECT_EQ(shortly(occupancy(limits, {32, 32, 227 * 1024 + 1})), "0blk 0% S");
}

TEST(Occupancy, SaysWhatEachLimitAloneWouldAllow) {
  const Occupancy held = occupancy(limitsOf("sm_90"), {256, 40, 0});
  EXPECT_EQ(held.blocksBy[0], 8u) << "64 warps, 8 of them a block";
  EXPECT_EQ(held.blocksBy[1], 6u) << "12 warps of 40 registers fit a scheduler's 512";
  EXPECT_EQ(held.blocksBy[3], 32u);
  EXPECT_EQ(held.blocks, 6u);
}

TEST(Occupancy, IsSaidInASentence) {
  EXPECT_EQ(describe(occupancy(limitsOf("sm_90"), {256, 32, 2048})),
            "8 blocks, 64 of 64 warps (100 %) per SM, limited by warps and registers");
  EXPECT_EQ(describe(occupancy(limitsOf("gfx90a"), {1024, 62, 33000})),
            "1 block, 16 of 32 waves (50 %) per CU, limited by shared memory");
  EXPECT_EQ(describe(occupancy(limitsOf("sm_90"), {256, 32, 227 * 1024})),
            "1 block, 8 of 64 warps (12.5 %) per SM, limited by shared memory");
}

TEST(DeviceLimits, AreNotGuessedForAnUnknownArchitecture) {
  for (const char* unknown : {"sm_99", "sm_9", "gfx90", "gfx1250", "x86-64", "a", ""}) {
    const auto limits = deviceLimits(unknown);
    ASSERT_FALSE(limits.ok()) << unknown;
    EXPECT_EQ(limits.error().code, ErrorCode::Unsupported);
    EXPECT_THAT(limits.error().message, HasSubstr(std::string("'") + unknown + "'"));
  }
  EXPECT_EQ(limitsOf("sm_90a").architecture, "sm_90");
  EXPECT_EQ(limitsOf("sm_120f").architecture, "sm_120");
  for (const char* features : {"gfx90a:xnack-", "gfx90a:sramecc+:xnack-"})
    EXPECT_EQ(limitsOf(features).architecture, "gfx90a") << features;
  EXPECT_EQ(limitsOf("gfx90a").architecture, "gfx90a") << "here the letter is part of the number";
}

}  // namespace
}  // namespace strata
