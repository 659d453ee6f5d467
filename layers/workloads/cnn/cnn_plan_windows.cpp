// Convolutions and poolings. Operations pad all sides alike and know no windows that end beyond the padding; filters
// and pictures are made to fit that without changing the result.
#include <fmt/format.h>

#include <algorithm>

#include "kernels/conv2d/conv2d_operation.h"
#include "kernels/matmul/matmul_operation.h"
#include "kernels/pool/pool_operation.h"
#include "layers/workloads/cnn/cnn_operators.h"
#include "layers/workloads/cnn/cnn_window.h"

namespace strata::inline workloads {
namespace {

Result<void> sameBothWays(const OnnxNode& node, std::string_view key, std::int64_t down, std::int64_t along) {
  if (down == along) return {};
  return cnnRefusal(node, fmt::format("{} {} {} differ by side; only equal ones can be run", key, down, along));
}

/// Filters with zeros around them, so that padding of the same width on all sides makes the same result.
struct Widened {
  CnnShape shape;
  std::int64_t pad = 0, top = 0, left = 0;
};

Result<Widened> widened(const OnnxNode& node, const CnnShape& filters, const CnnWindow& window) {
  const CnnSide &down = window.down, &along = window.along;
  Widened wide{filters, std::max({down.before, down.after, along.before, along.after})};
  const std::int64_t step = down.dilation;
  wide.top = wide.pad - down.before;
  wide.left = wide.pad - along.before;
  const std::int64_t bottom = wide.pad - down.after, right = wide.pad - along.after;
  for (const std::int64_t zeros : {wide.top, wide.left, bottom, right})
    if (zeros % step != 0)
      return cnnRefusal(node, "dilated windows can only be run with padding that is the same all around");
  wide.top /= step;
  wide.left /= step;
  wide.shape[2] += wide.top + bottom / step;
  wide.shape[3] += wide.left + right / step;
  return wide;
}

/// The filters themselves where they need no zeros.
Result<std::size_t> widen(CnnBuilder& builder, const OnnxNode& node, std::size_t filters, const Widened& wide) {
  const CnnShape small = builder.shapeOf(filters);
  if (wide.shape == small) return filters;
  const std::vector<float>& values = builder.constantsOf(filters);
  if (values.empty()) return cnnRefusal(node, "with padding that differs by side its filters must stand in the file");
  const std::int64_t maps = small[0] * small[1], elements = elementsOf(wide.shape);
  if (wide.shape[2] > kMostCnnElements || wide.shape[3] > kMostCnnElements || elements > kMostCnnElements)
    return cnnRefusal(node, "its padding is too wide");
  std::vector<float> all(static_cast<std::size_t>(elements));
  for (std::int64_t map = 0; map < maps; ++map)
    for (std::int64_t row = 0; row < small[2]; ++row)
      std::copy_n(values.begin() + (map * small[2] + row) * small[3], small[3],
                  all.begin() + (map * wide.shape[2] + row + wide.top) * wide.shape[3] + wide.left);
  return builder.addConstant(node.outputs[0] + " filters with zeros", wide.shape, std::move(all));
}

Problem convolution(const CnnShape& x, const CnnShape& w, std::int64_t groups, bool bias) {
  Problem problem(conv2dOperation().parameters);
  problem.set("n", x[0]).set("c", x[1]).set("h", x[2]).set("w", x[3]).set("filters", w[0]).set("r", w[2]);
  problem.set("s", w[3]).set("stride", 1).set("pad", 0).set("groups", groups).set("bias", bias ? 1 : 0);
  return problem;
}

/// The planes of a picture, each times a matrix.
Result<std::size_t> timesMatrix(CnnBuilder& builder, const OnnxNode& node, const std::string& name, std::size_t x,
                                std::int64_t outputs, std::vector<float> matrix, const CnnShape& shape) {
  const CnnShape picture = builder.shapeOf(x);
  const std::int64_t pixels = picture[2] * picture[3];
  STRATA_ASSIGN(const std::size_t weights,
                builder.addConstant(name + " weights", {pixels, outputs}, std::move(matrix)));
  Problem problem(matmulOperation().parameters);
  problem.set("m", picture[0] * picture[1]).set("n", outputs).set("k", pixels);
  return builder.operate(node, name, matmulOperation(), problem, {x, weights}, shape);
}

Result<std::vector<float>> matrixOf(const OnnxNode& node, std::int64_t rows, std::int64_t cols) {
  if (cols < 1 || cols > kMostCnnElements / rows) return cnnRefusal(node, "its windows are too many for this picture");
  return std::vector<float>(static_cast<std::size_t>(rows * cols));
}

/// Puts each pixel where it is seen: beyond the edges those at the edge again, which changes no maximum.
Result<std::size_t> extend(CnnBuilder& builder, const OnnxNode& node, std::size_t x, const CnnWindow& window) {
  const CnnSide &down = window.down, &along = window.along;
  const CnnShape shape = builder.shapeOf(x);
  if (down.before >= down.window || along.before >= along.window ||
      down.size + down.before <= down.reach() - down.window ||
      along.size + along.before <= along.reach() - along.window)
    return cnnRefusal(node, "some windows would lie in the padding");
  STRATA_ASSIGN(std::vector<float> matrix, matrixOf(node, shape[2] * shape[3], down.reach() * along.reach()));
  for (std::int64_t row = 0; row < down.reach(); ++row)
    for (std::int64_t col = 0; col < along.reach(); ++col) {
      const std::int64_t y = std::clamp<std::int64_t>(row - down.before, 0, down.size - 1),
                         z = std::clamp<std::int64_t>(col - along.before, 0, along.size - 1);
      matrix[static_cast<std::size_t>(((y * along.size + z) * down.reach() + row) * along.reach() + col)] = 1;
    }
  return timesMatrix(builder, node, node.outputs[0] + " extended", x, down.reach() * along.reach(), std::move(matrix),
                     {shape[0], shape[1], down.reach(), along.reach()});
}

/// How much each pixel counts in each mean.
Result<std::vector<float>> means(const OnnxNode& node, const CnnWindow& window) {
  const CnnSide &down = window.down, &along = window.along;
  const bool padded = node.integer("count_include_pad", 0) != 0;
  STRATA_ASSIGN(std::vector<float> matrix, matrixOf(node, down.size * along.size, down.outputs * along.outputs));
  const auto taps = [padded](const CnnSide& side, std::int64_t output) {
    std::vector<std::int64_t> inside;
    std::int64_t counted = 0;
    for (std::int64_t i = 0; i < side.window; ++i) {
      const std::int64_t at = output * side.stride + i * side.dilation - side.before;
      if (at >= 0 && at < side.size) inside.push_back(at);
      counted += padded ? (at < side.size + side.after ? 1 : 0) : (at >= 0 && at < side.size ? 1 : 0);
    }
    return std::pair(inside, counted);
  };
  for (std::int64_t row = 0; row < down.outputs; ++row)
    for (std::int64_t col = 0; col < along.outputs; ++col) {
      const auto [ys, high] = taps(down, row);
      const auto [zs, wide] = taps(along, col);
      for (const std::int64_t y : ys)
        for (const std::int64_t z : zs)
          matrix[static_cast<std::size_t>(((y * along.size + z) * down.outputs + row) * along.outputs + col)] =
              1.0f / static_cast<float>(high * wide);
    }
  return matrix;
}

Result<CnnShape> pictureOf(CnnBuilder& builder, const OnnxNode& node, std::size_t x) {
  const CnnShape& shape = builder.shapeOf(x);
  if (shape.size() == 4) return shape;
  return cnnRefusal(node, fmt::format("{} are not images", text(shape)));
}

}  // namespace

Result<void> planConv(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const std::size_t picture, builder.operand(node, 0));
  STRATA_ASSIGN(const std::size_t filters, builder.operand(node, 1));
  const CnnShape x = builder.shapeOf(picture), w = builder.shapeOf(filters);
  if (x.size() != 4 || w.size() != 4)
    return cnnRefusal(node, fmt::format("{} and {} are not images and filters", text(x), text(w)));
  STRATA_ASSIGN(const CnnWindow window, cnnWindow(node, x[2], x[3], w[2], w[3]));
  const std::int64_t groups = node.integer("group", 1);
  if (window.down.window != w[2] || window.along.window != w[3] || groups < 1 || x[1] % groups != 0 ||
      w[1] != x[1] / groups)
    return cnnRefusal(node, fmt::format("filters {} do not fit images {}", text(w), text(x)));
  STRATA_TRY(sameBothWays(node, "strides", window.down.stride, window.along.stride));
  STRATA_TRY(sameBothWays(node, "dilations", window.down.dilation, window.along.dilation));
  STRATA_ASSIGN(const Widened wide, widened(node, w, window));
  STRATA_ASSIGN(const std::size_t all, widen(builder, node, filters, wide));
  std::vector<std::size_t> tensors{picture, all};
  if (CnnBuilder::given(node, 2)) {
    STRATA_ASSIGN(const std::size_t bias, builder.operand(node, 2));
    if (builder.shapeOf(bias) != CnnShape{w[0]})
      return cnnRefusal(node, fmt::format("{} filters need as many biases", w[0]));
    tensors.push_back(bias);
  }
  Problem problem = convolution(x, wide.shape, groups, tensors.size() > 2);
  problem.set("stride", window.down.stride).set("pad", wide.pad).set("dilation", window.down.dilation);
  STRATA_TRY(builder.operate(node, node.outputs[0], conv2dOperation(), problem, std::move(tensors), {}));
  return {};
}

