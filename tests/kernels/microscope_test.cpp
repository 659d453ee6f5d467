#include "kernels/microscope/microscope.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "engine/backends/cpu/cpu_device.h"
#include "kernels/attention/attention_operation.h"
#include "kernels/copy/copy_operation.h"
#include "kernels/divergence/divergence_operation.h"
#include "kernels/matmul/matmul_operation.h"
#include "kernels/microscope/compiled_accesses.h"
#include "kernels/microscope/memory_counts.h"
#include "kernels/reduce/reduce_operation.h"
#include "kernels/scan/scan_operation.h"
#include "kernels/transpose/transpose_operation.h"
#include "tests/kernels/observed_lines.h"

namespace strata {
namespace {

using What = PlaceCounts::What;
using Space = PlaceCounts::Space;
using Lines = ObservedLines;

/// A warp's request with these addresses, one lane each.
struct Request {
  std::vector<Access> lanes;
  std::vector<std::uint8_t> numbers;

  template <class Address>
  Request(int count, std::uint16_t bytes, Address address) {
    for (int lane = 0; lane < count; ++lane) {
      lanes.push_back({1, static_cast<std::uintptr_t>(address(lane)), bytes, 0, Access::Kind::Load});
      numbers.push_back(static_cast<std::uint8_t>(lane));
    }
  }
  WarpStep step() const { return {lanes, numbers}; }
};

// CUDA C++ Best Practices Guide, "Coalesced Access": 32 bytes a sector.
TEST(GlobalRequest, SectorsOfStridedLoads) {
  const std::map<int, std::uint32_t> expected{{1, 4}, {2, 8}, {4, 16}, {8, 32}, {32, 32}};
  for (const auto& [stride, sectors] : expected)
    EXPECT_EQ(globalRequest(Request(32, 4, [s = stride](int l) { return 4096 + 4 * s * l; }).step()).sectors, sectors)
        << stride;
}

TEST(GlobalRequest, BroadcastIsOneSectorAndBytesCountOnce) {
  const GlobalRequest request = globalRequest(Request(32, 4, [](int) { return 4096; }).step());
  EXPECT_EQ(request.sectors, 1u);
  EXPECT_EQ(request.lines, 1u);
  EXPECT_EQ(request.usedBytes, 4u);
}

TEST(LanesOnOneAddress, AreThoseWhoseAtomicsFollowOneAnother) {
  const auto onOne = [](int places) {
    return lanesOnOneAddress(Request(32, 4, [places](int l) { return 4096 + 4 * (l % places); }).step());
  };
  EXPECT_EQ(onOne(32), 1u);
  EXPECT_EQ(onOne(4), 8u);
  EXPECT_EQ(onOne(1), 32u);
}

TEST(LaneOffsets, StartAtALineAndNameTheLanesThatTookNoPart) {
  Request request(3, 4, [](int l) { return 4100 + 128 * (2 - l); });
  request.numbers = {0, 2, 5};
  EXPECT_EQ(laneOffsets(request.step(), 8), (std::vector<std::int64_t>{260, -1, 132, -1, -1, 4, -1, -1}));
}

TEST(GlobalRequest, MisalignedRowTouchesOneSectorMore) {
  const GlobalRequest request = globalRequest(Request(32, 4, [](int l) { return 4100 + 4 * l; }).step());
  EXPECT_EQ(request.sectors, 5u);
  EXPECT_EQ(request.lines, 2u);
  EXPECT_EQ(request.usedBytes, 128u);
}

// CUDA C++ Programming Guide, "Shared Memory": 32 banks of 4 bytes.
TEST(SharedRequest, WaysOfStrides) {
  const std::map<int, std::uint32_t> expected{{0, 1}, {1, 1}, {2, 2}, {3, 1}, {32, 32}, {33, 1}};
  for (const auto& [stride, ways] : expected) {
    const SharedRequest request = sharedRequest(Request(32, 4, [s = stride](int l) { return 4 * s * l; }).step());
    EXPECT_EQ(request.wavefronts, ways) << stride;
    EXPECT_EQ(request.phases, 1u);
  }
}

TEST(SharedRequest, WideAccessesGoInPhases) {
  const SharedRequest request = sharedRequest(Request(32, 16, [](int l) { return 16 * l; }).step());
  EXPECT_EQ(request.phases, 4u);
  EXPECT_EQ(request.wavefronts, 4u);
  EXPECT_EQ(request.ways, 1u);
}

// LDS.64 and LDS.128 take half the turns where pairs of lanes read the same.
TEST(SharedRequest, PairsOfLanesThatReadTheSameShareATurn) {
  const auto wavefronts = [](std::uint16_t bytes, const std::function<int(int)>& at, Access::Kind kind) {
    Request request(32, bytes, at);
    for (Access& access : request.lanes) access.kind = kind;
    const SharedRequest shared = sharedRequest(request.step());
    EXPECT_EQ(shared.wavefronts, shared.phases);
    return shared.wavefronts;
  };
  const auto same = [](int) { return 0; };
  const auto neighbours = [](int l) { return 16 * (l / 2); };
  const auto everySecond = [](int l) { return 16 * (l % 2 + l / 4 * 2); };
  const auto halves = [](int l) { return 16 * (l % 16); };
  EXPECT_EQ(wavefronts(16, same, Access::Kind::Load), 2u);
  EXPECT_EQ(wavefronts(16, neighbours, Access::Kind::Load), 2u);
  EXPECT_EQ(wavefronts(16, everySecond, Access::Kind::Load), 2u);
  EXPECT_EQ(wavefronts(16, halves, Access::Kind::Load), 4u) << "the two lanes of a pair are not neighbours";
  EXPECT_EQ(wavefronts(8, same, Access::Kind::Load), 1u);
  EXPECT_EQ(wavefronts(4, same, Access::Kind::Load), 1u);
  EXPECT_EQ(wavefronts(16, same, Access::Kind::Store), 4u) << "nothing comes back";
  EXPECT_EQ(sharedRequest(Request(32, 16, same).step(), false).wavefronts, 4u) << "AMD does not say so of its own";
}

/// What a lane is said to have done after the compiler's widths are known; those of all its accesses are the same.
std::vector<std::pair<std::uintptr_t, int>> compiledTo(std::uint32_t widths,
                                                       const std::vector<std::pair<std::uintptr_t, int>>& accesses) {
  const CompiledAccess how{"a.cuh", 1, 1, false, false, widths};
  std::vector<std::vector<Access>> lanes(1);
  std::vector<Access>& log = lanes.front();
  for (const auto& [address, bytes] : accesses)
    log.push_back({log.size(), address, static_cast<std::uint16_t>(bytes), 0, Access::Kind::Load});
  widenAsCompiled(lanes, [&](const Access&) { return &how; });
  std::vector<std::pair<std::uintptr_t, int>> all;
  for (const Access& access : log) all.emplace_back(access.address, access.bytes);
  return all;
}

TEST(CompiledAccesses, NeighboursBecomeOneAndWideOnesSeveral) {
  using Accesses = std::vector<std::pair<std::uintptr_t, int>>;
  const Accesses four{{64, 4}, {68, 4}, {72, 4}, {76, 4}};
  EXPECT_EQ(compiledTo(16, four), Accesses({{64, 16}}));
  EXPECT_EQ(compiledTo(8, four), Accesses({{64, 8}, {72, 8}}));
  EXPECT_EQ(compiledTo(4, four), four);
  EXPECT_EQ(compiledTo(4, {{64, 16}}), four);
  EXPECT_EQ(compiledTo(16, {{64, 4}, {128, 4}, {76, 4}, {72, 4}, {132, 4}, {68, 4}}),
            Accesses({{64, 16}, {128, 4}, {132, 4}}))
      << "in any order, between others, and only where all of it was touched";
  EXPECT_EQ(compiledTo(16, {{68, 4}, {72, 4}, {76, 4}, {80, 4}}).size(), 4u) << "no address for 16 bytes";
  EXPECT_EQ(compiledTo(2 | 4, {{64, 2}, {66, 2}, {68, 4}}), Accesses({{64, 2}, {66, 2}, {68, 4}}))
      << "half and float of one line";
  EXPECT_EQ(compiledTo(4 | 16, {{64, 16}, {80, 4}, {84, 4}}), Accesses({{64, 16}, {80, 4}, {84, 4}}));
  EXPECT_EQ(compiledTo(4 | 16, {{64, 4}, {68, 4}, {72, 4}, {76, 4}, {128, 4}, {256, 4}}),
            Accesses({{64, 16}, {128, 4}, {256, 4}}))
      << "the text has no 16 bytes, so some of it was joined";
  EXPECT_EQ(compiledTo(16, {{64, 8}, {64, 8}, {72, 8}, {72, 8}}), Accesses({{64, 16}, {64, 16}}))
      << "the same again is another time, and no instruction is that narrow";
  EXPECT_EQ(compiledTo(16, {{64, 8}, {64, 8}, {72, 8}}), Accesses({{64, 8}, {64, 16}}));
}

// `value = parts[0]; for (i = 1; i < 8; ++i) value += parts[i];` is two loads of 16 bytes in machine code: of a warp's
// eight words none is loaded by itself, whichever statement the assembler says they are of.
TEST(CompiledAccesses, NeighboursOfTwoStatementsBecomeOneWhereNeitherHasAnInstructionThatNarrow) {
  const CompiledAccess second{"a.cuh", 2, 2, true, false, 16}, store{"a.cuh", 3, 3, true, true, 16};
  for (const bool firstHasOne : {false, true}) {
    const CompiledAccess first{"a.cuh", 1, 1, true, false, 16};
    std::vector<std::vector<Access>> lanes(1);
    std::vector<Access>& log = lanes.front();
    for (std::uintptr_t word = 0; word < 8; ++word)
      log.push_back({word == 0 ? 1u : 2u, 64 + 4 * word, 4, 0, Access::Kind::Load});
    log.push_back({3, 64, 4, 0, Access::Kind::Store});
    widenAsCompiled(lanes, [&](const Access& access) -> const CompiledAccess* {
      if (access.kind == Access::Kind::Store) return &store;
      return access.pc == 2 ? &second : firstHasOne ? &first : nullptr;
    });
    ASSERT_EQ(log.size(), 3u);
    EXPECT_EQ(log[0].address, 64u);
    EXPECT_EQ(log[0].bytes, 16u);
    EXPECT_EQ(log[0].pc, firstHasOne ? 1u : 2u) << "a statement that has such an instruction";
    EXPECT_EQ(log[1].address, 80u);
    EXPECT_EQ(log[1].bytes, 16u);
    EXPECT_EQ(log[2].bytes, 4u) << "stores are no loads";
  }
}

// `sum += q[d] * k[lane][d]`, of rows of `words` words: q is of all lanes, and read by 16 bytes. So are the rows where
// each begins at an address for that.
TEST(CompiledAccesses, WhatLanesBeginAtDifferentPartsOfAWiderOneIsNotJoined) {
  const CompiledAccess how{"a.cuh", 1, 1, true, false, 4 | 16};
  const auto widthsOfRows = [&](std::uintptr_t words) {
    std::vector<std::vector<Access>> lanes(5);
    for (std::uintptr_t lane = 0; lane < lanes.size(); ++lane)
      for (std::uintptr_t d = 0; d < 12; ++d) {
        lanes[lane].push_back({1, 64 + 4 * d, 4, 0, Access::Kind::Load});
        lanes[lane].push_back({2, 1024 + 4 * (words * lane + d), 4, 0, Access::Kind::Load});
      }
    widenAsCompiled(lanes, [&](const Access&) { return &how; });
    std::map<std::uintptr_t, std::vector<int>> counts;  // by place, of each lane
    for (const std::vector<Access>& lane : lanes)
      for (const std::uintptr_t place : {1u, 2u})
        counts[place].push_back(static_cast<int>(std::ranges::count(lane, place, &Access::pc)));
    return counts;
  };
  using Counts = std::vector<int>;
  EXPECT_EQ(widthsOfRows(129)[1], Counts({3, 3, 3, 3, 3}));
  EXPECT_EQ(widthsOfRows(129)[2], Counts({12, 12, 12, 12, 12})) << "lanes 0 and 4 stand well, the others do not";
  EXPECT_EQ(widthsOfRows(132)[2], Counts({3, 3, 3, 3, 3}));
}

/// Of the places with this kind and space, the count per request of each, in the order of the text.
std::vector<double> perRequest(const Lines& lines, What what, Space space, std::uint64_t PlaceCounts::*count) {
  std::vector<double> counts;
  for (const auto& [key, place] : lines)
    if (key.what == what && key.space == space)
      counts.push_back(static_cast<double>(place.*count) / static_cast<double>(place.requests));
  return counts;
}

const std::vector<double> kOne{1};

class MicroscopeTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!canObserveKernels()) GTEST_SKIP() << "this build has no instrumented kernels (a sanitizer is on)";
  }
};

