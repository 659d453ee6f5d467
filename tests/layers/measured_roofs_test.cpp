#include "layers/workloads/ladder/measured_roofs.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/base/host_facts.h"
#include "layers/workloads/ladder/ladder_figures.h"
#include "layers/workloads/ladder/roof_measuring.h"

namespace strata {
namespace {

TEST(MeasuredRoofs, AResultThatBeatsThemSaysWhatAllSharesAreOf) {
  const Roofs before{.bytesPerSecond = 16.1e9, .flops = 2e9};
  const auto told = [&](const ReachedRates& reached, const Roofs& now) {
    RunResult result;
    tellHigher(result, reached, before, now);
    return result.message;
  };
  EXPECT_EQ(told({.flops = 4e9}, {.bytesPerSecond = 16.1e9, .flops = 5e9}),
            "this result beat the roof of arithmetic, so both roofs were measured again; all results of this run have "
            "shares of arithmetic 5.0 GFLOP/s (not 2.0)");
  EXPECT_EQ(told({.flops = 58e9}, {.bytesPerSecond = 20e9, .flops = 2e9}),
            "this result beat the roof of arithmetic, so both roofs were measured again; all results of this run have "
            "shares of memory 20.0 GB/s (not 16.1); what it beat stayed: arithmetic 2.0 GFLOP/s");
  EXPECT_EQ(told({.flops = 58e9}, before), "");
}

// As a library's product in bf16 by a processor's matrix units is.
TEST(MeasuredRoofs, WhatIsNotFp32SaysNothingOfTheRoofOfArithmetic) {
  DeviceInfo device;
  device.backend = "cpu";
  EXPECT_EQ(reachedRates({.flop = 1e9}, 1, device).flops, 1e9);
  EXPECT_EQ(reachedRates({.flop = 1e9, .factors = Factors::Bf16}, 1, device).flops, 0);
}

TEST(MeasuredRoofs, MemoryIsMeasuredWithMoreThanCachesHoldWhereThereIsRoom) {
  constexpr std::int64_t kMebi = 1 << 20;
  DeviceInfo device;
  device.backend = "cpu", device.computeUnits = 2, device.memoryBytes = std::uint64_t{16} << 30;
  EXPECT_EQ(roofBytes(device, 0), 128 * kMebi) << "nobody knows its caches";
  device.facts = {{"L3 cache", 300.0 * kMebi, "B", Provenance::Spec}};
  EXPECT_EQ(roofBytes(device, 0), 1200 * kMebi);
  EXPECT_EQ(roofBytes(device, std::uint64_t{1} << 30), 256 * kMebi) << "a quarter of what is free";
  device.memoryBytes = std::uint64_t{2} << 30;
  EXPECT_EQ(roofBytes(device, 0), 256 * kMebi) << "an eighth of its memory";
  device.memoryBytes = std::uint64_t{1} << 29;
  EXPECT_EQ(roofBytes(device, 0), 128 * kMebi);
  device.memoryBytes = std::uint64_t{1} << 40, device.facts[0].value = 1152.0 * kMebi;
  EXPECT_EQ(roofBytes(device, 0), 4096 * kMebi) << "it would take too long";
}

TEST(MeasuredRoofs, AMachineIsFreeThatGivesAllTheTimeItsControlGroupLeaves) {
  DeviceInfo device;
  device.computeUnits = 2;
  EXPECT_EQ(processorsOf(device), 2);
  device.facts = {{std::string(kTimeLimitFact), 1.25, "processors"}};
  EXPECT_EQ(processorsOf(device), 1.25);
  device.facts[0].value = 8;
  EXPECT_EQ(processorsOf(device), 2);
}

TEST(MeasuredRoofs, ALaunchOfArithmeticTakesTenMillisecondsAndMore) {
  EXPECT_EQ(longerIterations(1024, 1.1e-3), 11170);
  EXPECT_EQ(longerIterations(1024, 0.05), 1024);
  EXPECT_EQ(longerIterations(1024, 1e-6), 65536);
  EXPECT_EQ(longerIterations(1024, 0), 1024);
}

TEST(MeasuredRoofs, AResultBeforeThemIsComparedWithTheHigherOnes) {
  DeviceInfo device;
  device.backend = "cpu";
  const Cost cost{.flop = 1e9, .minBytes = 1e6};
  const Roofs lower{.bytesPerSecond = 1e12, .flops = 2e9, .bytesReachedAt = 90, .flopsReachedAt = 100},
      higher{.bytesPerSecond = 1e12, .flops = 5e9, .bytesReachedAt = 90, .flopsReachedAt = 200};
  RunResult result;
  result.seconds = {1, 1, 1, 1, "device"};
  EXPECT_FALSE(renewRoofFigures(result, cost, higher, device)) << "it has none";
  addRoofFigures(result, cost, lower, device);
  const std::size_t figures = result.figures.size();
  EXPECT_DOUBLE_EQ(result.figure("share_of_roof")->value, 0.5);
  EXPECT_FALSE(renewRoofFigures(result, cost, lower, device));
  EXPECT_TRUE(renewRoofFigures(result, cost, higher, device));
  EXPECT_EQ(result.figures.size(), figures);
  EXPECT_DOUBLE_EQ(result.figure("roof_flop_per_s")->value, 5e9);
  EXPECT_DOUBLE_EQ(result.figure("share_of_roof")->value, 0.2);
  EXPECT_EQ(result.details["arithmetic_roof_measured_at"], 200);
  EXPECT_EQ(result.details["memory_roof_measured_at"], 90);
  EXPECT_EQ(result.details["roofs_measured_at"], 90) << "the older";
}

}  // namespace
}  // namespace strata
