// What is done to each element, channel or row on its own.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "kernels/softmax/softmax_operation.h"
#include "layers/workloads/cnn/cnn_operators.h"
#include "layers/workloads/cnn/cnn_window.h"

namespace strata::inline workloads {
namespace {

/// A constant of the shape of a tensor, everywhere the same.
Result<std::size_t> everywhere(CnnBuilder& builder, const std::string& name, std::size_t like, float value) {
  const CnnShape shape = builder.shapeOf(like);
  return builder.addConstant(name, shape, std::vector<float>(static_cast<std::size_t>(elementsOf(shape)), value));
}

struct Bound {
  bool given = false;
  float value = 0;
};

/// min or max of a Clip: an input since opset 11, an attribute before.
Result<Bound> boundOf(CnnBuilder& builder, const OnnxNode& node, std::size_t input, std::string_view key) {
  if (CnnBuilder::given(node, input)) {
    const CnnTensor* const tensor = builder.known(node, input);
    if (tensor == nullptr || tensor->elements() != 1)
      return cnnRefusal(node, fmt::format("its {} must be one number that is known when the file is loaded", key));
    return Bound{true, static_cast<float>(tensor->at(0))};
  }
  const OnnxAttribute* const attribute = node.attribute(key);
  return attribute ? Bound{true, attribute->number} : Bound{};
}

/// y = x · factor + shift of each channel.
struct Line {
  std::vector<double> factors, shifts;
};

Result<Line> lineOf(CnnBuilder& builder, const OnnxNode& node, std::int64_t channels) {
  const OnnxAttribute *const epsilon = node.attribute("epsilon"), *const training = node.attribute("training_mode");
  if (training && training->integer != 0)
    return cnnRefusal(node,
                      "it was exported in training mode, where it depends on other pictures; export it after "
                      "model.eval()");
  const double least = epsilon ? static_cast<double>(epsilon->number) : 1e-5;
  const CnnTensor* parts[4] = {};
  for (std::size_t i = 0; i < 4; ++i) {
    parts[i] = builder.known(node, i + 1);
    if (parts[i] == nullptr || parts[i]->elements() != channels)
      return cnnRefusal(node,
                        fmt::format("scale, bias, mean and variance must stand in the file, {} of each", channels));
  }
  Line line;
  for (std::int64_t i = 0; i < channels; ++i) {
    const double factor = parts[0]->at(i) / std::sqrt(parts[3]->at(i) + least);
    line.factors.push_back(factor);
    line.shifts.push_back(parts[1]->at(i) - parts[2]->at(i) * factor);
  }
  return line;
}

std::vector<float> narrowed(const std::vector<double>& values) {
  std::vector<float> floats;
  for (const double value : values) floats.push_back(static_cast<float>(value));
  return floats;
}

/// Into the filters and biases of the convolution before it, if they stand in the file.
Result<bool> fold(CnnBuilder& builder, const OnnxNode& node, const Line& line, std::size_t x) {
  CnnStage* const stage = builder.convolutionOf(x);
  if (stage == nullptr) return false;
  const std::vector<std::size_t> tensors = stage->ops.front().tensors;
  const bool bias = tensors.size() > 3;
  std::vector<float> filters = builder.constantsOf(tensors[1]);
  std::vector<double> biases(line.factors.size());
  if (filters.empty() || (bias && builder.constantsOf(tensors[2]).empty())) return false;
  const std::size_t length = filters.size() / line.factors.size();
  for (std::size_t i = 0; i < filters.size(); ++i)
    filters[i] = static_cast<float>(static_cast<double>(filters[i]) * line.factors[i / length]);
  for (std::size_t i = 0; i < biases.size(); ++i)
    biases[i] = (bias ? static_cast<double>(builder.constantsOf(tensors[2])[i]) : 0) * line.factors[i] + line.shifts[i];
  const CnnShape shape = builder.shapeOf(tensors[1]);
  STRATA_ASSIGN(const std::size_t w, builder.addConstant(node.outputs[0] + " filters", shape, std::move(filters)));
  STRATA_ASSIGN(const std::size_t b,
                builder.addConstant(node.outputs[0] + " biases", {std::ssize(biases)}, narrowed(biases)));
  CnnOp& op = stage->ops.front();
  op.tensors = {tensors[0], w, b, tensors.back()};
  op.problem.set("bias", 1);
  builder.mergeInto(*stage, node);
  return true;
}

/// A softmax sees rows; before opset 13 all axes from `axis` on are one row.
Result<std::int64_t> rowLength(CnnBuilder& builder, const OnnxNode& node, const CnnShape& shape) {
  const bool old = builder.opset() < 13;
  const OnnxAttribute* const attribute = node.attribute("axis");
  std::int64_t axis = attribute ? attribute->integer : old ? 1 : -1;
  if (axis < 0) axis += std::ssize(shape);
  if (axis < 0 || axis >= std::ssize(shape)) return cnnRefusal(node, "there is no such axis");
  const auto behind = std::span(shape).subspan(static_cast<std::size_t>(axis));
  if (!old && elementsOf(behind.subspan(1)) != 1)
    return cnnRefusal(node,
                      fmt::format("along axis {} of {}; it can be run only along the last one", axis, text(shape)));
  return elementsOf(behind);
}

}  // namespace

Result<void> planActivation(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const std::size_t x, builder.operand(node, 0));
  const ElementwiseOp op = node.op == "Sigmoid" ? ElementwiseOp::Sigmoid
                           : node.op == "Tanh"  ? ElementwiseOp::Tanh
                                                : ElementwiseOp::Relu;
  STRATA_TRY(builder.elementwise(node, node.outputs[0], op, {x}));
  return {};
}

