#include "kernels/linear/linear_operation.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/kernels/operation_conformance.h"

namespace strata::linear_conformance {
namespace {

LadderCase of(LinearType type, std::int64_t rows, std::int64_t in, std::int64_t out, std::int64_t bias) {
  return {{"type", static_cast<std::int64_t>(type)}, {"rows", rows}, {"in", in}, {"out", out}, {"bias", bias}};
}

std::vector<LadderCase> cases() {
  std::vector<LadderCase> all;
  for (const LinearType type : {LinearType::F32, LinearType::F16, LinearType::BF16, LinearType::Q8})
    for (const auto& [rows, in, out] : std::vector<std::tuple<int, int, int>>{{1, 1, 1},
                                                                              {1, 7, 3},
                                                                              {2, 16, 9},
                                                                              {1, 64, 64},
                                                                              {3, 32, 65},
                                                                              {1, 172, 64},
                                                                              {5, 160, 33},
                                                                              {1, 288, 129},
                                                                              {1, 4096, 5},
                                                                              {2, 1024, 7},
                                                                              {1, 2080, 6},
                                                                              {1, 8200, 3},
                                                                              {17, 33, 8},
                                                                              {6, 32, 333},
                                                                              {1, 32, 6001},
                                                                              {5, 8, 4200}})
      if (type != LinearType::Q8 || in % kLinearBlockSize == 0) all.push_back(of(type, rows, in, out, out % 2));
  return all;
}

const bool kRegistered = registerConformanceTests(linearOperation(), cases());

std::vector<double> referenceOf(const LadderCase& values, const std::vector<std::vector<float>>& inputs,
                                std::int64_t begin, std::int64_t end) {
  const Problem problem = problemOf(linearOperation(), values);
  const std::vector<TensorValues> views(inputs.begin(), inputs.end());
  std::vector<double> out(static_cast<std::size_t>((end - begin) * problem["out"]), -99);
  linearOperation().reference(problem, views, begin, end, out);
  return out;
}

TEST(LinearReference, WorkedByHand) {
  const std::vector<float> x{9, 9, 1, 2}, w{3, 4, 5, 6, -1, 0}, bias{100, 200, 300};
  EXPECT_EQ(referenceOf(of(LinearType::F32, 2, 2, 3, 0), {x, w}, 1, 2), (std::vector<double>{11, 17, -1}));
  EXPECT_EQ(referenceOf(of(LinearType::F32, 2, 2, 3, 1), {x, w, bias}, 1, 2), (std::vector<double>{111, 217, 299}));
}

// Each block has its own scale: 32 ones times 1 · 0.5, then times 2 · 4, and the bias after the scales.
TEST(LinearReference, BlocksHaveScales) {
  std::vector<float> w(64, 1);
  std::fill(w.begin() + 32, w.end(), 2.0f);
  const std::vector<float> x(64, 1), scales{0.5f, 4}, bias{-1};
  EXPECT_EQ(referenceOf(of(LinearType::Q8, 1, 64, 1, 1), {x, w, scales, bias}, 0, 1),
            (std::vector<double>{32 * 0.5 + 32 * 8 - 1}));
}

TEST(LinearLadder, BytesByHand) {
  const auto cost = [](std::string_view step, const LadderCase& values) {
    return findStep(linearOperation(), step)->cost(problemOf(linearOperation(), values));
  };
  const LadderCase f32 = of(LinearType::F32, 1, 64, 10, 1), q8 = of(LinearType::Q8, 1, 64, 10, 0);
  EXPECT_EQ(cost("naive", f32).flop, 2 * 640);
  EXPECT_EQ(cost("naive", f32).globalBytes, 640 * 8 + 10 * 8);
  EXPECT_EQ(cost("vectorised", f32).globalBytes, 640 * 4 + 320 * 4 + 10 * 8);
  EXPECT_EQ(cost("in_flight", f32).globalBytes, 768 * 4 + 192 * 4 + 10 * 8) << "ten outputs, by fours";
  EXPECT_EQ(cost("in_flight", q8).globalBytes, 768 + 768 / 8 * 2 + 192 * 4 + 10 * 4) << "a scale for each load";
  EXPECT_EQ(cost("in_flight", of(LinearType::F32, 2, 512, 7, 0)).sharedBytes, 4 * 2 * 2 * (8 + 7)) << "two warps";
  EXPECT_EQ(cost("partial_sums", q8).globalBytes, 64 * 16 + 2 * 64 * 4 + 32 * 2 + 10 * 4) << "ten outputs, by eights";
  EXPECT_EQ(cost("partial_sums", q8).minBytes, 64 * 4 + 640 + 20 * 2 + 10 * 4);
}

TEST(LinearLadder, BlocksMustFit) {
  const auto misfit = [](const LadderCase& values) {
    return linearOperation().misfit(problemOf(linearOperation(), values));
  };
  EXPECT_EQ(misfit(of(LinearType::Q8, 1, 96, 5, 0)), "");
  EXPECT_NE(misfit(of(LinearType::Q8, 1, 100, 5, 0)), "");
  EXPECT_EQ(misfit(of(LinearType::F16, 1, 100, 5, 0)), "");
  EXPECT_NE(misfit(of(LinearType::F32, 1, 65536, 1 << 20, 0)), "");
}

}  // namespace
}  // namespace strata::linear_conformance