// Each warp of naive walks down 32 rows of A and broadcasts one element of B; coalesced broadcasts A and takes a row of
// B. Both loads stand on one line.
TEST_F(MicroscopeTest, MatmulInBothThreadOrders) {
  const Lines naive = observe(matmulOperation(), "naive", {{"n", 128}});
  EXPECT_EQ(perRequest(naive, What::Load, Space::Global, &PlaceCounts::sectors), std::vector<double>({(32 + 1) / 2.0}));
  EXPECT_EQ(perRequest(naive, What::Store, Space::Global, &PlaceCounts::sectors), std::vector<double>({32}));
  const Lines coalesced = observe(matmulOperation(), "coalesced", {{"n", 128}});
  EXPECT_EQ(perRequest(coalesced, What::Load, Space::Global, &PlaceCounts::sectors),
            std::vector<double>({(1 + 4) / 2.0}));
  EXPECT_EQ(perRequest(coalesced, What::Store, Space::Global, &PlaceCounts::sectors), std::vector<double>({4}));
}

TEST_F(MicroscopeTest, StridesOfACopy) {
  const std::map<std::int64_t, double> expected{{1, 4}, {2, 8}, {4, 16}, {8, 32}, {32, 32}};
  for (const auto& [stride, sectors] : expected) {
    const Lines lines = observe(copyOperation(), "strided", {{"n", 4096}, {"stride", stride}});
    EXPECT_EQ(perRequest(lines, What::Load, Space::Global, &PlaceCounts::sectors), std::vector<double>({sectors}));
    EXPECT_EQ(perRequest(lines, What::Store, Space::Global, &PlaceCounts::sectors), std::vector<double>({4}));
  }
}

