#include "layers/model/cnn_reference.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace strata {
namespace {

using Shape = std::vector<std::int64_t>;

struct Truth {
  Shape shape;
  std::vector<double> values;

  double at(std::int64_t index) const { return values[static_cast<std::size_t>(index)]; }
  std::int64_t elements() const { return std::ssize(values); }
};

Truth zeros(Shape shape) {
  const std::int64_t elements = std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies());
  return {std::move(shape), std::vector<double>(static_cast<std::size_t>(elements))};
}

std::int64_t integerOf(const OnnxNode& node, std::string_view key, std::int64_t otherwise) {
  const OnnxAttribute* const attribute = node.attribute(key);
  return attribute ? attribute->integer : otherwise;
}

std::int64_t sizeOf(const OnnxNode& node, std::string_view key, std::size_t i, std::int64_t otherwise) {
  const OnnxAttribute* const attribute = node.attribute(key);
  return attribute && i < attribute->integers.size() ? attribute->integers[i] : otherwise;
}

/// Windows along one side of a picture.
struct Side {
  std::int64_t size, window, stride, dilation, before, outputs;

  Side(const OnnxNode& node, std::size_t axis, std::int64_t pictureSize, std::int64_t kernel)
      : size(pictureSize),
        window(kernel),
        stride(sizeOf(node, "strides", axis, 1)),
        dilation(sizeOf(node, "dilations", axis, 1)) {
    const OnnxAttribute* const automatic = node.attribute("auto_pad");
    const std::int64_t span = (window - 1) * dilation + 1;
    if (automatic && automatic->text.starts_with("SAME")) {
      outputs = (size + stride - 1) / stride;
      const std::int64_t both = std::max<std::int64_t>(0, (outputs - 1) * stride + span - size);
      before = automatic->text == "SAME_LOWER" ? both - both / 2 : both / 2;
      return;
    }
    const bool none = automatic && automatic->text == "VALID";
    before = none ? 0 : sizeOf(node, "pads", axis, 0);
    const std::int64_t after = none ? 0 : sizeOf(node, "pads", axis + 2, 0);
    outputs = (size + before + after - span) / stride + 1;
  }
  /// Where tap `i` of window `output` lies; outside of 0 … size−1 in the padding.
  std::int64_t at(std::int64_t output, std::int64_t i) const { return output * stride + i * dilation - before; }
  bool inside(std::int64_t position) const { return position >= 0 && position < size; }
};

/// Calls see(index in the plane, tap) for each tap of a window that lies in the picture.
template <class See>
void eachTap(const Side& down, const Side& along, std::int64_t row, std::int64_t col, const See& see) {
  for (std::int64_t i = 0; i < down.window; ++i)
    for (std::int64_t j = 0; j < along.window; ++j)
      if (const std::int64_t y = down.at(row, i), x = along.at(col, j); down.inside(y) && along.inside(x))
        see(y * along.size + x, i * along.window + j);
}

Truth conv(const OnnxNode& node, const std::vector<Truth>& in) {
  const Truth &x = in[0], &w = in[1];
  const Side down(node, 0, x.shape[2], w.shape[2]), along(node, 1, x.shape[3], w.shape[3]);
  Truth out = zeros({1, w.shape[0], down.outputs, along.outputs});
  const std::int64_t filters = w.shape[0] / integerOf(node, "group", 1), depth = w.shape[1];
  const std::int64_t plane = down.size * along.size, taps = down.window * along.window;
  auto to = out.values.begin();
  for (std::int64_t k = 0; k < w.shape[0]; ++k)
    for (std::int64_t row = 0; row < down.outputs; ++row)
      for (std::int64_t col = 0; col < along.outputs; ++col, ++to) {
        *to = in.size() > 2 ? in[2].at(k) : 0;
        for (std::int64_t c = 0; c < depth; ++c)
          eachTap(down, along, row, col, [&](std::int64_t pixel, std::int64_t tap) {
            *to += x.at((k / filters * depth + c) * plane + pixel) * w.at((k * depth + c) * taps + tap);
          });
      }
  return out;
}

