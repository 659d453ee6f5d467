#include "kernels/heat/heat_operation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "tests/kernels/operation_conformance.h"

namespace strata::heat_conformance {
namespace {

LadderCase plate(std::int64_t rows, std::int64_t cols, std::int64_t steps) {
  return {{"rows", rows}, {"cols", cols}, {"steps", steps}};
}

/// Smaller than a halo, whole tiles of either kind, one more; each number of time steps that a last launch can have.
std::vector<LadderCase> cases() {
  std::vector<LadderCase> all;
  for (const auto& [rows, cols] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {1, 1}, {1, 2}, {3, 2}, {33, 1}, {1, 33}, {7, 5}, {32, 32}, {24, 56}, {25, 57}, {127, 63}, {70, 200}})
    for (const std::int64_t steps : {1, 3, 4, 9}) all.push_back(plate(rows, cols, steps));
  for (const std::int64_t steps : {2, 5, 6, 7, 8, 40}) all.push_back(plate(50, 61, steps));
  return all;
}

const bool kRegistered = registerConformanceTests(heatOperation(), cases());

Problem problem(std::int64_t rows, std::int64_t cols, std::int64_t steps) {
  return problemOf(heatOperation(), plate(rows, cols, steps));
}

std::vector<double> spread(std::int64_t rows, std::int64_t cols, std::int64_t steps, const std::vector<float>& in) {
  const TensorValues inputs[] = {in};
  std::vector<double> out(in.size(), -1);
  heatReference(problem(rows, cols, steps), inputs, 0, 1, out);
  return out;
}

void expectNear(const std::vector<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-14) << i;
}

TEST(Heat, ReferenceWorkedByHand) {
  expectNear(spread(3, 3, 1, {0, 0, 0, 0, 1, 0, 0, 0, 0}), {0, 0.2, 0, 0.2, 0.2, 0.2, 0, 0.2, 0});
  expectNear(spread(3, 3, 2, {0, 0, 0, 0, 1, 0, 0, 0, 0}), {0.08, 0.12, 0.08, 0.12, 0.2, 0.12, 0.08, 0.12, 0.08});
  expectNear(spread(2, 2, 1, {1, 0, 0, 0}), {0.6, 0.2, 0.2, 0});
  expectNear(spread(1, 1, 7, {0.75f}), {0.75});
}

TEST(Heat, NoneFlowsOverTheBorderAndInTheEndItIsEverywhere) {
  std::vector<float> in(7 * 5, 0.0f);
  in[0] = 35;
  const std::vector<double> soon = spread(7, 5, 3, in), late = spread(7, 5, 1000, in);
  EXPECT_NEAR(std::accumulate(soon.begin(), soon.end(), 0.0), 35, 1e-12);
  for (const double cell : late) EXPECT_NEAR(cell, 1, 1e-9);
}

/// The error, in the norm by which results are checked, of one cell that misses a neighbour for one time step.
double errorOfOneNeighbour(double cells) {
  constexpr double kMeanSquare = 1 / 4.0, kMissed = 0.2 * 0.5;
  return kMissed / std::sqrt(kMeanSquare * cells);
}

TEST(Heat, LimitSeesOneWrongCell) {
  for (const std::int64_t side : {1, 64, 1024})
    EXPECT_LT(10 * heatOperation().limit(problem(side, side, 8)), errorOfOneNeighbour(double(side * side))) << side;
}

// The last launch writes out, the input is only read, and no launch reads what it writes.
TEST(Heat, LaunchesHandThePlateOn) {
  for (const Step& step : heatOperation().steps)
    for (std::int64_t steps = 1; steps <= 9; ++steps) {
      const StepPlan plan = step.plan(problem(40, 70, steps));
      int from = 0, together = 0;
      for (const KernelLaunch& launch : plan.launches) {
        EXPECT_EQ(std::get<TensorArgument>(launch.arguments[0]).index, from);
        from = std::get<TensorArgument>(launch.arguments[1]).index;
        EXPECT_NE(from, std::get<TensorArgument>(launch.arguments[0]).index);
        EXPECT_NE(from, 0);
        together += step.name == "several" ? std::get<std::int32_t>(launch.arguments[4]) : 1;
      }
      EXPECT_EQ(from, 1) << step.name << " " << steps;
      EXPECT_EQ(together, steps) << step.name;
      EXPECT_EQ(plan.workspace.size(), plan.launches.size() > 1 ? 1u : 0u) << step.name;
    }
  EXPECT_EQ(findStep(heatOperation(), "several")->plan(problem(9, 9, 9)).launches.size(), 3u);
}

Cost costOf(std::string_view step, std::int64_t rows, std::int64_t cols, std::int64_t steps) {
  return findStep(heatOperation(), step)->cost(problem(rows, cols, steps));
}

// By hand. 33 × 70 are 2 × 3 tiles of 32 × 32, and 2 × 2 of 24 × 56.
TEST(Heat, CostsAreExact) {
  for (const Step& step : heatOperation().steps) EXPECT_EQ(step.cost(problem(33, 70, 5)).minBytes, 8 * 33 * 70);
  EXPECT_EQ(costOf("naive", 33, 70, 5).flop, 5 * 5 * 33 * 70);
  EXPECT_EQ(costOf("naive", 33, 70, 5).globalBytes, 4 * 5 * 6 * 33 * 70);
  EXPECT_EQ(costOf("lanes", 33, 70, 5).flop, 5 * 5 * 33 * 70);
  EXPECT_EQ(costOf("lanes", 33, 70, 5).globalBytes, 4 * 5 * 33 * (6 * 70 - 2));
  EXPECT_EQ(costOf("tiled", 33, 70, 5).flop, 5 * 5 * 33 * 70);
  EXPECT_EQ(costOf("tiled", 33, 70, 5).globalBytes, 4 * 5 * (37 * 76 + 33 * 70));
  EXPECT_EQ(costOf("tiled", 33, 70, 5).sharedBytes, 4 * 5 * (37 * 76 + 5 * 33 * 70));
  // Four time steps, then one.
  const double four = 45 * 82 + 41 * 78 + 37 * 74 + 33 * 70, one = 33 * 70;
  EXPECT_EQ(costOf("several", 33, 70, 5).flop, 5 * (four + one));
  EXPECT_EQ(costOf("several", 33, 70, 5).globalBytes, 4 * (49 * 86 + 37 * 74 + 2 * 33 * 70));
  EXPECT_EQ(costOf("several", 33, 70, 5).sharedBytes,
            4 * ((49 * 86 + 45 * 82 + 41 * 78 + 37 * 74) + 37 * 74 + 5 * (four + one)));
}

// Of a large plate, for each cell and time step.
TEST(Heat, BytesOfACell) {
  const auto bytes = [](std::string_view step) {
    return costOf(step, 56 * 96, 56 * 96, 4).globalBytes / (56.0 * 96 * 56 * 96 * 4);
  };
  EXPECT_EQ(bytes("naive"), 24);
  EXPECT_NEAR(bytes("tiled"), 4 * (34 * 34 / 1024.0 + 1), 1e-9);
  EXPECT_NEAR(bytes("several"), 4 * (64 * 32 / (56.0 * 24) + 1) / 4, 1e-9);
}

}  // namespace
}  // namespace strata::heat_conformance