// 128 bytes that begin within a sector end within a fifth one.
TEST_F(MicroscopeTest, OffsetsOfACopy) {
  const std::map<std::int64_t, double> expected{{0, 4}, {1, 5}, {7, 5}, {8, 4}, {63, 5}, {64, 4}};
  for (const auto& [offset, sectors] : expected) {
    const Lines lines = observe(copyOperation(), "shifted", {{"n", 4096}, {"offset", offset}});
    EXPECT_EQ(perRequest(lines, What::Load, Space::Global, &PlaceCounts::sectors), std::vector<double>({sectors}));
    EXPECT_EQ(perRequest(lines, What::Store, Space::Global, &PlaceCounts::sectors), std::vector<double>({4}));
  }
}

TEST_F(MicroscopeTest, KeepsWhereEachLaneOfATypicalRequestWent) {
  const Lines lines = observe(copyOperation(), "strided", {{"n", 4096}, {"stride", 4}});
  int seen = 0;
  for (const auto& [key, place] : lines) {
    if (key.what == What::Branch) continue;
    ++seen;
    EXPECT_EQ(place.widths, 4u);
    EXPECT_EQ(place.typical.requests, place.requests);
    ASSERT_EQ(place.typical.offsets.size(), 32u);
    for (std::int64_t lane = 0; lane < 32; ++lane)
      EXPECT_EQ(place.typical.offsets[static_cast<std::size_t>(lane)], lane * (key.what == What::Load ? 16 : 4));
  }
  EXPECT_EQ(seen, 2) << "a load and a store";
}