/// The greater one of x and alpha · x.
Result<void> planLeakyRelu(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const std::size_t x, builder.operand(node, 0));
  const OnnxAttribute* const given = node.attribute("alpha");
  const float alpha = given ? given->number : 0.01f;
  if (!(alpha >= 0 && alpha <= 1)) return cnnRefusal(node, fmt::format("alpha {} is not within 0 … 1", alpha));
  STRATA_ASSIGN(const std::size_t factor, everywhere(builder, node.outputs[0] + " alpha", x, alpha));
  STRATA_ASSIGN(const std::size_t less,
                builder.elementwise(node, node.outputs[0] + " times alpha", ElementwiseOp::Multiply, {x, factor}));
  STRATA_TRY(builder.elementwise(node, node.outputs[0], ElementwiseOp::Maximum, {x, less}));
  return {};
}

Result<void> planClip(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(std::size_t x, builder.operand(node, 0));
  STRATA_ASSIGN(const Bound low, boundOf(builder, node, 1, "min"));
  STRATA_ASSIGN(const Bound high, boundOf(builder, node, 2, "max"));
  if (!low.given && !high.given) return builder.rename(node, x, CnnShape(builder.shapeOf(x)));
  const std::string& name = node.outputs[0];
  if (low.given) {
    STRATA_ASSIGN(const std::size_t bound, everywhere(builder, name + " min", x, low.value));
    STRATA_ASSIGN(
        x, builder.elementwise(node, high.given ? name + " above min" : name, ElementwiseOp::Maximum, {x, bound}));
  }
  if (high.given) {
    STRATA_ASSIGN(const std::size_t bound, everywhere(builder, name + " max", x, high.value));
    STRATA_TRY(builder.elementwise(node, name, ElementwiseOp::Minimum, {x, bound}));
  }
  return {};
}

Result<void> planSoftmax(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const std::size_t x, builder.operand(node, 0));
  const CnnShape shape = builder.shapeOf(x);
  STRATA_ASSIGN(const std::int64_t cols, rowLength(builder, node, shape));
  Problem problem(softmaxOperation().parameters);
  problem.set("rows", elementsOf(shape) / cols).set("cols", cols).set("log", node.op == "LogSoftmax" ? 1 : 0);
  STRATA_TRY(builder.operate(node, node.outputs[0], softmaxOperation(), problem, {x}, shape));
  return {};
}

/// Each channel times a number and plus one: as a part of the convolution before it, or as one with filters of 1×1.
Result<void> planBatchNormalization(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const std::size_t x, builder.operand(node, 0));
  const CnnShape shape = builder.shapeOf(x);
  if (shape.size() < 2) return cnnRefusal(node, fmt::format("{} has no channels", text(shape)));
  const std::int64_t channels = shape[1];
  STRATA_ASSIGN(const Line line, lineOf(builder, node, channels));
  STRATA_ASSIGN(const bool folded, fold(builder, node, line, x));
  if (folded) return {};
  const CnnShape filter{channels, 1, 1, 1}, picture{shape[0], channels, shape.size() > 2 ? shape[2] : 1,
                                                    shape.size() > 3 ? elementsOf(std::span(shape).subspan(3)) : 1};
  STRATA_ASSIGN(const std::size_t w, builder.addConstant(node.outputs[0] + " factors", filter, narrowed(line.factors)));
  STRATA_ASSIGN(const std::size_t b,
                builder.addConstant(node.outputs[0] + " shifts", {channels}, narrowed(line.shifts)));
  return convolveChannels(builder, node, {x, w, b}, picture, filter, 1, shape);
}

}  // namespace strata::inline workloads