Truth maxPool(const OnnxNode& node, const std::vector<Truth>& in) {
  const Truth& x = in[0];
  const Side down(node, 0, x.shape[2], sizeOf(node, "kernel_shape", 0, 1)),
      along(node, 1, x.shape[3], sizeOf(node, "kernel_shape", 1, 1));
  Truth out = zeros({1, x.shape[1], down.outputs, along.outputs});
  auto to = out.values.begin();
  for (std::int64_t c = 0; c < x.shape[1]; ++c)
    for (std::int64_t row = 0; row < down.outputs; ++row)
      for (std::int64_t col = 0; col < along.outputs; ++col, ++to) {
        *to = -std::numeric_limits<double>::infinity();
        eachTap(down, along, row, col, [&](std::int64_t pixel, std::int64_t) {
          *to = std::max(*to, x.at(c * down.size * along.size + pixel));
        });
      }
  return out;
}

/// Any two shapes that broadcast: aligned at the right, a size of 1 repeats.
Truth add(const Truth& a, const Truth& b) {
  if (a.shape.size() < b.shape.size()) return add(b, a);
  Shape second = b.shape;
  second.insert(second.begin(), a.shape.size() - second.size(), 1);
  Shape shape = a.shape;
  for (std::size_t i = 0; i < shape.size(); ++i) shape[i] = std::max(shape[i], second[i]);
  Truth out = zeros(shape);
  const auto indexIn = [&](const Shape& from, std::int64_t index) {
    std::int64_t result = 0, step = 1;
    for (std::size_t i = shape.size(); i-- > 0; index /= shape[i]) {
      if (from[i] != 1) result += index % shape[i] * step;
      step *= from[i];
    }
    return result;
  };
  for (std::int64_t i = 0; i < out.elements(); ++i)
    out.values[static_cast<std::size_t>(i)] = a.at(indexIn(a.shape, i)) + b.at(indexIn(second, i));
  return out;
}

Truth multiply(const Truth& a, const Truth& b, bool transposed) {
  const std::int64_t m = a.shape[0], k = a.shape[1], n = b.shape[transposed ? 0 : 1];
  Truth out = zeros({m, n});
  for (std::int64_t i = 0; i < m * n; ++i)
    for (std::int64_t l = 0; l < k; ++l)
      out.values[static_cast<std::size_t>(i)] += a.at(i / n * k + l) * b.at(transposed ? i % n * k + l : l * n + i % n);
  return out;
}

Truth reshape(const OnnxGraph& graph, const OnnxNode& node, Truth x) {
  Shape shape = graph.initializer(node.inputs[1])->integers;
  std::int64_t known = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0) shape[i] = x.shape[i];
    if (shape[i] > 0) known *= shape[i];
  }
  std::ranges::replace(shape, -1, x.elements() / known);
  x.shape = shape;
  return x;
}

Truth evaluate(const OnnxGraph& graph, const OnnxNode& node, std::vector<Truth> in) {
  if (node.op == "Conv") return conv(node, in);
  if (node.op == "MaxPool") return maxPool(node, in);
  if (node.op == "Reshape") return reshape(graph, node, std::move(in[0]));
  if (node.op == "Add") return add(in[0], in[1]);
  if (node.op == "MatMul") return multiply(in[0], in[1], false);
  if (node.op == "Gemm") {
    Truth out = multiply(in[0], in[1], integerOf(node, "transB", 0) != 0);
    return in.size() > 2 ? add(out, in[2]) : out;
  }
  for (double& value : in[0].values) value = std::max(value, 0.0);  // Relu
  return std::move(in[0]);
}

}  // namespace

Result<std::map<std::string, std::vector<double>>> cnnReference(const OnnxGraph& graph, std::span<const float> picture,
                                                                const std::stop_token& stop) {
  std::map<std::string, Truth> all;
  for (const OnnxTensor& tensor : graph.initializers)
    all[tensor.name] = {tensor.shape, {tensor.floats.begin(), tensor.floats.end()}};
  Shape shape = graph.inputs.front().shape;
  shape.front() = 1;
  all[graph.inputs.front().name] = {shape, {picture.begin(), picture.end()}};
  std::map<std::string, std::vector<double>> computed;
  for (const OnnxNode& node : graph.nodes) {
    if (stop.stop_requested())
      return Error{ErrorCode::Stopped, "Stopped while the reference was computed", Storey::Model};
    std::vector<Truth> in;
    for (const std::string& name : node.inputs)
      if (!name.empty()) in.push_back(all[name]);
    Truth out = evaluate(graph, node, std::move(in));
    computed[node.outputs.front()] = out.values;
    all[node.outputs.front()] = std::move(out);
  }
  return computed;
}

}  // namespace strata