Result<void> convolveChannels(CnnBuilder& builder, const OnnxNode& node, std::vector<std::size_t> tensors,
                              const CnnShape& picture, const CnnShape& filter, std::int64_t stride,
                              const CnnShape& shape) {
  Problem problem = convolution(picture, filter, picture[1], tensors.size() > 2);
  problem.set("stride", stride);
  STRATA_TRY(builder.operate(node, node.outputs[0], conv2dOperation(), problem, std::move(tensors), shape));
  return {};
}

Result<void> planMaxPool(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(std::size_t x, builder.operand(node, 0));
  STRATA_ASSIGN(const CnnShape shape, pictureOf(builder, node, x));
  STRATA_ASSIGN(const CnnWindow window, cnnWindow(node, shape[2], shape[3], 0, 0));
  const CnnSide &down = window.down, &along = window.along;
  STRATA_TRY(sameBothWays(node, "strides", down.stride, along.stride));
  if (down.window != along.window || down.dilation != 1 || along.dilation != 1)
    return cnnRefusal(node, "only square windows without gaps can be run");
  const bool plain = down.plain() && along.plain() && down.before == along.before;
  if (!plain) {
    STRATA_ASSIGN(x, extend(builder, node, x, window));
  }
  Problem problem(poolOperation().parameters);
  problem.set("planes", shape[0] * shape[1]).set("h", plain ? shape[2] : down.reach());
  problem.set("w", plain ? shape[3] : along.reach()).set("window", down.window).set("stride", down.stride);
  problem.set("pad", plain ? down.before : 0);
  STRATA_TRY(builder.operate(node, node.outputs[0], poolOperation(), problem, {x},
                             {shape[0], shape[1], down.outputs, along.outputs}));
  return {};
}

