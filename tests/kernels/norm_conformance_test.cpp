#include "kernels/norm/norm_operation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/norm/norm_reference.h"
#include "tests/kernels/operation_conformance.h"

namespace strata::norm_conformance {
namespace {

std::vector<LadderCase> cases() {
  std::vector<LadderCase> all;
  for (const std::int64_t kind : {0, 1})
    for (const auto& [rows, cols] : std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 1},
                                                                                       {3, 2},
                                                                                       {5, 31},
                                                                                       {4, 32},
                                                                                       {7, 33},
                                                                                       {131, 64},
                                                                                       {1, 127},
                                                                                       {6, 128},
                                                                                       {129, 132},
                                                                                       {1, 997},
                                                                                       {1, 4096},
                                                                                       {2, 3000},
                                                                                       {3, 768},
                                                                                       {13, 1000},
                                                                                       {2, 8191}})
      all.push_back({{"kind", kind}, {"rows", rows}, {"cols", cols}});
  all.push_back({{"kind", 1}, {"rows", 3}, {"cols", 48}, {"epsilon", 250'000'000'000}});
  all.push_back({{"kind", 0}, {"rows", 2}, {"cols", 31}, {"epsilon", 1'000'000}});
  return all;
}

const bool kRegistered = registerConformanceTests(normOperation(), cases());

/// Rows whose first element lies far from the others, which are all sorts between −1 and 1: so does the row's mean, and
/// sums of squares that are taken from there lose the spread.
const Operation& outlierOperation() {
  static const Operation operation = [] {
    Operation outlier = normOperation();
    outlier.name = "norm_outlier";
    outlier.tensors = [](const Problem& problem) {
      std::vector<TensorInfo> tensors = normOperation().tensors(problem);
      tensors[0].formula = [cols = problem["cols"]](std::int64_t i) {
        constexpr float kFirst[] = {30, -1000};
        return i % cols == 0 ? kFirst[i / cols % 2] : static_cast<float>(std::sin(12.9898 * static_cast<double>(i)));
      };
      return tensors;
    };
    return outlier;
  }();
  return operation;
}

const bool kOutlierRegistered =
    registerConformanceTests(outlierOperation(), {{{"rows", 1}, {"cols", 768}},
                                                  {{"rows", 2}, {"cols", 4096}},
                                                  {{"rows", 3}, {"cols", 1000}},
                                                  {{"rows", 2}, {"cols", 997}},
                                                  {{"kind", 1}, {"rows", 2}, {"cols", 768}}});

TEST(NormReference, LayerWorkedByHand) {
  // Mean 5, variance (9 + 1 + 1 + 9) / 4 = 5; second row: all equal, so only the bias is left.
  const std::vector<float> x{2, 4, 6, 8, 3, 3, 3, 3}, weight{1, 2, -1, 0.5f}, bias{0, 10, 0, -1};
  std::vector<double> y(8, -1);
  normReference(x, weight, bias, y);
  const double root = std::sqrt(5 + 1e-5);
  const double expected[] = {-3 / root, -2 / root + 10, -1 / root, 1.5 / root - 1, 0, 10, 0, -1};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_DOUBLE_EQ(y[i], expected[i]);
}

TEST(NormReference, EpsilonIsAParameter) {
  const Problem problem =
      problemOf(normOperation(), {{"kind", 1}, {"rows", 1}, {"cols", 2}, {"epsilon", 4'000'000'000'000}});
  const std::vector<float> x{3, 3}, weight{1, 2};
  const std::vector<TensorValues> inputs{x, weight};
  std::vector<double> y(2);
  normOperation().reference(problem, inputs, 0, 1, y);  // √(9 + 4)
  EXPECT_NEAR(y[0], 3 / std::sqrt(13.0), 1e-12);
  EXPECT_NEAR(y[1], 6 / std::sqrt(13.0), 1e-12);
}

TEST(NormReference, RmsWorkedByHand) {
  // Mean square (1 + 4 + 4 + 16) / 4 = 6.25; a row of zeros stays zero.
  const std::vector<float> x{1, -2, 2, 4, 0, 0, 0, 0}, weight{1, 2, -1, 0.5f};
  std::vector<double> y(8, -1);
  normReference(x, weight, {}, y);
  const double root = std::sqrt(6.25 + 1e-5);
  const double expected[] = {1 / root, -4 / root, -2 / root, 2 / root, 0, 0, 0, 0};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_DOUBLE_EQ(y[i], expected[i]);
}

TEST(NormLadder, CountsByHand) {
  const auto bytes = [](std::string_view step, std::int64_t kind) {
    return findStep(normOperation(), step)
        ->cost(problemOf(normOperation(), {{"kind", kind}, {"rows", 3}, {"cols", 10}}))
        .globalBytes;
  };
  EXPECT_EQ(bytes("naive", 0), 4 * 30 * (3 + 1 + 1 + 1));
  EXPECT_EQ(bytes("naive", 1), 4 * 30 * (2 + 1 + 1));
  EXPECT_EQ(bytes("shuffle", 0), bytes("naive", 0));
  EXPECT_EQ(bytes("block", 0), 4 * 30 * (1 + 1 + 1 + 1));
  EXPECT_EQ(bytes("block", 1), 4 * 30 * (1 + 1 + 1));
  EXPECT_EQ(bytes("vectorised", 0), 4 * 30 * (2 + 1 + 1 + 1));
  EXPECT_EQ(bytes("vectorised", 1), 4 * 30 * (2 + 1 + 1));

  const auto shared = [](std::int64_t kind) {
    return findStep(normOperation(), "block")
        ->cost(problemOf(normOperation(), {{"kind", kind}, {"rows", 3}, {"cols", 12}}))
        .sharedBytes;
  };
  EXPECT_EQ(shared(0), 4 * 3 * 2 * (8 + 256 * 8));
  EXPECT_EQ(shared(1), 4 * 3 * (8 + 256 * 8));
}

}  // namespace
}  // namespace strata::norm_conformance
