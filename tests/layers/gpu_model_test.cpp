#include "layers/hardware/gpu_model/gpu_model.h"

#include <gtest/gtest.h>

#include <list>
#include <map>
#include <random>

#include <nlohmann/json.hpp>

#include "layers/hardware/gpu_model/cache_replay.h"
#include "layers/hardware/gpu_model/demand_json.h"
#include "layers/hardware/gpu_model/sector_cache.h"

namespace strata {
namespace {

/// A cache told as simply as can be: each set a list of lines, the newest in front.
class PlainCache {
 public:
  explicit PlainCache(const CacheShape& shape) : m_shape(shape), m_sets(shape.bytes / shape.lineBytes / shape.ways) {}

  bool touch(std::uint32_t sector) {
    const std::uint32_t line = sector / (m_shape.lineBytes / 32);
    auto& set = m_lines[cacheSet(line, static_cast<std::uint32_t>(m_sets))];
    auto found = std::find_if(set.begin(), set.end(), [&](const auto& l) { return l.first == line; });
    if (found == set.end()) {
      if (set.size() == m_shape.ways) set.pop_back();
      set.push_front({line, {}});
    } else {
      set.splice(set.begin(), set, found);
    }
    return !set.front().second.insert({sector, true}).second;
  }

 private:
  CacheShape m_shape;
  std::uint64_t m_sets;
  std::map<std::uint32_t, std::list<std::pair<std::uint32_t, std::map<std::uint32_t, bool>>>> m_lines;
};

TEST(SectorCache, AgreesWithAPlainOneOnRandomStreams) {
  std::mt19937 random(7);
  for (const CacheShape shape : {CacheShape{4096, 128, 32}, CacheShape{4096, 128, 4}, CacheShape{8192, 64, 2},
                                 CacheShape{1 << 16, 128, 16}, CacheShape{384, 128, 1}}) {
    for (const std::uint32_t span : {100u, 1000u, 20000u}) {
      SectorCache cache(shape);
      PlainCache plain(shape);
      for (int i = 0; i < 20000; ++i) {
        // Now and then a stride, which random numbers hardly ever make.
        const std::uint32_t sector = i % 3 ? random() % span : static_cast<std::uint32_t>(i) * 128 % span;
        ASSERT_EQ(cache.touch(sector), plain.touch(sector)) << shape.bytes << " " << shape.ways << " " << i;
      }
    }
  }
}

TEST(SectorCache, WithoutBytesHoldsNothing) {
  SectorCache none({0, 128, 16});
  EXPECT_FALSE(none.touch(1));
  EXPECT_FALSE(none.touch(1));
  EXPECT_FALSE(none.holds(1));
}

/// One block of one warp that loads sectors 0 … n−1 one after the other, `times` times.
LaunchTape sweep(std::uint32_t sectors, int times, std::size_t blocks = 1) {
  LaunchTape tape;
  tape.places = {{1, 4, false}};
  WarpTape warp;
  for (int t = 0; t < times; ++t)
    for (std::uint32_t s = 0; s < sectors; ++s) {
      warp.entries.push_back({0, 1});
      warp.sectors.push_back(s);
    }
  tape.blocks.assign(blocks, {warp});
  return tape;
}

constexpr CacheShape kSmall{4096, 128, 8}, kLarge{1 << 20, 128, 16};
constexpr std::uint32_t kOnce[] = {1};

TEST(CacheReplay, ASweepThatFitsComesFromTheFirstCacheTheSecondTime) {
  const ReplayedTraffic traffic = replay(sweep(64, 2), {1, 1, kSmall, kLarge, {}}, kOnce);
  EXPECT_EQ(traffic.places[0].sectors, 128u);
  EXPECT_EQ(traffic.places[0].toSecond, 64u);
  EXPECT_EQ(traffic.places[0].toMemory, 64u);
  EXPECT_EQ(traffic.rounds[static_cast<int>(MemoryLevel::First)], 64u);
  EXPECT_EQ(traffic.rounds[static_cast<int>(MemoryLevel::Memory)], 64u);
}

TEST(CacheReplay, UnitsShareTheSecondCacheOnly) {
  const ReplayedTraffic traffic = replay(sweep(64, 1, 2), {2, 1, kSmall, kLarge, {}}, kOnce);
  EXPECT_EQ(traffic.places[0].toSecond, 128u);
  EXPECT_EQ(traffic.places[0].toMemory, 64u);
  // Side by side both wait for memory: what one fetches is not there for the other in the same round.
  EXPECT_EQ(traffic.rounds[static_cast<int>(MemoryLevel::Memory)], 128u);
}

TEST(CacheReplay, LoadsOfAnUnrolledLoopWaitTogether) {
  constexpr std::uint32_t kFour[] = {4};
  EXPECT_EQ(replay(sweep(64, 1), {1, 1, kSmall, kLarge, {}}, kFour).rounds[static_cast<int>(MemoryLevel::Memory)], 16u);
}

TEST(CacheReplay, WarpsThatLoadAreCounted) {
  LaunchTape tape = sweep(4, 1);
  tape.places.push_back({2, 4, true});
  tape.blocks[0].push_back({{{1, 1}}, {7}});
  tape.blocks[0].push_back({});
  constexpr std::uint32_t kEach[] = {1, 1};
  const ReplayedTraffic traffic = replay(tape, {1, 1, kSmall, kLarge, {}}, kEach);
  EXPECT_EQ(traffic.warps, 3u);
  EXPECT_EQ(traffic.waiting, 1u) << "one stores, one does nothing";
}

TEST(CacheReplay, StoresGoOnAndNobodyWaitsForThem) {
  LaunchTape tape = sweep(64, 2);
  tape.places[0].store = true;
  const ReplayedTraffic traffic = replay(tape, {1, 1, kSmall, kLarge, {}}, kOnce);
  EXPECT_EQ(traffic.places[0].toSecond, 128u);
  EXPECT_EQ(traffic.places[0].toMemory, 64u);
  for (const std::uint64_t rounds : traffic.rounds) EXPECT_EQ(rounds, 0u);
}

TEST(CacheReplay, WhatIsWrittenInPlaceIsReadAndWritten) {
  LaunchTape tape = sweep(64, 3);
  tape.places.push_back({2, 4, true});
  for (std::size_t i = 64; i < 3 * 64; ++i) tape.blocks[0][0].entries[i].place = 1;
  constexpr std::uint32_t kEach[] = {1, 1};
  const ReplayedTraffic traffic = replay(tape, {1, 1, kSmall, kLarge, {}}, kEach);
  EXPECT_EQ(traffic.places[0].toMemory, 64u);
  EXPECT_EQ(traffic.places[1].toSecond, 128u);
  EXPECT_EQ(traffic.places[1].toMemory, 64u) << "once, though stored twice";
}

TEST(CacheReplay, WhereEverythingLiesInTheSecondCacheNothingReachesMemory) {
  ReplayMachine machine{1, 1, kSmall, kLarge, {}};
  machine.secondHoldsAll = true;
  const ReplayedTraffic traffic = replay(sweep(64, 1), machine, kOnce);
  EXPECT_EQ(traffic.places[0].toSecond, 64u);
  EXPECT_EQ(traffic.places[0].toMemory, 0u);
  EXPECT_EQ(traffic.rounds[static_cast<int>(MemoryLevel::Second)], 64u);
}

/// A GPU of round numbers: 10 units, 1 GHz.
GpuRates rates() {
  GpuRates gpu;
  gpu.units = 10;
  gpu.clock = 1e9;
  gpu.memoryBytes = 100e9;
  gpu.secondBytes = 1000;
  gpu.firstBytes = 64;
  gpu.sharedBytes = 128;
  gpu.multiplyAdds = 128;
  gpu.specials = 16;
  gpu.instructions = 4;
  gpu.wait = {30, 200, 0, 500};
  return gpu;
}

constexpr ModelConstants kPlain{
    .memoryShare = 1, .partialWrite = 3, .issueClocks = 0, .barrierClocks = 0, .overlap = 50, .launchSeconds = 0};

LaunchDemand blocks(double count) {
  LaunchDemand demand;
  demand.blocks = count;
  demand.warpsPerBlock = 8;
  return demand;
}

double onlyOf(const ModelledTime& time, Bound bound) {
  return time.only[static_cast<std::size_t>(bound)];
}

TEST(GpuModel, EachBoundIsWorkOverRate) {
  LaunchDemand demand = blocks(1000);
  demand.instructions = 4e9;
  demand.multiplyAdds = 2e9;
  demand.specials = 1e9;
  demand.firstLines = 1e9;
  demand.sharedWavefronts = 2e9;
  demand.secondSectors = 1e9;
  demand.memorySectors = 1e9;
  demand.rounds = {0, 0, 0, 8e6};
  const ModelledTime time = modelTime(demand, rates(), 2, kPlain);
  EXPECT_DOUBLE_EQ(onlyOf(time, Bound::Memory), 0.32);
  EXPECT_DOUBLE_EQ(onlyOf(time, Bound::SecondCache), 0.032);
  EXPECT_DOUBLE_EQ(onlyOf(time, Bound::LoadUnit), 0.3);    // a line a clock, and a pass a clock
  EXPECT_DOUBLE_EQ(onlyOf(time, Bound::Arithmetic), 0.2);  // the special functions
  EXPECT_DOUBLE_EQ(onlyOf(time, Bound::Issue), 0.1);
  // 100 blocks a unit, two at a time, each warp waits a thousand times 500 clocks.
  EXPECT_DOUBLE_EQ(onlyOf(time, Bound::Latency), 50 * 1000 * 500 / 1e9);
  EXPECT_EQ(time.bound, Bound::Memory);
  EXPECT_NEAR(time.seconds, 0.32, 0.02);
}

TEST(GpuModel, ScalarInstructionsFillNoSlotsOfVectorOnesButTheirWavesTime) {
  LaunchDemand demand = blocks(1000);
  demand.instructions = 5e9;
  const double slots = onlyOf(modelTime(demand, rates(), 2, kPlain), Bound::Issue);
  demand.scalars = 4e9;
  EXPECT_DOUBLE_EQ(onlyOf(modelTime(demand, rates(), 2, kPlain), Bound::Issue), slots / 5);
  ModelConstants constants = kPlain;
  constants.issueClocks = 1;
  // 100 blocks a unit, two at a time, each of their 8 warps with its share of all, a clock each.
  EXPECT_DOUBLE_EQ(onlyOf(modelTime(demand, rates(), 2, constants), Bound::Issue), 50 * 5e9 / 8000 / 1e9);
}

// 128 lanes and four slots a clock take a warp's multiply-add each in the same clock; with half the lanes it is those
// that it waits for.
TEST(GpuModel, AMultiplyAddTakesItsSlotAndItsLanesAtOnce) {
  ModelConstants constants = kPlain;
  constants.overlap = 1.75;
  LaunchDemand demand = blocks(1000);
  demand.instructions = demand.multiplyAdds = 4e9;
  EXPECT_DOUBLE_EQ(modelTime(demand, rates(), 2, constants).seconds, 0.1);
  GpuRates half = rates();
  half.multiplyAdds = 64;
  EXPECT_DOUBLE_EQ(modelTime(demand, half, 2, constants).seconds, 0.2);
}

TEST(GpuModel, WhatComesFromMemoryStreamsThroughTheCaches) {
  ModelConstants constants = kPlain;
  constants.overlap = 1.75;
  LaunchDemand demand = blocks(1000);
  demand.memorySectors = 1e9;
  const double alone = modelTime(demand, rates(), 2, constants).seconds;
  demand.secondSectors = 5e9;
  EXPECT_DOUBLE_EQ(modelTime(demand, rates(), 2, constants).seconds, alone);
  demand.secondSectors = 20e9;
  EXPECT_DOUBLE_EQ(modelTime(demand, rates(), 2, constants).seconds, alone * 2);
}

TEST(GpuModel, LinesPassAsWideAsTheirArrayIs) {
  LaunchDemand demand = blocks(1000);
  demand.firstLines = 1e9;
  GpuRates narrow = rates();
  narrow.lineBytes = 64;
  EXPECT_DOUBLE_EQ(onlyOf(modelTime(demand, narrow, 2, kPlain), Bound::LoadUnit), 0.2);
}

TEST(GpuModel, LanesTakeWhatTheyAskForEvenIfItIsTheSame) {
  LaunchDemand demand = blocks(1000);
  demand.firstLines = 1e9;
  demand.firstBytes = 128e9;
  EXPECT_DOUBLE_EQ(onlyOf(modelTime(demand, rates(), 2, kPlain), Bound::LoadUnit), 0.2);
}

TEST(GpuModel, WritesOfLessThanASectorCostMore) {
  LaunchDemand demand = blocks(1000);
  demand.secondSectors = demand.partialWrites = 1e9;
  EXPECT_DOUBLE_EQ(onlyOf(modelTime(demand, rates(), 2, kPlain), Bound::SecondCache), 0.096);
}

TEST(GpuModel, ABlockAloneOnItsUnitWaitsAtBarriersOnTop) {
  LaunchDemand demand = blocks(1000);
  demand.instructions = 4e9;
  demand.rounds = {0, 0, 0, 8e5};
  const double without = modelTime(demand, rates(), 1, kPlain).seconds;
  demand.barriers = 8e5;
  EXPECT_NEAR(modelTime(demand, rates(), 1, kPlain).seconds, without + 100 * (100 * 500 / 1e9), 1e-9);
  const double two = modelTime(demand, rates(), 2, kPlain).seconds;
  demand.barriers = 0;
  EXPECT_DOUBLE_EQ(modelTime(demand, rates(), 2, kPlain).seconds, two) << "two blocks wait in turn";
}

// Eight thousand warps wait a hundred times each, 500 clocks, and issue for as long; ten units have a hundred blocks
// each.
TEST(GpuModel, ABlockThatLoadsAheadIssuesWhileItWaits) {
  ModelConstants constants = kPlain;
  constants.issueClocks = 1;
  LaunchDemand demand = blocks(1000);
  demand.rounds = {0, 0, 0, 8e5};
  demand.instructions = 4e8;
  demand.barriers = 4e5;
  const ModelledTime ahead = modelTime(demand, rates(), 1, constants);
  EXPECT_NEAR(ahead.seconds, onlyOf(ahead, Bound::Issue), 1e-9) << "nothing on top of the longest";
  demand.barriers = 8e5;
  EXPECT_NEAR(modelTime(demand, rates(), 1, constants).seconds, ahead.seconds + 0.005 + 0.005, 1e-9);
}

TEST(GpuModel, ABarrierIsAWaitOfEachWarp) {
  ModelConstants constants = kPlain;
  constants.barrierClocks = 30;
  LaunchDemand demand = blocks(1000);
  demand.barriers = 8e5;
  EXPECT_DOUBLE_EQ(onlyOf(modelTime(demand, rates(), 2, constants), Bound::Latency), 50 * 100 * 30 / 1e9);
}

// Of eight warps one waits: the block is done when it is.
TEST(GpuModel, WarpsThatWaitForNothingHideNoWait) {
  LaunchDemand demand = blocks(10);
  demand.rounds = {0, 0, 0, 10};
  demand.waitingWarps = 10;
  EXPECT_DOUBLE_EQ(onlyOf(modelTime(demand, rates(), 1, kPlain), Bound::Latency), 500 / 1e9);
  demand.waitingWarps = 0;  // a session of before it was kept
  EXPECT_DOUBLE_EQ(onlyOf(modelTime(demand, rates(), 1, kPlain), Bound::Latency), 500 / 1e9 / 8);
}

TEST(GpuModel, TheLaunchHoldsWhatAsksForLittle) {
  ModelConstants constants = kPlain;
  constants.overlap = 4;
  constants.launchSeconds = 2e-6;
  LaunchDemand demand = blocks(10);
  demand.memorySectors = 1000;
  const ModelledTime little = modelTime(demand, rates(), 1, constants);
  EXPECT_EQ(little.bound, Bound::Launch);
  EXPECT_NEAR(little.seconds, onlyOf(little, Bound::Memory) + 2e-6, 1e-12) << "on top, once";
  demand.memorySectors = 1e6;
  EXPECT_EQ(modelTime(demand, rates(), 1, constants).bound, Bound::Memory);
}

TEST(GpuModel, TheBusiestUnitDecides) {
  LaunchDemand demand = blocks(11);
  demand.instructions = 11e6;
  EXPECT_DOUBLE_EQ(onlyOf(modelTime(demand, rates(), 1, kPlain), Bound::Issue), 2e6 / 4 / 1e9);
}

TEST(GpuModel, ADemandComesBackFromASession) {
  LaunchDemand demand = blocks(12);
  demand.instructions = 3;
  demand.partialWrites = 4;
  demand.rounds = {1, 2, 3, 4};
  demand.waitingWarps = 5;
  const LaunchDemand back = launchDemandFromJson(toJson(demand));
  EXPECT_EQ(back.blocks, 12);
  EXPECT_EQ(back.instructions, 3);
  EXPECT_EQ(back.partialWrites, 4);
  EXPECT_EQ(back.rounds, demand.rounds);
  EXPECT_EQ(back.waitingWarps, 5);
  EXPECT_EQ(launchDemandFromJson(nlohmann::json{{"blocks", "many"}, {"rounds", 7}}).blocks, 0);
}

TEST(GpuModel, WhatCannotRunHasNoTime) {
  EXPECT_EQ(modelTime(blocks(10), rates(), 0, kPlain).seconds, 0);
  EXPECT_EQ(modelTime(blocks(10), {}, 1, kPlain).seconds, 0);
}

TEST(GpuModel, TimeGrowsWithEveryDemandAndFallsWithEveryRate) {
  for (const ModelConstants* constants : {&nvidiaConstants(), &amdConstants()}) {
    LaunchDemand demand = blocks(1000);
    demand.instructions = 4e8;
    demand.multiplyAdds = 2e8;
    demand.firstLines = 1e8;
    demand.sharedWavefronts = 2e8;
    demand.secondSectors = 1e8;
    demand.memorySectors = 1e8;
    demand.rounds = {1e6, 1e6, 0, 8e5};
    demand.barriers = 1e6;
    const double before = modelTime(demand, rates(), 2, *constants).seconds;
    for (double LaunchDemand::*more :
         {&LaunchDemand::instructions, &LaunchDemand::multiplyAdds, &LaunchDemand::firstLines,
          &LaunchDemand::sharedWavefronts, &LaunchDemand::secondSectors, &LaunchDemand::memorySectors,
          &LaunchDemand::barriers}) {
      LaunchDemand greater = demand;
      greater.*more *= 2;
      EXPECT_GE(modelTime(greater, rates(), 2, *constants).seconds, before);
    }
    for (double GpuRates::*more :
         {&GpuRates::clock, &GpuRates::memoryBytes, &GpuRates::secondBytes, &GpuRates::firstBytes,
          &GpuRates::sharedBytes, &GpuRates::multiplyAdds, &GpuRates::instructions}) {
      GpuRates quicker = rates();
      quicker.*more *= 2;
      EXPECT_LE(modelTime(demand, quicker, 2, *constants).seconds, before);
    }
    EXPECT_LE(modelTime(demand, rates(), 4, *constants).seconds, before);
  }
}

}  // namespace
}  // namespace strata