/// Of the loads and stores of global memory that are 16 bytes wide: lines, and whether each fetches just what is used.
int wideLines(const Lines& lines) {
  int wide = 0;
  for (const auto& [key, line] : lines) {
    if (key.space != Space::Global || line.widths != 16) continue;
    ++wide;
    EXPECT_EQ(line.sectors, 16 * line.requests) << key.line;
    EXPECT_EQ(line.usedBytes, 32 * line.sectors) << key.line;
  }
  return wide;
}

// A load of four floats is one request of 512 bytes a warp: all of what it fetches is used.
TEST_F(MicroscopeTest, VectorsAreOneRequest) {
  const std::tuple<const Operation*, std::string_view, LadderCase, int> cases[] = {
      {findOperation("softmax"), "online", {{"rows", 4}, {"cols", 1024}}, 3},
      {findOperation("saxpy"), "vectorised", {{"n", 8192}}, 2},
      {findOperation("reduce"), "vectorised", {{"n", 8192}}, 1},
      {findOperation("elementwise"), "vectorised", {{"rows", 8}, {"cols", 1024}}, 2},
      {findOperation("linear"), "vectorised", {{"rows", 1}, {"in", 1024}, {"out", 16}}, 2}};
  for (const auto& [operation, step, values, lines] : cases)
    EXPECT_EQ(wideLines(observe(*operation, step, values)), lines) << operation->name;
  EXPECT_EQ(wideLines(observe(*findOperation("saxpy"), "vectorised", {{"n", 8192}}, AccessWidths{})), 2)
      << "nothing is known of the compiler: the type in the text";
}