Result<void> planAveragePool(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const std::size_t x, builder.operand(node, 0));
  STRATA_ASSIGN(const CnnShape shape, pictureOf(builder, node, x));
  STRATA_ASSIGN(const CnnWindow window, cnnWindow(node, shape[2], shape[3], 0, 0));
  const CnnSide &down = window.down, &along = window.along;
  const bool plain = down.plain() && along.plain() && down.before + along.before == 0 && down.stride == along.stride &&
                     down.dilation == 1 && along.dilation == 1;
  if (plain) {
    const CnnShape filter{shape[1], 1, down.window, along.window};
    const float part = 1.0f / static_cast<float>(down.window * along.window);
    STRATA_ASSIGN(const std::size_t weights,
                  builder.addConstant(node.outputs[0] + " weights", filter,
                                      std::vector<float>(static_cast<std::size_t>(elementsOf(filter)), part)));
    return convolveChannels(builder, node, {x, weights}, shape, filter, down.stride);
  }
  STRATA_ASSIGN(std::vector<float> matrix, means(node, window));
  STRATA_TRY(timesMatrix(builder, node, node.outputs[0], x, down.outputs * along.outputs, std::move(matrix),
                         {shape[0], shape[1], down.outputs, along.outputs}));
  return {};
}

Result<void> planGlobalAveragePool(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const std::size_t x, builder.operand(node, 0));
  STRATA_ASSIGN(const CnnShape shape, pictureOf(builder, node, x));
  const std::int64_t pixels = shape[2] * shape[3];
  STRATA_TRY(timesMatrix(builder, node, node.outputs[0], x, 1,
                         std::vector<float>(static_cast<std::size_t>(pixels), 1.0f / static_cast<float>(pixels)),
                         {shape[0], shape[1], 1, 1}));
  return {};
}

}  // namespace strata::inline workloads
