#include "tests/cnn/exported_models.h"

#include <numeric>

namespace strata::test {
namespace {

using Shape = std::vector<std::int64_t>;

OnnxAttribute named(const std::string& name) {
  OnnxAttribute attribute;
  attribute.name = name;
  return attribute;
}
OnnxAttribute list(const std::string& name, Shape values) {
  OnnxAttribute attribute = named(name);
  attribute.integers = std::move(values);
  return attribute;
}
OnnxAttribute integer(const std::string& name, std::int64_t value) {
  OnnxAttribute attribute = named(name);
  attribute.integer = value;
  return attribute;
}
OnnxAttribute real(const std::string& name, float value) {
  OnnxAttribute attribute = named(name);
  attribute.number = value;
  return attribute;
}
OnnxAttribute text(const std::string& name, std::string value) {
  OnnxAttribute attribute = named(name);
  attribute.text = std::move(value);
  return attribute;
}

/// Adds node after node, each reading what the one before computed.
class Writer {
 public:
  Writer(std::string producer, std::int64_t opset, Shape input) {
    m_graph.producer = std::move(producer);
    m_graph.opset = opset;
    m_graph.inputs = {{"picture", std::move(input)}};
  }

  const std::string& last() const { return m_last; }

  /// A weight: numbers that look random, around `middle`.
  std::string weight(Shape shape, float range, float middle = 0) {
    OnnxTensor tensor{name("w"), std::move(shape), {}, {}};
    const std::int64_t elements =
        std::accumulate(tensor.shape.begin(), tensor.shape.end(), std::int64_t{1}, std::multiplies());
    for (std::int64_t i = 0; i < elements; ++i) {
      m_state = m_state * 1664525u + 1013904223u;
      tensor.floats.push_back(middle + range * (static_cast<float>(m_state >> 8) / 8388608.0f - 1.0f));
    }
    m_graph.initializers.push_back(tensor);
    return tensor.name;
  }

  std::string integers(Shape values) {
    const std::string made = name("i");
    m_graph.initializers.push_back({made, {std::ssize(values)}, {}, std::move(values)});
    return made;
  }
  std::string number(float value) {
    const std::string made = name("s");
    m_graph.initializers.push_back({made, {}, {value}, {}});
    return made;
  }
  /// As PyTorch writes constants: nodes.
  std::string constant(OnnxTensor tensor) {
    OnnxAttribute value = named("value");
    value.tensor = std::move(tensor);
    return node("Constant", {}, {value});
  }

  std::string node(const std::string& op, std::vector<std::string> inputs, std::vector<OnnxAttribute> attributes = {}) {
    const std::string made = name(op);
    m_graph.nodes.push_back({op, "/" + made, std::move(inputs), {made}, std::move(attributes)});
    return made;
  }
  /// The same, of the last result and these.
  Writer& then(const std::string& op, std::vector<std::string> more = {}, std::vector<OnnxAttribute> attributes = {}) {
    more.insert(more.begin(), m_last);
    m_last = node(op, std::move(more), std::move(attributes));
    return *this;
  }

  Writer& conv(std::int64_t in, std::int64_t out, std::int64_t size, std::vector<OnnxAttribute> attributes,
               bool bias = true) {
    std::vector<std::string> weights{weight({out, in, size, size}, 1.0f / static_cast<float>(size))};
    if (bias) weights.push_back(weight({out}, 0.2f));
    attributes.push_back(list("kernel_shape", {size, size}));
    return then("Conv", std::move(weights), std::move(attributes));
  }
  Writer& gemm(std::int64_t in, std::int64_t out) {
    return then("Gemm", {weight({out, in}, 0.2f), weight({out}, 0.3f)}, {integer("transB", 1)});
  }
  Writer& batchNormalization(std::int64_t channels) {
    return then(
        "BatchNormalization",
        {weight({channels}, 0.5f, 1), weight({channels}, 0.3f), weight({channels}, 0.4f), weight({channels}, 0.4f, 1)},
        {real("epsilon", 1e-5f)});
  }
  Writer& maxPool(std::vector<OnnxAttribute> more = {}) {
    more.insert(more.end(), {list("kernel_shape", {2, 2}), list("strides", {2, 2})});
    return then("MaxPool", {}, std::move(more));
  }
  /// x.view(x.size(0), −1).
  Writer& view() {
    const std::string zero = constant({"", {}, {}, {0}}), axis = integers({0}), rest = integers({-1});
    const std::string size = node("Gather", {node("Shape", {m_last}), zero}, {integer("axis", 0)});
    return then("Reshape", {node("Concat", {node("Unsqueeze", {size, axis}), rest}, {integer("axis", 0)})});
  }