TEST_F(MicroscopeTest, BankConflictsOfATransposeAndItsPadding) {
  const Lines tiled = observe(transposeOperation(), "tiled", {{"rows", 64}, {"cols", 64}});
  EXPECT_EQ(perRequest(tiled, What::Load, Space::Shared, &PlaceCounts::wavefronts), std::vector<double>({32}));
  EXPECT_EQ(perRequest(tiled, What::Store, Space::Shared, &PlaceCounts::wavefronts), kOne);
  const Lines padded = observe(transposeOperation(), "padded", {{"rows", 64}, {"cols", 64}});
  EXPECT_EQ(perRequest(padded, What::Load, Space::Shared, &PlaceCounts::wavefronts), kOne);
  EXPECT_EQ(perRequest(padded, What::Store, Space::Shared, &PlaceCounts::wavefronts), kOne);
}

/// Warps that came by the line which adds two elements of shared memory and stores the sum.
std::uint64_t addingWarps(std::string_view step) {
  std::uint64_t most = 0;
  for (const auto& [key, place] : observe(reduceOperation(), step, {{"n", 256}}))
    if (key.what == What::Store && key.space == Space::Shared && place.lanes == 255) most = place.requests;
  return most;
}

TEST_F(MicroscopeTest, WarpStepsOfAReduction) {
  EXPECT_EQ(addingWarps("interleaved"), 47u);
  EXPECT_EQ(addingWarps("sequential"), 12u);
}

// After one warp's last eight sums the first warp adds them, 24 of its lanes with nothing: all of them shuffle
// together.
TEST_F(MicroscopeTest, LanesThatSkippedALoadAreThereAgainBehindIt) {
  std::uint64_t shuffles = 0;
  for (const auto& [key, place] : observe(reduceOperation(), "shuffle", {{"n", 4096}}))
    if (key.file.ends_with("block_sum.cuh") && key.line == 12) {
      ++shuffles;
      EXPECT_EQ(place.lanes, 32 * place.requests) << place.requests;
    }
  EXPECT_GT(shuffles, 0u);
}

// A row of 129 words a lane: the code loads one query's words by 16 bytes and the keys' one by one, without a conflict.
TEST_F(MicroscopeTest, RowsThatAreNotAlignedAreReadWordByWord) {
  int mixed = 0;
  for (const auto& [key, place] :
       observe(attentionOperation(), "fused", {{"queries", 32}, {"keys", 32}, {"dim", 64}})) {
    if (key.what != What::Load || key.space != Space::Shared) continue;
    EXPECT_EQ(place.lanes, 32 * place.requests) << key.line;
    EXPECT_EQ(place.wavefronts, place.phases) << key.line;
    if (place.widths != (4 | 16)) continue;
    EXPECT_EQ(place.laneBytes * (16 + 64), place.requests * (64 + 64) * 4)
        << "a query's 64 words by four, a key's by one";
    ++mixed;
  }
  EXPECT_EQ(mixed, 1);
}

