#include "kernels/peak/peak_operation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/kernels/operation_conformance.h"

namespace strata::peak_conformance {
namespace {

LadderCase work(std::int64_t n, std::int64_t iterations) {
  return {{"n", n}, {"iterations", iterations}};
}

const bool kRegistered = registerConformanceTests(
    peakOperation(), {work(1, 1), work(1, 1000), work(2, 7), work(31, 3), work(255, 64), work(256, 16), work(257, 100),
                      work(1000, 1), work(2047, 33), work(2049, 5), work(16385, 12), work(32769, 9), work(40001, 128)});

TEST(Peak, ReferenceIsThatOfTheIterationsOneByOne) {
  for (const std::int64_t iterations : {1, 2, 1000, 65536}) {
    const Problem problem = problemOf(peakOperation(), work(3, iterations));
    const std::vector<float> in{0.25f, -1.0f, 0.5f};
    const TensorValues inputs[] = {in};
    std::vector<double> out(2, -9);
    peakReference(problem, inputs, 1, 3, out);
    const long double scale = peakFactors(problem).scale, shift = peakFactors(problem).shift;
    for (std::size_t i = 0; i < out.size(); ++i) {
      long double value = in[i + 1];
      for (std::int64_t k = 0; k < iterations; ++k) value = scale * value + shift;
      EXPECT_NEAR(out[i], static_cast<double>(value), 1e-11) << iterations;
    }
  }
}

TEST(Peak, LimitSeesAnIterationLeftOut) {
  for (const std::int64_t iterations : {1, 100, 500}) {
    const Problem problem = problemOf(peakOperation(), work(1, iterations));
    const std::vector<float> in{-1.0f};
    const TensorValues inputs[] = {in};
    double all = 0;
    peakReference(problem, inputs, 0, 1, {&all, 1});
    const PeakFactors factors = peakFactors(problem);
    const double fewer = (all - static_cast<double>(factors.shift)) / static_cast<double>(factors.scale);
    EXPECT_GT(std::abs(all - fewer), 2 * peakOperation().limit(problem) * std::abs(all)) << iterations;
  }
}

TEST(Peak, TwoFlopAnIteration) {
  for (const Step& each : peakOperation().steps) {
    const Cost cost = each.cost(problemOf(peakOperation(), work(1001, 10)));
    EXPECT_EQ(cost.flop, 20020);
    EXPECT_EQ(cost.globalBytes, 8008);
  }
}

// Of the last block, whose values are computed all the same; a thread of one chain ends where there is no value.
TEST(Peak, ChainsBeyondTheLastValueArePadding) {
  const auto padding = [](std::string_view step, std::int64_t n) {
    return findStep(peakOperation(), step)->cost(problemOf(peakOperation(), work(n, 10))).paddingFlop;
  };
  EXPECT_EQ(padding("dependent", 1001), 0);
  EXPECT_EQ(padding("chains_8", 2049), 20 * 2047);
  EXPECT_EQ(padding("chains_128", 4096), 20 * (32768 - 4096));
  EXPECT_EQ(padding("chains_128", 65536), 0);
  for (const Step& each : peakOperation().steps) EXPECT_EQ(padding(each.name, 98304), 0) << each.name << ": of a unit";
}

}  // namespace
}  // namespace strata::peak_conformance
