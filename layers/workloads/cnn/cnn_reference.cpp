#include "layers/workloads/cnn/cnn_reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "layers/workloads/cnn/cnn_input.h"
#include "layers/workloads/cnn/cnn_moves.h"

namespace strata::inline workloads {
namespace {

double numberOf(const OnnxNode& node, std::string_view key, double otherwise) {
  const OnnxAttribute* const attribute = node.attribute(key);
  return attribute ? static_cast<double>(attribute->number) : otherwise;
}

std::int64_t sizeOf(const OnnxNode& node, std::string_view key, std::size_t i, std::int64_t otherwise) {
  const OnnxAttribute* const attribute = node.attribute(key);
  return attribute && i < attribute->integers.size() ? attribute->integers[i] : otherwise;
}

bool has(CnnInputs in, std::size_t i) {
  return i < in.size() && in[i] != nullptr;
}

/// Windows along one side of a picture.
struct Side {
  std::int64_t size, window, stride, dilation, before, outputs, after = 0;

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
      after = both - before;
      return;
    }
    const bool none = automatic && automatic->text == "VALID";
    before = none ? 0 : sizeOf(node, "pads", axis, 0);
    after = none ? 0 : sizeOf(node, "pads", axis + 2, 0);
    outputs = (size + before + after - span) / stride + 1;
    const bool more = node.integer("ceil_mode", 0) != 0 && (outputs - 1) * stride + span < size + before + after;
    if (more && outputs * stride < size + before) ++outputs;  // a last window that begins in the picture
  }
  /// Where tap `i` of window `output` lies; outside of 0 … size−1 in the padding.
  std::int64_t at(std::int64_t output, std::int64_t i) const { return output * stride + i * dilation - before; }
  bool inside(std::int64_t position) const { return position >= 0 && position < size; }
  /// Taps of a window that lie in the picture or in padding that was asked for.
  std::int64_t padded(std::int64_t output) const {
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < window; ++i) count += at(output, i) < size + after ? 1 : 0;
    return count;
  }
};

/// Calls see(index in the plane, tap) for each tap of a window that lies in the picture.
template <class See>
void eachTap(const Side& down, const Side& along, std::int64_t row, std::int64_t col, const See& see) {
  for (std::int64_t i = 0; i < down.window; ++i)
    for (std::int64_t j = 0; j < along.window; ++j)
      if (const std::int64_t y = down.at(row, i), x = along.at(col, j); down.inside(y) && along.inside(x))
        see(y * along.size + x, i * along.window + j);
}

CnnTensor conv(const OnnxNode& node, CnnInputs in) {
  const CnnTensor &x = *in[0], &w = *in[1];
  const Side down(node, 0, x.shape[2], w.shape[2]), along(node, 1, x.shape[3], w.shape[3]);
  CnnTensor out = zeros({1, w.shape[0], down.outputs, along.outputs});
  const std::int64_t filters = w.shape[0] / node.integer("group", 1), depth = w.shape[1];
  const std::int64_t plane = down.size * along.size, taps = down.window * along.window;
  auto to = out.values.begin();
  for (std::int64_t k = 0; k < w.shape[0]; ++k)
    for (std::int64_t row = 0; row < down.outputs; ++row)
      for (std::int64_t col = 0; col < along.outputs; ++col, ++to) {
        *to = has(in, 2) ? in[2]->at(k) : 0;
        for (std::int64_t c = 0; c < depth; ++c)
          eachTap(down, along, row, col, [&](std::int64_t pixel, std::int64_t tap) {
            *to += x.at((k / filters * depth + c) * plane + pixel) * w.at((k * depth + c) * taps + tap);
          });
      }
  return out;
}

/// The largest of each window, or the mean.
CnnTensor pool(const OnnxNode& node, CnnInputs in) {
  const CnnTensor& x = *in[0];
  const Side down(node, 0, x.shape[2], sizeOf(node, "kernel_shape", 0, 1)),
      along(node, 1, x.shape[3], sizeOf(node, "kernel_shape", 1, 1));
  CnnTensor out = zeros({1, x.shape[1], down.outputs, along.outputs});
  const bool padded = node.integer("count_include_pad", 0) != 0;
  auto to = out.values.begin();
  for (std::int64_t c = 0; c < x.shape[1]; ++c)
    for (std::int64_t row = 0; row < down.outputs; ++row)
      for (std::int64_t col = 0; col < along.outputs; ++col, ++to) {
        double largest = -std::numeric_limits<double>::infinity(), sum = 0, count = 0;
        eachTap(down, along, row, col, [&](std::int64_t pixel, std::int64_t) {
          const double value = x.at(c * down.size * along.size + pixel);
          largest = std::max(largest, value);
          sum += value;
          ++count;
        });
        if (padded) count = static_cast<double>(down.padded(row) * along.padded(col));
        *to = node.op == "MaxPool" ? largest : sum / count;
      }
  return out;
}

CnnTensor globalAverage(const OnnxNode&, CnnInputs in) {
  const CnnTensor& x = *in[0];
  CnnTensor out = zeros({x.shape[0], x.shape[1], 1, 1});
  const std::int64_t pixels = x.shape[2] * x.shape[3];
  for (std::int64_t i = 0; i < x.elements(); ++i)
    out.values[static_cast<std::size_t>(i / pixels)] += x.at(i) / static_cast<double>(pixels);
  return out;
}

/// The second is a matrix; all leading axes of the first are rows.
CnnTensor multiply(const CnnTensor& a, const CnnTensor& b, bool transposed, double factor) {
  const std::int64_t k = a.shape.back(), m = a.elements() / k, n = b.shape[transposed ? 0 : 1];
  CnnShape shape = a.shape;
  shape.back() = n;
  CnnTensor out = zeros(shape);
  for (std::int64_t i = 0; i < m * n; ++i)
    for (std::int64_t l = 0; l < k; ++l)
      out.values[static_cast<std::size_t>(i)] +=
          factor * a.at(i / n * k + l) * b.at(transposed ? i % n * k + l : l * n + i % n);
  return out;
}

