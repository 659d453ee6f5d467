#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "engine/backends/cpu/cpu_thread.h"
#include "kernels/mandelbrot/mandelbrot_operation.h"
#include "kernels/microscope/microscope.h"
#include "tests/kernels/observed_lines.h"

// What is counted of a loop that lanes leave at different times is what follows from how often each of them turns.

namespace strata {
namespace {

/// Of a loop: turns of warps, and of lanes in them.
struct Turns {
  double warps = 0, lanes = 0;
};

/// A pixel of each thread of a block of 256.
struct Dealt {
  std::string_view step;
  std::int64_t width, height;                           ///< of the block's pixels
  std::int64_t (*x)(std::int64_t), (*y)(std::int64_t);  ///< by thread
};
constexpr Dealt kRows{"rows", 256, 1, [](std::int64_t thread) { return thread; },
                      [](std::int64_t) { return std::int64_t{0}; }};
constexpr Dealt kSquares{"squares", 32, 8, [](std::int64_t thread) { return thread % 8 + 8 * (thread / 64); },
                         [](std::int64_t thread) { return thread % 64 / 8; }};

const LadderCase kView{{"rows", 40}, {"cols", 300}, {"iterations", 100}};

/// From the counts of all pixels: a warp turns as often as its longest lane.
Turns expectedTurns(const Dealt& dealt, std::int64_t waveSize) {
  const Operation& operation = mandelbrotOperation();
  const Problem problem = problemOf(operation, kView);
  const std::int64_t rows = problem["rows"], cols = problem["cols"];
  std::vector<double> counts(static_cast<std::size_t>(rows * cols));
  operation.reference(problem, {}, 0, operation.units(problem), counts);
  Turns turns;
  for (std::int64_t top = 0; top < rows; top += dealt.height)
    for (std::int64_t left = 0; left < cols; left += dealt.width)
      for (std::int64_t first = 0; first < 256; first += waveSize) {
        double longest = 0;
        for (std::int64_t thread = first; thread < first + waveSize; ++thread) {
          const std::int64_t row = top + dealt.y(thread), col = left + dealt.x(thread);
          if (row >= rows || col >= cols) continue;
          const double count = counts[static_cast<std::size_t>(row * cols + col)];
          turns.lanes += count;
          longest = std::max(longest, count);
        }
        turns.warps += longest;
      }
  return turns;
}

/// Of the kernel's only loop: no other place has as many lanes but the question at its head, which is asked once more.
Turns countedTurns(const Dealt& dealt, unsigned waveSize) {
  Microscope microscope(machineWidths());
  runUnder(microscope, mandelbrotOperation(), dealt.step, kView, {.waveSize = waveSize});
  const double expected = expectedTurns(dealt, waveSize).lanes;
  for (const auto& [place, counts] : microscope.places())
    if (counts.what == PlaceCounts::What::Branch && double(counts.lanes) == expected)
      return {double(counts.requests), double(counts.lanes)};
  return {};
}

class ActiveLanes : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    if (!canObserveKernels()) GTEST_SKIP() << "this build has no instrumented kernels (a sanitizer is on)";
  }
};

TEST_P(ActiveLanes, AreWhatThePixelsCountsSay) {
  for (const Dealt& dealt : {kRows, kSquares}) {
    const Turns expected = expectedTurns(dealt, GetParam()), counted = countedTurns(dealt, GetParam());
    EXPECT_EQ(counted.lanes, expected.lanes) << dealt.step;
    EXPECT_EQ(counted.warps, expected.warps) << dealt.step;
  }
}

TEST_P(ActiveLanes, AreMoreInSquares) {
  const Turns rows = expectedTurns(kRows, GetParam()), squares = expectedTurns(kSquares, GetParam());
  EXPECT_EQ(rows.lanes, squares.lanes);
  EXPECT_LT(1.1 * squares.warps, rows.warps);
}

INSTANTIATE_TEST_SUITE_P(Warps, ActiveLanes, testing::Values(32u, 64u),
                         [](const auto& each) { return std::to_string(each.param); });

/// Some lanes of a warp, as their kernel tells of them: all load at one place.
class ToldLanes : public testing::Test {
 protected:
  static constexpr std::uint32_t kLanes = 20;  // of a warp that is not whole

  void SetUp() override {
    m_watch.begin({"kernel", {{1, 1, 1}, {kLanes, 1, 1}}, 32, {std::as_bytes(std::span(m_memory))}}, nullptr, 0, 1);
    ASSERT_EQ(m_watch.nextBlock(0), 0u);
    cpu::blockDim = {kLanes, 1, 1};
  }
  void load(std::uint32_t lane) {
    tell(lane, 10, reinterpret_cast<std::uintptr_t>(&m_memory[lane]), Access::Kind::Load);
  }
  void wait(std::uint32_t lane) { tell(lane, 20, 0, Access::Kind::Barrier); }
  void end(std::uint32_t lane) {
    cpu::threadIdx = {lane, 0, 0};
    m_watch.threadEnds();
  }
  PlaceCounts loads() {
    m_watch.blockEnds();
    const auto places = m_watch.take().places;
    return places.size() == 1 ? places.begin()->second : PlaceCounts{};
  }

 private:
  void tell(std::uint32_t lane, std::uintptr_t pc, std::uintptr_t address, Access::Kind kind) {
    cpu::threadIdx = {lane, 0, 0};
    m_watch.record({pc, address, sizeof(float), 0, kind});
  }
  std::vector<float> m_memory = std::vector<float>(kLanes);
  SourceLines m_lines;
  ArrayNames m_tensors;
  BlockWatch m_watch{machineWidths(), m_lines, m_tensors};
};

TEST_F(ToldLanes, ThatHaveEndedAreNotWaitedFor) {
  end(0);
  load(1);
  end(1);
  for (std::uint32_t lane = 2; lane < kLanes; ++lane) load(lane), wait(lane);
  for (std::uint32_t lane = 2; lane < kLanes; ++lane) load(lane), end(lane);
  const PlaceCounts counts = loads();
  EXPECT_EQ(counts.requests, 2u);
  EXPECT_EQ(counts.lanes, 2u * kLanes - 3);
}

TEST_F(ToldLanes, ThatMetAndWentOnRestNoMore) {
  for (std::uint32_t lane = 0; lane < 2; ++lane) wait(lane), load(lane);
  for (std::uint32_t lane = 2; lane < kLanes; ++lane) wait(lane);
  for (std::uint32_t lane = 2; lane < kLanes; ++lane) load(lane);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) end(lane);
  const PlaceCounts counts = loads();
  EXPECT_EQ(counts.requests, 1u);
  EXPECT_EQ(counts.lanes, kLanes);
}

}  // namespace
}  // namespace strata
