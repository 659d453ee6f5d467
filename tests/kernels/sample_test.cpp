#include "kernels/microscope/sample.h"

#include <gtest/gtest.h>

#include "kernels/linear/linear_operation.h"
#include "kernels/mandelbrot/mandelbrot_operation.h"
#include "kernels/matmul/matmul_operation.h"
#include "kernels/reduce/reduce_operation.h"
#include "kernels/softmax/softmax_operation.h"
#include "tests/kernels/observed_lines.h"

namespace strata {
namespace {

std::uint64_t weightOf(const Sample& sample) {
  std::uint64_t all = 0;
  for (const auto& [block, weight] : sample.blocks) all += weight;
  return all;
}

TEST(Sample, BlocksStandForTheWholeGridWhateverItsShape) {
  for (const Dim3 grid : {Dim3{1, 1, 1}, Dim3{2, 1, 1}, Dim3{1, 7, 1}, Dim3{5, 3, 2}, Dim3{64, 64, 1}, Dim3{3, 1, 9}})
    for (const std::uint64_t most : {0, 1, 2, 3, 8, 50, 5000}) {
      const Sample sample = spreadSample(grid, most);
      EXPECT_EQ(weightOf(sample), grid.count()) << grid.x << "x" << grid.y << "x" << grid.z << " at " << most;
      EXPECT_LE(sample.blocks.size(), std::max<std::uint64_t>(most, 1) + 8);
      EXPECT_LT(sample.blocks.rbegin()->first, grid.count());
      if (most >= grid.count()) {
        EXPECT_EQ(sample.blocks.size(), grid.count());
      }
    }
}

TEST(Sample, TheLastColumnIsAKindOfItsOwn) {
  const Sample sample = spreadSample({10, 1, 1}, 5);
  ASSERT_TRUE(sample.blocks.contains(9));
  EXPECT_EQ(sample.blocks.at(9), 1u);
}

/// As work may lie: all of it in every eighth column.
TEST(Sample, ScatteredBlocksStandForAllWhateverTheirPattern) {
  for (const Dim3 grid : {Dim3{32, 128, 1}, Dim3{64, 8, 8}})
    for (const std::uint64_t most : {0u, 1u, 400u, 4096u, 8192u}) {
      const Sample sample = scatteredSample(grid, most);
      EXPECT_EQ(weightOf(sample), grid.count());
      EXPECT_LE(sample.blocks.size(), std::max<std::uint64_t>(most, 1));
      EXPECT_LT(sample.blocks.rbegin()->first, grid.count());
      std::uint64_t striped = 0;
      for (const auto& [block, weight] : sample.blocks)
        if (block % grid.x % 8 == 3) striped += weight;
      if (most >= 400) {
        EXPECT_NEAR(static_cast<double>(striped), static_cast<double>(grid.count()) / 8, 0.01 * grid.count());
      }
    }
}

/// Of blocks that are all alike any sample counts what all of them do.
TEST(Sample, AFewLikeBlocksCountAsAll) {
  for (const char* step : {"naive", "tiled", "register_2d", "warp_tile"}) {
    const LadderCase values{{"m", 256}, {"n", 256}, {"k", 64}};
    Microscope few(machineWidths());
    few.choose([](const ObservedLaunch& launch) { return spreadSample(launch.shape.grid, 1); });
    runUnder(few, matmulOperation(), step, values);
    EXPECT_LT(few.launches().front().watched, few.launches().front().shape.grid.count());
    const ObservedLines some = linesOf(few), all = observe(matmulOperation(), step, values);
    ASSERT_EQ(some.size(), all.size()) << step;
    for (const auto& [key, counts] : all) {
      EXPECT_EQ(some.at(key).requests, counts.requests) << step << " line " << key.line;
      EXPECT_EQ(some.at(key).lanes, counts.lanes) << step << " line " << key.line;
      EXPECT_EQ(some.at(key).wavefronts, counts.wavefronts) << step << " line " << key.line;
    }
  }
}

std::size_t requestsOf(const LaunchTape& tape) {
  std::size_t all = 0;
  for (const auto& block : tape.blocks)
    for (const WarpTape& warp : block)
      for (const WarpTape::Entry entry : warp.entries) all += entry.place != WarpTape::Entry::kBarrier;
  return all;
}

TEST(Sample, ATapeHoldsEveryRequestInTheWarpsOrder) {
  const LadderCase values{{"m", 64}, {"n", 64}, {"k", 64}};
  Microscope taped(machineWidths());
  taped.choose([](const ObservedLaunch& launch) { return firstBlocks(launch.shape.grid, 1000, 0, 0); });
  runUnder(taped, matmulOperation(), "tiled", values);
  const LaunchTape& tape = taped.launches().front().tape;
  EXPECT_EQ(tape.blocks.size(), 4u);
  EXPECT_TRUE(taped.places().empty());
  std::uint64_t requests = 0, sectors = 0;
  for (const auto& [key, counts] : observe(matmulOperation(), "tiled", values)) {
    if (key.space != PlaceCounts::Space::Global) continue;
    requests += counts.requests;
    sectors += counts.sectors;
  }
  EXPECT_EQ(requestsOf(tape), requests);
  std::size_t taken = 0;
  for (const auto& block : tape.blocks)
    for (const WarpTape& warp : block) {
      taken += warp.sectors.size();
      std::size_t told = 0;
      for (const WarpTape::Entry entry : warp.entries) told += entry.sectors;
      EXPECT_EQ(told, warp.sectors.size());
    }
  EXPECT_EQ(taken, sectors);
}

/// A weight is loaded once, four at a time. A lane that is stopped after one of the four has not asked for a sector
/// more.
TEST(Sample, AThreadThatIsLeftWithinAWideAccessLeavesNoPiecesOfIt) {
  for (const std::uint32_t accesses : {12u, 13u, 14u, 15u, 16u, 17u}) {
    Microscope taped(machineWidths());
    taped.choose([=](const ObservedLaunch& launch) { return firstBlocks(launch.shape.grid, 4, accesses, 0); });
    runUnder(taped, linearOperation(), "vectorised", {{"rows", 1}, {"in", 4096}, {"out", 64}});
    const LaunchTape& tape = taped.launches().front().tape;
    for (const LaunchTape::Place& place : tape.places) EXPECT_EQ(place.bytes, 16) << accesses;
    EXPECT_GT(requestsOf(tape), 0u);
  }
}

/// Blocks on several threads: counts, examples and tapes are those of one thread.
class AnyThreads : public testing::TestWithParam<Microscope::ChooseSample> {};

TEST_P(AnyThreads, SeeTheSame) {
  struct Seen {
    const Operation& operation;
    const char* step;
    LadderCase values;
  };
  const Seen all[] = {{matmulOperation(), "naive", {{"m", 256}, {"n", 256}, {"k", 32}}},
                      {matmulOperation(), "double_buffered", {{"m", 300}, {"n", 300}, {"k", 70}}},
                      {mandelbrotOperation(), "squares", {{"rows", 100}, {"cols", 256}, {"iterations", 50}}},
                      {reduceOperation(), "interleaved", {{"n", 5000}}}};
  for (const Seen& seen : all) {
    const auto launchesOn = [&](unsigned threads) {
      Microscope microscope(machineWidths());
      if (GetParam()) microscope.choose(GetParam());
      runUnder(microscope, seen.operation, seen.step, seen.values, {.workers = threads});
      return microscope.launches();
    };
    const std::vector<WatchedLaunch> one = launchesOn(1), several = launchesOn(5);
    ASSERT_EQ(one.size(), several.size()) << seen.step;
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(one[i].watched, several[i].watched) << seen.step;
      EXPECT_EQ(one[i].places, several[i].places) << seen.step;
      EXPECT_EQ(one[i].tape, several[i].tape) << seen.step;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, AnyThreads,
                         testing::Values(
                             Microscope::ChooseSample(),
                             [](const ObservedLaunch& launch) { return spreadSample(launch.shape.grid, 7); },
                             [](const ObservedLaunch& launch) { return firstBlocks(launch.shape.grid, 9, 30, 200); }));

TEST(Sample, BlocksBehindGoByThePlacesOfThoseBefore) {
  using Entry = WarpTape::Entry;
  const auto launch = [](std::vector<LaunchTape::Place> places, std::vector<Entry> entries) {
    WatchedLaunch watched;
    watched.watched = 1;
    watched.tape = {std::move(places), {{WarpTape{std::move(entries), {7, 8}}}}};
    return watched;
  };
  WatchedLaunch first = launch({{10, 4, false}, {20, 4, false}}, {{0, 1}, {1, 1}});
  first.append(launch({{20, 4, false}, {20, 4, true}}, {{0, 1}, {Entry::kBarrier, 0}, {1, 1}}));
  EXPECT_EQ(first.watched, 2u);
  EXPECT_EQ(first.tape.places, (std::vector<LaunchTape::Place>{{10, 4, false}, {20, 4, false}, {20, 4, true}}));
  ASSERT_EQ(first.tape.blocks.size(), 2u);
  EXPECT_EQ(first.tape.blocks[1][0].entries, (std::vector<Entry>{{1, 1}, {Entry::kBarrier, 0}, {2, 1}}));
}

/// A kernel that somebody brought may have blocks that wait for those before them.
TEST(Sample, BlocksInOrderAreOneThreads) {
  Microscope microscope(machineWidths());
  microscope.watchInOrder();
  EXPECT_EQ(microscope.launchBegins({"kernel", {{9, 1, 1}, {32, 1, 1}}, 32, {}}, 4).size(), 1u);
}

TEST(Sample, EachBlockIsOneThreads) {
  Microscope microscope(machineWidths());
  microscope.choose([](const ObservedLaunch&) { return Sample{{{2, 1}, {3, 5}, {8, 1}}, 0, 0, false}; });
  const auto watches = microscope.launchBegins({"kernel", {{9, 1, 1}, {32, 1, 1}}, 32, {}}, 2);
  ASSERT_EQ(watches.size(), 2u);
  std::vector<std::uint64_t> blocks;
  for (BlockObserver* watch : watches)
    for (auto block = watch->nextBlock(0); block; block = watch->nextBlock(*block + 1)) {
      blocks.push_back(*block);
      watch->blockEnds();
    }
  EXPECT_EQ(blocks, std::vector<std::uint64_t>({2, 3, 8}));
}

/// Kernels with barriers and with shuffles, too: who has left is not waited for.
TEST(Sample, ThreadsAreLeftAfterSoManyAccesses) {
  const LadderCase matmul{{"m", 64}, {"n", 64}, {"k", 512}}, rows{{"rows", 8}, {"cols", 4096}};
  const auto watch = [](const Operation& operation, std::string_view step, const LadderCase& values) {
    Microscope taped(machineWidths());
    taped.choose([](const ObservedLaunch& launch) { return firstBlocks(launch.shape.grid, 1000, 12, 0); });
    runUnder(taped, operation, step, values);
    for (const WatchedLaunch& launch : taped.launches())
      for (const auto& block : launch.tape.blocks)
        for (const WarpTape& warp : block) EXPECT_LE(warp.entries.size(), 128u) << operation.name << " " << step;
    EXPECT_GT(requestsOf(taped.launches().front().tape), 0u);
  };
  for (const Step& step : matmulOperation().steps)
    if (step.madeFor != MadeFor::Processors && !step.name.starts_with("unit"))
      watch(matmulOperation(), step.name, matmul);
  for (const Step& step : softmaxOperation().steps) watch(softmaxOperation(), step.name, rows);
}

}  // namespace
}  // namespace strata