CnnTensor matMul(const OnnxNode&, CnnInputs in) {
  return multiply(*in[0], *in[1], false, 1);
}

CnnTensor gemm(const OnnxNode& node, CnnInputs in) {
  CnnTensor out = multiply(*in[0], *in[1], node.integer("transB", 0) != 0, numberOf(node, "alpha", 1));
  if (!has(in, 2)) return out;
  eachBroadcast(out.shape, in[2]->shape, [&](std::int64_t i, std::int64_t j) {
    out.values[static_cast<std::size_t>(i)] += numberOf(node, "beta", 1) * in[2]->at(j);
  });
  return out;
}

CnnTensor batchNormalization(const OnnxNode& node, CnnInputs in) {
  CnnTensor out = *in[0];
  const std::int64_t channels = out.shape[1], piece = out.elements() / (out.shape[0] * channels);
  for (std::int64_t i = 0; i < out.elements(); ++i) {
    const std::int64_t c = i / piece % channels;
    const double deviation = std::sqrt(in[4]->at(c) + numberOf(node, "epsilon", 1e-5));
    double& value = out.values[static_cast<std::size_t>(i)];
    value = (value - in[3]->at(c)) / deviation * in[1]->at(c) + in[2]->at(c);
  }
  return out;
}

/// Rows of so many elements.
CnnTensor softmax(CnnTensor x, std::int64_t cols, bool logarithm) {
  for (auto row = x.values.begin(); row != x.values.end(); row += cols) {
    const double largest = *std::max_element(row, row + cols);
    double sum = 0;
    for (auto each = row; each != row + cols; ++each) sum += std::exp(*each - largest);
    for (auto each = row; each != row + cols; ++each)
      *each = logarithm ? *each - largest - std::log(sum) : std::exp(*each - largest) / sum;
  }
  return x;
}

CnnTensor softmaxOf(const OnnxGraph& graph, const OnnxNode& node, const CnnTensor& x) {
  const auto rank = std::ssize(x.shape);
  std::int64_t axis = node.integer("axis", graph.opset < 13 ? 1 : -1);
  if (axis < 0) axis += rank;
  const std::int64_t rows = elementsOf(std::span(x.shape).first(static_cast<std::size_t>(axis)));
  return softmax(x, x.elements() / rows, node.op == "LogSoftmax");
}

CnnTensor clip(const OnnxNode& node, CnnInputs in) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const double low = has(in, 1) ? in[1]->at(0) : numberOf(node, "min", -kNone);
  const double high = has(in, 2) ? in[2]->at(0) : numberOf(node, "max", kNone);
  CnnTensor out = *in[0];
  for (double& value : out.values) value = std::min(std::max(value, low), high);
  return out;
}

CnnTensor activated(const OnnxNode& node, CnnInputs in) {
  CnnTensor out = *in[0];
  const double slope = numberOf(node, "alpha", 0.01f);
  for (double& value : out.values) {
    if (node.op == "Relu") value = std::max(value, 0.0);
    if (node.op == "LeakyRelu") value = value < 0 ? slope * value : value;
    if (node.op == "Sigmoid") value = 1 / (1 + std::exp(-value));
    if (node.op == "Tanh") value = std::tanh(value);
  }
  return out;
}

Result<CnnTensor> evaluate(const OnnxGraph& graph, const OnnxNode& node, CnnInputs in) {
  using Computation = CnnTensor (*)(const OnnxNode&, CnnInputs);
  static const std::map<std::string_view, Computation> kWays{{"Conv", conv},
                                                             {"MaxPool", pool},
                                                             {"AveragePool", pool},
                                                             {"GlobalAveragePool", globalAverage},
                                                             {"MatMul", matMul},
                                                             {"Gemm", gemm},
                                                             {"BatchNormalization", batchNormalization},
                                                             {"Clip", clip},
                                                             {"Relu", activated},
                                                             {"LeakyRelu", activated},
                                                             {"Sigmoid", activated},
                                                             {"Tanh", activated}};
  if (node.op == "Shape") return shapeValues(node, in[0]->shape);
  if (node.op.ends_with("oftmax")) return softmaxOf(graph, node, *in[0]);
  if (moves(node.op)) return movedValues(node, in);
  return kWays.at(node.op)(node, in);
}

}  // namespace

Result<std::map<std::string, std::vector<double>>> cnnReference(const OnnxGraph& graph, std::span<const float> picture,
                                                                const std::stop_token& stop) {
  std::map<std::string, CnnTensor> all;
  for (const OnnxTensor& tensor : graph.initializers) all[tensor.name] = tensorOf(tensor);
  STRATA_ASSIGN(const CnnInput input, cnnInput(graph));
  all[graph.inputs.front().name] = {input.shape, {picture.begin(), picture.end()}};
  std::map<std::string, std::vector<double>> computed;
  for (const OnnxNode& node : graph.nodes) {
    if (stop.stop_requested())
      return Error{ErrorCode::Stopped, "Stopped while the reference was computed", Storey::Model};
    std::vector<const CnnTensor*> in;
    for (const std::string& name : node.inputs) in.push_back(name.empty() ? nullptr : &all[name]);
    STRATA_ASSIGN(CnnTensor out, evaluate(graph, node, in));
    computed[node.outputs.front()] = out.values;
    all[node.outputs.front()] = std::move(out);
  }
  return computed;
}

}  // namespace strata::inline workloads
