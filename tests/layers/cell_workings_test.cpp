#include "layers/workloads/ladder/cell_workings.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "kernels/conv2d/conv2d_operation.h"
#include "kernels/matmul/matmul_operation.h"
#include "layers/workloads/ladder/random_values.h"

namespace strata {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;
using Settings = std::vector<std::pair<const char*, std::int64_t>>;

struct Shown {
  SessionMessage message;
  Json json;
  std::vector<double> truth;

  float at(const Json& operand, std::int64_t index) const {
    return message.blob.at(operand["offset"].get<std::size_t>() + static_cast<std::size_t>(index));
  }
  const Json& operand(std::size_t i) const { return json["workings"]["operands"][i]; }
};

/// The preview of an output that is the fp64 truth.
Shown shownOf(const Operation& operation, const Settings& settings) {
  LadderPlan plan;
  plan.operation = &operation;
  plan.problem = Problem(operation.parameters);
  for (const auto& [name, value] : settings) plan.problem.set(name, value);
  LadderData data;
  std::vector<TensorInfo> tensors = operation.tensors(plan.problem);
  data.hostOutput.info = tensors.back();
  tensors.pop_back();
  std::uint64_t seed = 1;
  for (const TensorInfo& tensor : tensors) {
    data.values.emplace_back(static_cast<std::size_t>(tensor.elements()));
    fillUniform(data.values.back(), seed++);
  }
  Shown shown;
  shown.truth.resize(static_cast<std::size_t>(data.hostOutput.info.elements()));
  operation.reference(plan.problem, data.inputValues(), 0, operation.units(plan.problem), shown.truth);
  shown.message = outputPreview(plan, data, std::vector<float>(shown.truth.begin(), shown.truth.end()));
  shown.json = Json::parse(shown.message.json);
  return shown;
}

void expectProducts(const Settings& settings) {
  const Shown shown = shownOf(matmulOperation(), settings);
  const std::int64_t rows = shown.json["rows"], cols = shown.json["cols"], k = shown.json["workings"]["k"];
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < cols; ++j) {
      double sum = 0;
      for (std::int64_t l = 0; l < k; ++l)
        sum += double{shown.at(shown.operand(0), i * k + l)} * double{shown.at(shown.operand(1), l * cols + j)};
      ASSERT_NEAR(sum, double{shown.message.blob[static_cast<std::size_t>(i * cols + j)]}, 1e-4) << i << ", " << j;
    }
}

TEST(CellWorkings, EveryShownElementOfAProductCanBeComputedAgain) {
  expectProducts({{"m", 5}, {"n", 9}, {"k", 7}});
  expectProducts({{"m", 300}, {"n", 131}, {"k", 17}});
  expectProducts({{"m", 40}, {"n", 150}, {"k", 33}, {"trans_a", 1}, {"trans_b", 1}});
}

TEST(CellWorkings, WhatIsTooMuchSaysSo) {
  const Shown batch = shownOf(matmulOperation(), {{"n", 8}, {"batch", 2}});
  EXPECT_THAT(batch.json["workings"]["missing"].get<std::string>(), HasSubstr("batch"));
  const Shown deep = shownOf(matmulOperation(), {{"m", 128}, {"n", 4}, {"k", 2049}});
  EXPECT_THAT(deep.json["workings"]["missing"].get<std::string>(), HasSubstr("up to 2048"));
  EXPECT_FALSE(deep.json["workings"].contains("operands"));
  EXPECT_EQ(deep.message.blob.size(), 128u * 4u);
}

std::int64_t number(const Json& json, const char* key) {
  return json[key].get<std::int64_t>();
}

/// The zero-padded picture that came along.
struct Picture {
  const Shown& shown;
  std::int64_t offset, height, width, row, col;

