#include "layers/workloads/ladder/cell_workings.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kernels/conv2d/conv2d_operation.h"
#include "kernels/conv2d/conv2d_shape.h"
#include "kernels/matmul/matmul_operation.h"
#include "kernels/matmul/matmul_sizes.h"
#include "layers/workloads/common/tensor_preview.h"

namespace strata::inline workloads {
namespace {

constexpr std::int64_t kMostValues = 1 << 18;  ///< kept of one input
constexpr std::int64_t kSheetSide = 128;       ///< of a sheet of pictures

/// Adds values behind the preview's own; `json` says where they begin.
void append(SessionMessage& message, nlohmann::json& operands, nlohmann::json json, std::span<const float> values) {
  json["offset"] = message.blob.size();
  message.blob.insert(message.blob.end(), values.begin(), values.end());
  operands.push_back(std::move(json));
}

void setWorkings(SessionMessage& message, nlohmann::json workings) {
  nlohmann::json json = nlohmann::json::parse(message.json);
  json["workings"] = std::move(workings);
  message.json = json.dump();
}

/// Rows of A and columns of B, whole, for every row and column that the picture of C shows.
SessionMessage matmulOutput(const LadderPlan& plan, const LadderData& data, SessionMessage message) {
  const MatmulSizes s(plan.problem);
  const nlohmann::json shown = nlohmann::json::parse(message.json);
  const std::int64_t rows = shown["rows"], cols = shown["cols"];
  nlohmann::json workings{{"operation", "matmul"}, {"k", s.k}};
  if (s.batch > 1)
    workings["missing"] = "rows and columns are kept for a single product, not for a batch";
  else if (std::max(rows, cols) * s.k > kMostValues)
    workings["missing"] =
        fmt::format("rows and columns of {} elements are too long to keep in a session; try k up to {}", s.k,
                    kMostValues / kSheetSide);
  if (workings.contains("missing")) {
    setWorkings(message, std::move(workings));
    return message;
  }
  std::vector<float> a, b;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t l = 0; l < s.k; ++l) {
      const std::int64_t row = i * s.m / rows;
      a.push_back(data.values[0][static_cast<std::size_t>(s.transA ? l * s.m + row : row * s.k + l)]);
    }
  for (std::int64_t l = 0; l < s.k; ++l)
    for (std::int64_t j = 0; j < cols; ++j) {
      const std::int64_t column = j * s.n / cols;
      b.push_back(data.values[1][static_cast<std::size_t>(s.transB ? column * s.k + l : l * s.n + column)]);
    }
  workings["operands"] = nlohmann::json::array();
  append(message, workings["operands"], {{"name", "A"}, {"rows", rows}, {"cols", s.k}}, a);
  append(message, workings["operands"], {{"name", "B"}, {"rows", s.k}, {"cols", cols}}, b);
  setWorkings(message, std::move(workings));
  return message;
}

/// A part of the output's planes small enough to be shown whole, and of the picture what made it.
struct Region {
  std::int64_t height, width, row, col;  ///< of the outputs
  std::int64_t filters, perRow;          ///< planes on the sheet