/// The lanes that loaded or stored shared memory at each line, in the order of the text.
std::vector<std::uint64_t> sharedLanes(std::string_view step, What what) {
  std::vector<std::uint64_t> lanes;
  for (const auto& [key, place] : observe(scanOperation(), step, {{"n", 1024}}))
    if (key.what == what && key.space == Space::Shared) lanes.push_back(place.lanes);
  return lanes;
}

// Hillis and Steele's threads load what they add: 1024 · 10 − 1023. A tree's node stores one sum on the way up, and on
// the way down a sum and what it read.
TEST_F(MicroscopeTest, AdditionsOfAScan) {
  using LanesOfLines = std::vector<std::uint64_t>;
  EXPECT_EQ(sharedLanes("hillis_steele", What::Load), LanesOfLines({9217}));
  for (const std::string_view tree : {"blelloch", "blelloch_padded"})
    EXPECT_EQ(sharedLanes(tree, What::Store), LanesOfLines({512, 512, 1023, 1, 1023, 1023})) << tree;
}

/// The most words of one bank that a warp of this step wants at once.
std::uint32_t worstWays(std::string_view step) {
  std::uint32_t worst = 0;
  for (const auto& [key, place] : observe(scanOperation(), step, {{"n", 1024}})) {
    worst = std::max(worst, place.worstWays);
    if (step != "blelloch" && key.space == Space::Shared) {
      EXPECT_EQ(place.wavefronts, place.phases) << step << " " << key.line;
    }
  }
  return worst;
}

TEST_F(MicroscopeTest, BankConflictsOfAScansTreeAndItsPadding) {
  EXPECT_EQ(worstWays("blelloch"), 32u);
  for (const std::string_view free : {"hillis_steele", "blelloch_padded", "shuffle", "vectorised", "reduce_then_scan"})
    EXPECT_EQ(worstWays(free), 1u) << free;
}

TEST_F(MicroscopeTest, ThreadsBeyondTheEndAreIdle) {
  std::uint64_t loading = 0, idle = 0;
  for (const auto& [key, place] : observe(divergenceOperation(), "lanes", {{"n", 1000}})) {
    if (key.what == What::Load) loading = place.lanes;
    if (key.what == What::Branch && place.requests == 1) idle = place.lanes;
  }
  EXPECT_EQ(loading, 1000u);
  EXPECT_EQ(idle, 24u);
}

struct AskedBytes {
  double global = 0, shared = 0;
};

AskedBytes askedBytes(const Operation& operation, const Step& step, const LadderCase& values) {
  AskedBytes bytes;
  for (const auto& [key, place] : observe(operation, step.name, values)) {
    if (key.space == Space::Global) bytes.global += static_cast<double>(place.askedBytes);
    if (key.space == Space::Shared) bytes.shared += static_cast<double>(place.askedBytes);
  }
  return bytes;
}

struct CostCase {
  std::string_view operation;
  LadderCase values;
};

/// Where text and count differ, as a share. Of attention the compiler keeps some values that the text reads twice. What
/// argmax reads until it finds the place depends on the values, and its cost says that it leaves it out.
double allowance(std::string_view operation) {
  return operation == "attention" ? 0.03 : operation == "argmax" ? 0.001 : 0;
}

class CostIsCounted : public testing::TestWithParam<CostCase> {};