  ExportedModel done(std::string called) {
    m_graph.outputs = {{m_last, {-1, 10}}};
    return {std::move(called), std::move(m_graph)};
  }

 private:
  std::string name(const std::string& kind) { return kind + "_" + std::to_string(m_count++); }

  OnnxGraph m_graph;
  std::string m_last = "picture";
  int m_count = 0;
  std::uint32_t m_state = 7;
};

ExportedModel torchConv() {
  Writer w("pytorch", 17, {-1, 1, 28, 28});
  w.conv(1, 4, 3, {}).then("Relu").maxPool().conv(4, 6, 3, {list("pads", {1, 1, 1, 1})}).then("Relu").maxPool();
  return w.view()
      .gemm(6 * 6 * 6, 16)
      .then("Relu")
      .gemm(16, 10)
      .then("LogSoftmax", {}, {integer("axis", 1)})
      .done("torch-conv");
}

ExportedModel torchMobile() {
  Writer w("pytorch", 13, {1, 1, 28, 28});
  w.conv(1, 8, 3, {list("strides", {2, 2}), list("pads", {1, 1, 1, 1})}, false).batchNormalization(8);
  w.then("Clip", {w.number(0), w.number(6)});
  w.conv(1, 8, 3, {integer("group", 8), list("pads", {1, 1, 1, 1})}).batchNormalization(8).then("Relu");
  return w.then("GlobalAveragePool").then("Flatten", {}, {integer("axis", 1)}).gemm(8, 10).done("torch-mobile");
}

ExportedModel torchPerceptron() {
  Writer w("pytorch", 14, {-1, 1, 28, 28});
  w.then("Flatten").gemm(784, 24).batchNormalization(24).then("Sigmoid").then("Dropout").gemm(24, 10);
  return w.then("Softmax", {}, {integer("axis", 1)}).done("torch-perceptron");
}

ExportedModel torchResidual() {
  Writer w("pytorch", 18, {-1, 1, 28, 28});
  w.then("Div", {w.number(255)}).then("Sub", {w.number(0.1307f)}).then("Div", {w.number(0.3081f)});
  w.conv(1, 4, 3, {list("pads", {1, 1, 1, 1})}).then("LeakyRelu", {}, {real("alpha", 0.1f)});
  const std::string before = w.last();
  w.conv(4, 4, 3, {list("pads", {1, 1, 1, 1})}, false).batchNormalization(4).then("Add", {before});
  w.then("Mul", {w.node("Sigmoid", {w.last()})}).maxPool({integer("ceil_mode", 1)});
  w.then("AveragePool", {}, {list("kernel_shape", {3, 3}), list("strides", {2, 2}), list("pads", {1, 1, 1, 1})});
  return w.view().gemm(4 * 7 * 7, 10).done("torch-residual");
}

ExportedModel torchOld() {
  Writer w("pytorch", 9, {1, 1, 28, 28});
  w.conv(1, 3, 5, {}).batchNormalization(3).then("Clip", {}, {real("min", -0.5f), real("max", 2)}).maxPool();
  const std::string size = w.node("Slice", {w.node("Shape", {w.last()})}, {list("starts", {0}), list("ends", {1})});
  w.then("Reshape", {w.node("Concat", {size, w.integers({432})}, {integer("axis", 0)})});
  w.then("MatMul", {w.node("Transpose", {w.weight({10, 432}, 0.1f)}, {list("perm", {1, 0})})});
  return w.then("Add", {w.weight({10}, 0.2f)}).then("LogSoftmax", {}, {integer("axis", 1)}).done("torch-old");
}

ExportedModel tfConv() {
  Writer w("tf2onnx", 13, {-1, 28, 28, 1});
  w.then("Transpose", {}, {list("perm", {0, 3, 1, 2})});
  w.conv(1, 4, 3, {list("strides", {2, 2}), list("pads", {0, 0, 1, 1})}).then("Relu");
  w.conv(4, 6, 3, {text("auto_pad", "SAME_UPPER"), list("strides", {2, 2})}).then("Relu");
  w.maxPool({text("auto_pad", "SAME_UPPER")}).then("Transpose", {}, {list("perm", {0, 2, 3, 1})});
  w.then("Reshape", {w.integers({-1, 96})}).then("MatMul", {w.weight({96, 10}, 0.3f)});
  return w.then("Add", {w.weight({10}, 0.3f)}).then("Softmax", {}, {integer("axis", -1)}).done("tf-conv");
}

ExportedModel tfLenet() {
  Writer w("tf2onnx", 15, {-1, 28, 28, 1});
  w.then("Mul", {w.number(1 / 255.0f)}).then("Reshape", {w.integers({-1, 1, 28, 28})});
  w.conv(1, 6, 5, {text("auto_pad", "SAME_UPPER")}, false).then("Add", {w.weight({1, 6, 1, 1}, 0.2f)}).then("Tanh");
  w.then("AveragePool", {}, {list("kernel_shape", {2, 2}), list("strides", {2, 2})});
  w.conv(6, 8, 5, {}).then("Tanh");
  w.then("AveragePool", {},
         {list("kernel_shape", {3, 3}), list("strides", {2, 2}), integer("ceil_mode", 1),
          integer("count_include_pad", 1), list("pads", {0, 0, 1, 1})});
  w.then("Transpose", {}, {list("perm", {0, 2, 3, 1})}).then("Reshape", {w.integers({-1, 200})});
  return w.then("MatMul", {w.weight({200, 10}, 0.3f)}).then("Add", {w.weight({10}, 0.3f)}).done("tf-lenet");
}

ExportedModel tfPooled() {
  Writer w("tf2onnx", 17, {-1, 28, 28});
  w.then("Cast", {}, {integer("to", 1)}).then("Unsqueeze", {w.integers({1})});
  w.conv(1, 5, 3, {list("strides", {3, 3})})
      .then("Relu")
      .then("GlobalAveragePool")
      .then("Squeeze", {w.integers({2, 3})});
  return w.gemm(5, 10).then("Softmax").then("Identity").done("tf-pooled");
}

ExportedModel rowOfPixels() {
  Writer w("skl2onnx", 12, {1, 784});
  w.then("MatMul", {w.weight({784, 20}, 0.1f)}).then("Add", {w.weight({1, 20}, 0.3f)}).then("Tanh");
  w.then("Gemm", {w.weight({20, 10}, 0.5f), w.weight({1, 10}, 0.5f)}, {real("alpha", 0.5f), real("beta", 2)});
  return w.then("Sigmoid").done("row-of-pixels");
}

ExportedModel torchDynamo() {
  Writer w("pytorch", 18, {-1, 1, 28, 28});
  const std::string batch = w.node("Shape", {"picture"}, {integer("start", 0), integer("end", 1)});
  w.conv(1, 4, 5, {list("dilations", {2, 2}), list("strides", {1, 1})}).then("Relu").maxPool();
  const std::string shape = w.node("Concat", {batch, w.integers({400})}, {integer("axis", 0)});
  w.then("Reshape", {shape}, {integer("allowzero", 0)}).gemm(400, 10);
  return w.then("LogSoftmax", {}, {integer("axis", -1)}).done("torch-dynamo");
}

}  // namespace

std::vector<ExportedModel> exportedModels() {
  return {torchConv(), torchMobile(), torchPerceptron(), torchResidual(), torchOld(),
          tfConv(),    tfLenet(),     tfPooled(),        rowOfPixels(),   torchDynamo()};
}

}  // namespace strata::test