  explicit Region(const Conv2dShape& s) : height(std::min(s.p, kSheetSide)), width(std::min(s.q, kSheetSide)) {
    while (std::max(height, width) > 1 && s.channels() * reach(s, height, s.r) * reach(s, width, s.s) > kMostValues)
      (height > width ? height : width) -= 1;
    row = (s.p - height) / 2;
    col = (s.q - width) / 2;
    perRow = std::max<std::int64_t>(1, kSheetSide / width);
    filters = std::min({s.filters(), perRow * std::max<std::int64_t>(1, kSheetSide / height),
                        std::max<std::int64_t>(1, kMostValues / s.depth())});
    perRow = std::min(perRow, filters);
    filters -= filters % perRow;
  }
  /// Elements of the picture that so many outputs in a row see.
  static std::int64_t reach(const Conv2dShape& s, std::int64_t outputs, std::int64_t taps) {
    return (outputs - 1) * s.stride + s.dilation * (taps - 1) + 1;
  }
};

/// Elements begin … end−1 of a side of the picture.
struct Span {
  std::int64_t begin, end;
  Span(const Conv2dShape& s, std::int64_t first, std::int64_t outputs, std::int64_t taps, std::int64_t side)
      : begin(std::clamp<std::int64_t>(first * s.stride - s.pad, 0, side)),
        end(std::clamp<std::int64_t>(first * s.stride - s.pad + Region::reach(s, outputs, taps), begin, side)) {}
  std::int64_t length() const { return end - begin; }
};

SessionMessage sheetOf(const LadderPlan& plan, const Conv2dShape& s, const Region& region,
                       std::span<const float> output) {
  const std::int64_t rows = region.filters / region.perRow * region.height, cols = region.perRow * region.width;
  SessionMessage message = tensorPreview("Y", plan.operation->tensors(plan.problem).back().shape, output);
  message.blob.resize(static_cast<std::size_t>(rows * cols));
  for (std::int64_t filter = 0; filter < region.filters; ++filter)
    for (std::int64_t i = 0; i < region.height; ++i)
      for (std::int64_t j = 0; j < region.width; ++j)
        message.blob[static_cast<std::size_t>((filter / region.perRow * region.height + i) * cols +
                                              filter % region.perRow * region.width + j)] =
            output[static_cast<std::size_t>((filter * s.p + region.row + i) * s.q + region.col + j)];
  nlohmann::json json = nlohmann::json::parse(message.json);
  json["rows"] = rows;
  json["cols"] = cols;
  json["sheet"] = {{"channels", region.filters}, {"height", region.height}, {"width", region.width},
                   {"per_row", region.perRow},   {"row", region.row},       {"col", region.col}};
  json["sampling"] = "a region of the first planes, whole";
  message.json = json.dump();
  return message;
}

/// Planes of the first filters, and of the first picture the channels they see.
SessionMessage conv2dOutput(const LadderPlan& plan, const LadderData& data, std::span<const float> output) {
  const Conv2dShape s(plan.problem);
  const Region region(s);
  const Span rows(s, region.row, region.height, s.r, s.h), cols(s, region.col, region.width, s.s, s.w);
  SessionMessage message = sheetOf(plan, s, region, output);
  nlohmann::json workings{{"operation", "conv2d"}, {"stride", s.stride}, {"pad", s.pad}, {"dilation", s.dilation}};
  if (s.channels() * rows.length() * cols.length() > kMostValues || s.depth() > kMostValues) {
    workings["missing"] = "what one output sees is too much to keep in a session; try fewer channels";
    setWorkings(message, std::move(workings));
    return message;
  }
  std::vector<float> picture;
  for (std::int64_t c = 0; c < s.channels(); ++c)
    for (std::int64_t i = rows.begin; i < rows.end; ++i) {
      const auto line = data.values[0].begin() + (c * s.h + i) * s.w;
      picture.insert(picture.end(), line + cols.begin, line + cols.end);
    }
  workings["operands"] = nlohmann::json::array();
  append(message, workings["operands"],
         {{"name", "X"},
          {"channels", s.channels()},
          {"height", rows.length()},
          {"width", cols.length()},
          {"row", rows.begin},
          {"col", cols.begin}},
         picture);
  append(message, workings["operands"],
         {{"name", "W"}, {"filters", region.filters}, {"channels", s.channels()}, {"height", s.r}, {"width", s.s}},
         std::span(data.values[1]).first(static_cast<std::size_t>(region.filters * s.depth())));
  if (s.bias)
    append(message, workings["operands"], {{"name", "bias"}, {"filters", region.filters}},
           std::span(data.values[2]).first(static_cast<std::size_t>(region.filters)));
  setWorkings(message, std::move(workings));
  return message;
}

}  // namespace

SessionMessage outputPreview(const LadderPlan& plan, const LadderData& data, std::span<const float> output) {
  if (plan.operation == &conv2dOperation()) return conv2dOutput(plan, data, output);
  const TensorInfo& tensor = data.hostOutput.info;
  SessionMessage message = tensorPreview(tensor.name, tensor.shape, output);
  return plan.operation == &matmulOperation() ? matmulOutput(plan, data, std::move(message)) : message;
}

}  // namespace strata::inline workloads