// What the catalogue says a step asks of memory is what the kernel's own text was seen to ask.
TEST_P(CostIsCounted, OfEveryStep) {
  if (!canObserveKernels()) GTEST_SKIP() << "this build has no instrumented kernels (a sanitizer is on)";
  const Operation& operation = *findOperation(GetParam().operation);
  const DeviceInfo device = openCpuDevice(0).value()->info();
  const Problem problem = problemOf(operation, GetParam().values);
  for (const Step& step : operation.steps) {
    if (step.refusal && !step.refusal(device, problem).empty()) continue;
    const AskedBytes seen = askedBytes(operation, step, GetParam().values);
    const Cost cost = step.cost(problem);
    const double within = allowance(operation.name);
    EXPECT_NEAR(seen.global, cost.globalBytes, within * cost.globalBytes) << step.name;
    EXPECT_NEAR(seen.shared, cost.sharedBytes, within * cost.sharedBytes) << step.name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ladders, CostIsCounted,
    testing::Values(
        CostCase{"matmul", {{"m", 65}, {"n", 36}, {"k", 68}}}, CostCase{"matmul", {{"m", 33}, {"n", 65}, {"k", 7}}},
        CostCase{"matmul", {{"n", 68}, {"trans_a", 1}, {"trans_b", 1}}},
        CostCase{"matmul", {{"m", 65}, {"n", 264}, {"k", 72}, {"type", 2}}},
        CostCase{"matmul", {{"m", 72}, {"n", 40}, {"k", 136}, {"type", 1}, {"trans_a", 1}, {"trans_b", 1}}},
        CostCase{"conv2d", {{"c", 3}, {"h", 9}, {"w", 11}, {"filters", 5}}},
        CostCase{"attention", {{"heads", 2}, {"queries", 33}, {"dim", 16}, {"causal", 1}}},
        CostCase{"attention", {{"heads", 2}, {"queries", 2}, {"keys", 1100}, {"dim", 40}, {"causal", 1}}},
        CostCase{"attention", {{"heads", 2}, {"queries", 65}, {"keys", 200}, {"dim", 72}, {"type", 1}}},
        CostCase{"attention", {{"queries", 130}, {"capacity", 140}, {"dim", 64}, {"causal", 1}, {"type", 2}}},
        CostCase{"softmax", {{"rows", 5}, {"cols", 300}}}, CostCase{"norm", {{"rows", 5}, {"cols", 300}}},
        CostCase{"norm", {{"rows", 2}, {"cols", 300}, {"kind", 1}}},
        CostCase{"elementwise", {{"rows", 5}, {"cols", 300}}}, CostCase{"transpose", {{"rows", 65}, {"cols", 33}}},
        CostCase{"reduce", {{"n", 3001}}}, CostCase{"scan", {{"n", 3001}}},
        CostCase{"copy", {{"n", 3001}, {"offset", 3}}}, CostCase{"copy", {{"n", 3001}}},
        CostCase{"saxpy", {{"n", 3001}}}, CostCase{"linear", {{"rows", 3}, {"in", 256}, {"out", 33}, {"bias", 1}}},
        CostCase{"linear", {{"rows", 2}, {"in", 1200}, {"out", 9}}},
        CostCase{"linear", {{"rows", 3}, {"in", 256}, {"out", 33}, {"type", 1}}},
        CostCase{"linear", {{"rows", 3}, {"in", 256}, {"out", 33}, {"type", 3}}},
        CostCase{"pool", {{"planes", 2}, {"h", 12}}}, CostCase{"heads", {{"rows", 5}, {"heads", 2}, {"dim", 16}}},
        CostCase{"heads", {{"rows", 5}, {"heads", 2}, {"dim", 16}, {"way", 1}}},
        CostCase{"argmax", {{"rows", 3}, {"cols", 1000}}}, CostCase{"divergence", {{"n", 1000}}},
        CostCase{"peak", {{"n", 1000}, {"iterations", 8}}},
        CostCase{"heat", {{"rows", 65}, {"cols", 33}, {"steps", 9}}},
        CostCase{"heat", {{"rows", 3}, {"cols", 131}, {"steps", 6}}}, CostCase{"heat", {{"rows", 1}, {"steps", 4}}},
        CostCase{"mandelbrot", {{"rows", 33}, {"cols", 65}}},
        CostCase{"colourmap", {{"rows", 9}, {"height", 30}, {"width", 70}, {"pitch", 96}, {"alpha", 1}}}),
    [](const auto& each) { return std::string(each.param.operation) + std::to_string(each.index); });

}  // namespace
}  // namespace strata