  Picture(const Shown& all, const Json& x)
      : shown(all),
        offset(number(x, "offset")),
        height(number(x, "height")),
        width(number(x, "width")),
        row(number(x, "row")),
        col(number(x, "col")) {}
  double at(std::int64_t channel, std::int64_t i, std::int64_t j) const {
    i -= row, j -= col;
    if (i < 0 || j < 0 || i >= height || j >= width) return 0;
    return double{shown.message.blob.at(static_cast<std::size_t>(offset + (channel * height + i) * width + j))};
  }
};

/// Each output on the sheet, summed from the pictures and filters that came along.
void expectConvolutions(const Settings& settings) {
  const Shown shown = shownOf(conv2dOperation(), settings);
  const Json &sheet = shown.json["sheet"], &workings = shown.json["workings"];
  ASSERT_TRUE(workings.contains("operands")) << workings;
  const Json& w = shown.operand(1);
  const Picture picture(shown, shown.operand(0));
  const std::int64_t channels = number(shown.operand(0), "channels"), r = number(w, "height"), s = number(w, "width");
  const std::int64_t stride = number(workings, "stride"), pad = number(workings, "pad"),
                     dilation = number(workings, "dilation");
  const std::int64_t rows = number(shown.json, "rows"), cols = number(shown.json, "cols"),
                     height = number(sheet, "height"), width = number(sheet, "width"),
                     perRow = number(sheet, "per_row"), firstRow = number(sheet, "row"),
                     firstCol = number(sheet, "col"), weights = number(w, "offset");
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t col = 0; col < cols; ++col) {
      const std::int64_t filter = row / height * perRow + col / width;
      const std::int64_t top = (firstRow + row % height) * stride - pad, left = (firstCol + col % width) * stride - pad;
      double sum = workings["operands"].size() > 2 ? double{shown.at(shown.operand(2), filter)} : 0.0;
      for (std::int64_t c = 0; c < channels; ++c)
        for (std::int64_t i = 0; i < r; ++i)
          for (std::int64_t j = 0; j < s; ++j)
            sum += picture.at(c, top + i * dilation, left + j * dilation) *
                   double{shown.message.blob.at(
                       static_cast<std::size_t>(weights + ((filter * channels + c) * r + i) * s + j))};
      const double value{shown.message.blob[static_cast<std::size_t>(row * cols + col)]};
      ASSERT_NEAR(sum, value, 1e-4) << "row " << row << ", column " << col;
    }
}

TEST(CellWorkings, EveryShownElementOfAConvolutionCanBeComputedAgain) {
  expectConvolutions({{"c", 3}, {"h", 9}, {"w", 11}, {"filters", 4}});
  expectConvolutions({{"n", 2}, {"c", 4}, {"h", 30}, {"filters", 6}, {"r", 5}, {"s", 3}, {"stride", 2}, {"pad", 2}});
  expectConvolutions({{"c", 4}, {"h", 20}, {"filters", 6}, {"groups", 2}, {"dilation", 2}, {"pad", 0}, {"bias", 1}});
  expectConvolutions({{"c", 1}, {"h", 140}, {"w", 40}, {"filters", 5}, {"pad", 3}, {"r", 7}});
  expectConvolutions({{"c", 64}, {"h", 130}, {"filters", 1}});
}

TEST(CellWorkings, TheSheetShowsThePlanesAsTheyAre) {
  const Shown shown = shownOf(conv2dOperation(), {{"c", 2}, {"h", 10}, {"w", 12}, {"filters", 3}});
  const std::int64_t perRow = shown.json["sheet"]["per_row"], cols = shown.json["cols"];
  EXPECT_EQ(shown.json["shape"], Json({1, 3, 10, 12}));
  ASSERT_EQ(shown.json["sheet"]["channels"], 3);
  for (std::int64_t filter = 0; filter < 3; ++filter)
    for (std::int64_t i = 0; i < 120; ++i) {
      const std::int64_t row = filter / perRow * 10 + i / 12, col = filter % perRow * 12 + i % 12;
      ASSERT_EQ(shown.message.blob[static_cast<std::size_t>(row * cols + col)],
                static_cast<float>(shown.truth[static_cast<std::size_t>(filter * 120 + i)]));
    }
}

}  // namespace
}  // namespace strata
