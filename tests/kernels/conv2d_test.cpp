#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "kernels/conv2d/conv2d_operation.h"
#include "tests/kernels/operation_conformance.h"

namespace strata {
namespace {

using Values = std::vector<float>;

Values indices(std::size_t count) {
  Values values(count);
  std::iota(values.begin(), values.end(), 0.0f);
  return values;
}

/// The truth for some planes of the result; all, if no others are named.
std::vector<double> reference(const LadderCase& values, const std::vector<Values>& inputs, std::int64_t begin = 0,
                              std::int64_t end = -1) {
  const Operation& operation = conv2dOperation();
  const Problem problem = problemOf(operation, values);
  if (end < 0) end = operation.units(problem);
  const std::vector<TensorInfo> tensors = operation.tensors(problem);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    EXPECT_EQ(tensors[i].elements(), static_cast<std::int64_t>(inputs[i].size()));
  std::vector<double> out(
      static_cast<std::size_t>(tensors.back().elements() / operation.units(problem) * (end - begin)));
  operation.reference(problem, std::vector<TensorValues>(inputs.begin(), inputs.end()), begin, end, out);
  return out;
}

// The examples of ONNX' operator documentation, "Conv".
TEST(Conv2dReference, IsWhatOnnxDocuments) {
  const Values ones(9, 1.0f);
  EXPECT_EQ(reference({{"c", 1}, {"h", 5}, {"filters", 1}}, {indices(25), ones}),
            (std::vector<double>{12,  21, 27, 33,  24,  33,  54,  63, 72,  51,  63,  99, 108,
                                 117, 81, 93, 144, 153, 162, 111, 72, 111, 117, 123, 84}));
  EXPECT_EQ(reference({{"c", 1}, {"h", 5}, {"filters", 1}, {"pad", 0}}, {indices(25), ones}),
            (std::vector<double>{54, 63, 72, 99, 108, 117, 144, 153, 162}));
  EXPECT_EQ(reference({{"c", 1}, {"h", 7}, {"w", 5}, {"filters", 1}, {"stride", 2}}, {indices(35), ones}),
            (std::vector<double>{12, 27, 24, 63, 108, 81, 123, 198, 141, 112, 177, 124}));
}

// What oneDNN 2.6 (convolution_direct) computes for whole numbers.
TEST(Conv2dReference, IsWhatOneDnnComputesWithGroupsDilationStrideAndBias) {
  const LadderCase sizes{{"c", 4},      {"h", 5},        {"w", 6},      {"filters", 6}, {"r", 2},
                         {"stride", 2}, {"dilation", 2}, {"groups", 2}, {"bias", 1},    {"s", 3}};
  Values x(120), w(72), bias(6);
  for (int i = 0; i < 120; ++i) x[static_cast<std::size_t>(i)] = static_cast<float>(i * 7 % 11 - 5);
  for (int i = 0; i < 72; ++i) w[static_cast<std::size_t>(i)] = static_cast<float>(i * 5 % 7 - 3);
  for (int i = 0; i < 6; ++i) bias[static_cast<std::size_t>(i)] = static_cast<float>(i - 2);
  const std::vector<double> expected{11, -18, -4, -1, -1, 17, -5, 14, -17, 19, 3, -22, -7,  -10, 26, -17, -7, 16,
                                     2,  -8,  -7, -4, -3, -4, 23, -7, 21,  -9, 5, -9,  -12, 15,  7,  7,   -1, 7};
  EXPECT_EQ(reference(sizes, {x, w, bias}), expected);
  EXPECT_EQ(reference(sizes, {x, w, bias}, 2, 5), std::vector<double>(expected.begin() + 12, expected.begin() + 30));
}

TEST(Conv2dLadder, SaysWhatFitsNoConvolution) {
  const auto misfit = [](const LadderCase& values) {
    return conv2dOperation().misfit(problemOf(conv2dOperation(), values));
  };
  EXPECT_EQ(misfit({}), "");
  EXPECT_EQ(misfit({{"h", 3}, {"r", 5}}), "");
  EXPECT_EQ(misfit({{"h", 3}, {"r", 6}}), "the filter is larger than the padded image");
  EXPECT_EQ(misfit({{"h", 9}, {"w", 4}, {"pad", 0}, {"dilation", 2}}), "the filter is larger than the padded image");
  EXPECT_EQ(misfit({{"groups", 3}}), "16 channels cannot be divided into 3 groups");
  EXPECT_EQ(misfit({{"c", 12}, {"groups", 3}}), "32 filters cannot be divided into 3 groups");
}

TEST(Conv2dLadder, StepsRefuseWhatTheyCannotCompute) {
  const auto refusal = [](std::string_view step, const LadderCase& values) {
    const Step& found = *findStep(conv2dOperation(), step);
    return found.refusal(DeviceInfo{}, problemOf(conv2dOperation(), values));
  };
  EXPECT_EQ(refusal("winograd", {}), "");
  for (const LadderCase& values : {LadderCase{{"s", 5}}, {{"r", 1}}, {{"stride", 2}}, {{"dilation", 2}}})
    EXPECT_EQ(refusal("winograd", values), "F(2×2, 3×3) computes 3×3 filters at stride 1 and dilation 1 only.");
  // 8 · 9 weights and a patch of (31 · 7 + 3) by (7 · 7 + 3) elements fit; at stride 8 they do not.
  EXPECT_EQ(refusal("tiled", {{"stride", 7}}), "");
  EXPECT_EQ(refusal("tiled", {{"stride", 8}}),
            "The tile with its halo takes 59524 bytes of shared memory; a block has 49152 here.");
}

// A 3 × 3 picture and one filter on it, by hand: of the 9 taps of 9 outputs 7 · 7 lie in the picture.
TEST(Conv2dLadder, CostsAreCounted) {
  const Problem problem = problemOf(conv2dOperation(), {{"c", 1}, {"h", 3}, {"filters", 1}});
  const auto cost = [&](std::string_view step) { return findStep(conv2dOperation(), step)->cost(problem); };
  EXPECT_EQ(cost("direct").flop, 2 * 49);
  EXPECT_EQ(cost("direct").flopWithPadding(), 2 * 9 * 9);
  EXPECT_EQ(cost("direct").minBytes, 4 * (9 + 9 + 9));
  EXPECT_EQ(cost("direct").globalBytes, 4 * (49 + 49 + 9));
  EXPECT_EQ(cost("tiled").globalBytes, 4 * (9 + 9 + 9));
  EXPECT_EQ(cost("im2col").globalBytes, 4 * (49 + 81 + 81 + 9 + 9));
  EXPECT_EQ(cost("implicit").globalBytes, 4 * (49 + 9 + 9));
  // Filter, picture (4 tiles see 5 · 5 elements that exist), 16 products, result.
  EXPECT_EQ(cost("winograd").globalBytes, 4 * ((9 + 16) + (25 + 64) + (16 + 64 + 64) + (64 + 9)));
  EXPECT_EQ(cost("direct").sharedBytes, 0);
  EXPECT_EQ(cost("tiled").sharedBytes, 4 * (34 * 10 + 8 * 9 + 256 * 9 * (1 + 8)));
  EXPECT_EQ(cost("implicit").sharedBytes, 4 * 2 * (8 * (32 + 128) + 16 * 8 * (8 + 8)));
}

/// Pairs of an output and an element of a filter that meet an element of the picture.
std::int64_t pairsWithData(std::int64_t h, std::int64_t r, std::int64_t stride, std::int64_t pad, std::int64_t apart) {
  std::int64_t pairs = 0;
  for (std::int64_t y = -pad; y + (r - 1) * apart < h + pad; y += stride)
    for (std::int64_t at = y; at <= y + (r - 1) * apart; at += apart) pairs += at >= 0 && at < h;
  return pairs;
}

TEST(Conv2dLadder, FlopAreThoseOfProductsWithData) {
  const auto flop = [](const LadderCase& values) {
    return findStep(conv2dOperation(), "direct")->cost(problemOf(conv2dOperation(), values)).flop;
  };
  EXPECT_EQ(flop({{"h", 3}, {"r", 3}, {"pad", 64}, {"c", 1}, {"filters", 1}}), 2 * 81);
  for (const std::int64_t stride : {1, 2, 5})
    for (const std::int64_t pad : {0, 1, 7})
      for (const std::int64_t apart : {1, 3}) {
        const std::int64_t down = pairsWithData(8, 3, stride, pad, apart),
                           along = pairsWithData(9, 2, stride, pad, apart);
        EXPECT_EQ(flop({{"n", 2},
                        {"c", 6},
                        {"h", 8},
                        {"w", 9},
                        {"filters", 4},
                        {"r", 3},
                        {"s", 2},
                        {"groups", 2},
                        {"stride", stride},
                        {"pad", pad},
                        {"dilation", apart}}),
                  static_cast<double>(2 * 2 * 4 * 3 * down * along))
            << stride << " " << pad << " " << apart;
      }
  EXPECT_EQ(flop({{"c", 1}, {"h", 3}, {"filters", 2}, {"bias", 1}}), 2 * (2 * 49 + 9));
}

TEST(Conv2dLadder, WorkspaceIsShown) {
  const Problem problem = problemOf(conv2dOperation(), {{"n", 2}, {"bias", 1}});
  const auto elements = [&](std::string_view step) {
    std::int64_t all = 0;
    for (const TensorInfo& tensor : findStep(conv2dOperation(), step)->plan(problem).workspace)
      all += tensor.elements();
    return all;
  };
  EXPECT_EQ(elements("implicit"), 0);
  EXPECT_EQ(elements("im2col"), 2 * 16 * 9 * 56 * 56);
  EXPECT_EQ(elements("winograd"), 16 * (32 * 16 + (16 + 32) * 2 * 28 * 28));
}

}  // namespace
}  // namespace strata
