#include "layers/model/cnn_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "kernels/conv2d/conv2d_ladder.h"
#include "kernels/elementwise/elementwise_ladder.h"
#include "kernels/matmul/matmul_ladder.h"
#include "kernels/pool/pool_ladder.h"
#include "layers/model/cnn_window.h"

namespace strata {
namespace {

using Shape = std::vector<std::int64_t>;

constexpr std::int64_t kMostElements = std::int64_t{1} << 26;  ///< of all tensors together

Error refusal(std::string message) {
  return {ErrorCode::Usage, std::move(message), Storey::Model};
}

std::string text(const Shape& shape) {
  return fmt::format("{}", fmt::join(shape, "×"));
}

std::int64_t product(std::span<const std::int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies());
}

/// Columns, seeing all else as rows.
std::int64_t lastOf(const Shape& shape) {
  return shape.empty() ? 1 : shape.back();
}

/// Rows of `large` that each get one number of `small`, as broadcasting has it; 0 where it is anything else.
std::int64_t broadcastRows(const Shape& large, Shape small) {
  if (small.size() > large.size()) return 0;
  small.insert(small.begin(), large.size() - small.size(), 1);
  std::size_t end = small.size();
  while (end > 0 && small[end - 1] == 1) --end;
  return std::equal(small.begin(), small.begin() + static_cast<std::ptrdiff_t>(end), large.begin()) ? product(small)
                                                                                                    : 0;
}

class Planner {
 public:
  explicit Planner(const OnnxGraph& graph) : m_graph(graph) {}

  Result<CnnPlan> plan() {
    STRATA_TRY(addInput());
    for (const OnnxTensor& tensor : m_graph.initializers)
      if (!tensor.floats.empty()) STRATA_TRY(addValue(tensor.name, tensor.shape, tensor.floats));
    for (const OnnxNode& node : m_graph.nodes) STRATA_TRY(addStage(node));
    if (m_graph.outputs.size() != 1 || !m_index.contains(m_graph.outputs.front().name))
      return refusal("The network must have one result.");
    m_plan.output = m_index[m_graph.outputs.front().name];
    return std::move(m_plan);
  }

 private:
  const CnnValue& value(std::size_t index) const { return m_plan.values[index]; }

  Result<void> addInput() {
    if (m_graph.inputs.size() != 1) return refusal("The network must take one picture and nothing else.");
    Shape shape = m_graph.inputs.front().shape;
    if (!shape.empty() && shape.front() < 0) shape.front() = 1;  // any number of pictures at once: here one
    if (shape.size() != 4 || shape[0] != 1 || shape[1] != 1 || shape[2] < 1 || shape[3] < 1)
      return refusal(fmt::format("The network takes {}; only 1×1×height×width, one grey picture, can be run.",
                                 text(m_graph.inputs.front().shape)));
    STRATA_ASSIGN(m_plan.input, addValue(m_graph.inputs.front().name, shape, {}));
    return {};
  }

  Result<std::size_t> addValue(const std::string& name, const Shape& shape, std::vector<float> constants) {
    std::int64_t elements = 1;
    for (const std::int64_t size : shape) {
      if (size < 1 || size > kMostElements / elements)
        return refusal(fmt::format("{} is {}: empty, or too large.", name, text(shape)));
      elements *= size;
    }
    m_elements += elements;
    if (m_elements > kMostElements)
      return refusal(fmt::format("With {} the network has more than 2^26 numbers: too large.", name));
    const std::size_t index = m_plan.values.size();
    m_plan.values.push_back({name, shape, std::move(constants), index});
    m_index[name] = index;
    return index;
  }

  Result<void> addStage(const OnnxNode& node) {
    using Way = Result<std::size_t> (Planner::*)(const OnnxNode&);
    static const std::map<std::string_view, std::pair<Way, std::size_t>> kWays{
        {"Conv", {&Planner::conv, 2}},       {"Add", {&Planner::add, 2}},       {"Relu", {&Planner::relu, 1}},
        {"MaxPool", {&Planner::maxPool, 1}}, {"MatMul", {&Planner::matMul, 2}}, {"Gemm", {&Planner::gemm, 2}},
        {"Reshape", {&Planner::reshape, 1}}};
    const auto way = kWays.find(node.op);
    if (way == kWays.end())
      return cnnRefusal(node, "this operator is unknown; there are Conv, Add, Relu, MaxPool, Reshape, MatMul, Gemm");
    if (node.outputs.size() != 1) return cnnRefusal(node, "only one result can be computed");
    m_inputs.clear();
    for (const std::string& name : node.inputs) {
      const auto found = m_index.find(name);
      const bool wanted = !name.empty() && !(node.op == "Reshape" && !m_inputs.empty());
      if (wanted && found == m_index.end()) return cnnRefusal(node, fmt::format("{} is no tensor of floats", name));
      if (wanted) m_inputs.push_back(found->second);
    }
    if (m_inputs.size() < way->second.second)
      return cnnRefusal(node, fmt::format("it takes {} tensors", way->second.second));
    m_plan.stages.push_back({node.name.empty() ? node.outputs.front() : node.name, node.op, 0, {}});
    STRATA_TRY((this->*way->second.first)(node));
    return {};
  }

  /// Checks an operation and adds it to the stage, with a result that is called `name` and has `shape`.
  Result<std::size_t> operate(const OnnxNode& node, const std::string& name, const Ladder& ladder, Problem problem,
                              std::vector<std::size_t> tensors, const Shape& shape) {
    for (const LadderParameter& p : ladder.parameters)
      if (problem[p.name] < p.min || problem[p.name] > p.max)
        return cnnRefusal(node, fmt::format("{} {} is not within {} … {} of the ladder {}", p.name, problem[p.name],
                                            p.min, p.max, ladder.name));
    if (ladder.misfit)
      if (const std::string why = ladder.misfit(problem); !why.empty()) return cnnRefusal(node, why);
    const Shape own = ladder.tensors(problem).back().shape;
    STRATA_ASSIGN(const std::size_t output, addValue(name, shape.empty() ? own : shape, {}));
    tensors.push_back(output);
    m_plan.stages.back().ops.push_back({&ladder, std::move(problem), std::move(tensors)});
    m_plan.stages.back().output = output;
    return output;
  }

  static Problem problemOf(const Ladder& ladder) { return Problem(ladder.parameters); }

  static Problem elementwise(ElementwiseOp op, std::int64_t rows, std::int64_t cols) {
    return problemOf(elementwiseLadder()).set("op", static_cast<std::int64_t>(op)).set("rows", rows).set("cols", cols);
  }

  Result<std::size_t> conv(const OnnxNode& node) {
    const Shape &x = value(m_inputs[0]).shape, &w = value(m_inputs[1]).shape;
    if (x.size() != 4 || w.size() != 4)
      return cnnRefusal(node, fmt::format("{} and {} are no pictures and filters", text(x), text(w)));
    STRATA_ASSIGN(const CnnWindow window, cnnWindow(node, x[2], x[3], w[2], w[3]));
    const OnnxAttribute* const group = node.attribute("group");
    const std::int64_t groups = group ? group->integer : 1;
    if (window.rows != w[2] || window.cols != w[3] || groups < 1 || x[1] % groups != 0 || w[1] != x[1] / groups)
      return cnnRefusal(node, fmt::format("filters {} do not fit pictures {}", text(w), text(x)));
    const bool bias = m_inputs.size() > 2;
    if (bias && value(m_inputs[2]).shape != Shape{w[0]})
      return cnnRefusal(node, fmt::format("{} filters need as many biases", w[0]));
    Problem problem = problemOf(conv2dLadder());
    problem.set("n", x[0]).set("c", x[1]).set("h", x[2]).set("w", x[3]).set("filters", w[0]).set("r", w[2]);
    problem.set("s", w[3]).set("stride", window.stride).set("pad", window.pad).set("dilation", window.dilation);
    problem.set("groups", groups).set("bias", bias ? 1 : 0);
    return operate(node, node.outputs[0], conv2dLadder(), problem, m_inputs, {});
  }

  Result<std::size_t> maxPool(const OnnxNode& node) {
    const Shape x = value(m_inputs[0]).shape;
    if (x.size() != 4) return cnnRefusal(node, fmt::format("{} are no pictures", text(x)));
    STRATA_ASSIGN(const CnnWindow window, cnnWindow(node, x[2], x[3], 0, 0));
    const OnnxAttribute* const ceiling = node.attribute("ceil_mode");
    if (window.rows != window.cols || window.dilation != 1 || (ceiling && ceiling->integer != 0))
      return cnnRefusal(node, "only square windows without gaps, that fit whole into the picture, can be run");
    Problem problem = problemOf(poolLadder());
    problem.set("planes", x[0] * x[1]).set("h", x[2]).set("w", x[3]).set("window", window.rows);
    problem.set("stride", window.stride).set("pad", window.pad);
    if (const std::string why = poolLadder().misfit(problem); !why.empty()) return cnnRefusal(node, why);
    const Shape out = poolLadder().tensors(problem).back().shape;
    return operate(node, node.outputs[0], poolLadder(), problem, m_inputs, {x[0], x[1], out[1], out[2]});
  }

  Result<std::size_t> relu(const OnnxNode& node) {
    const Shape shape = value(m_inputs[0]).shape;
    const std::int64_t cols = lastOf(shape);
    return operate(node, node.outputs[0], elementwiseLadder(),
                   elementwise(ElementwiseOp::Relu, product(shape) / cols, cols), m_inputs, shape);
  }

  Result<std::size_t> add(const OnnxNode& node) { return sum(node, m_inputs[0], m_inputs[1]); }

  Result<std::size_t> sum(const OnnxNode& node, std::size_t a, std::size_t b) {
    const auto size = [&](std::size_t i) { return std::pair(value(i).elements(), value(i).shape.size()); };
    if (size(a) < size(b)) std::swap(a, b);
    const Shape shape = value(a).shape, small = value(b).shape;
    const std::int64_t rows = broadcastRows(shape, small), all = product(shape);
    if (rows == 0)
      return cnnRefusal(node, fmt::format("{} and {} cannot be added: equal shapes can, and a number for each row or "
                                          "channel",
                                          text(shape), text(small)));
    const Problem problem = rows == all ? elementwise(ElementwiseOp::Add, all / lastOf(shape), lastOf(shape))
                                        : elementwise(ElementwiseOp::AddToRows, rows, all / rows);
    return operate(node, node.outputs[0], elementwiseLadder(), problem, {a, b}, shape);
  }

  Result<std::size_t> product2d(const OnnxNode& node, const std::string& name, bool transposed) {
    const Shape &a = value(m_inputs[0]).shape, &b = value(m_inputs[1]).shape;
    if (a.size() != 2 || b.size() != 2 || a[1] != b[transposed ? 1 : 0])
      return cnnRefusal(node, fmt::format("{} and {}{} are no matrices that can be multiplied", text(a), text(b),
                                          transposed ? " transposed" : ""));
    const Problem problem = problemOf(matmulLadder())
                                .set("m", a[0])
                                .set("n", b[transposed ? 0 : 1])
                                .set("k", a[1])
                                .set("trans_b", transposed ? 1 : 0);
    return operate(node, name, matmulLadder(), problem, {m_inputs[0], m_inputs[1]}, {});
  }

  Result<std::size_t> matMul(const OnnxNode& node) { return product2d(node, node.outputs[0], false); }

  Result<std::size_t> gemm(const OnnxNode& node) {
    for (const char* factor : {"alpha", "beta"})
      if (const OnnxAttribute* const given = node.attribute(factor); given && given->number != 1)
        return cnnRefusal(node, fmt::format("{} = {}; only 1 can be run", factor, given->number));
    const OnnxAttribute *const a = node.attribute("transA"), *const b = node.attribute("transB");
    if (a && a->integer != 0) return cnnRefusal(node, "transA; only B can be transposed");
    const bool transposed = b && b->integer != 0;
    if (m_inputs.size() < 3) return product2d(node, node.outputs[0], transposed);
    STRATA_ASSIGN(const std::size_t before, product2d(node, node.outputs[0] + " before C", transposed));
    if (value(m_inputs[2]).elements() > value(before).elements())
      return cnnRefusal(node, fmt::format("C is {}, larger than the product", text(value(m_inputs[2]).shape)));
    return sum(node, before, m_inputs[2]);
  }

  Result<std::size_t> reshape(const OnnxNode& node) {
    const OnnxTensor* const wanted = node.inputs.size() > 1 ? m_graph.initializer(node.inputs[1]) : nullptr;
    if (wanted == nullptr || wanted->integers.empty()) return cnnRefusal(node, "the new shape must stand in the file");
    const CnnValue from = value(m_inputs[0]);
    Shape shape = wanted->integers;
    std::int64_t known = 1, open = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == 0 && i < from.shape.size()) shape[i] = from.shape[i];
      if (shape[i] == -1)
        ++open;
      else if (shape[i] < 1 || shape[i] > kMostElements / known)
        return cnnRefusal(node, fmt::format("{} cannot be a shape", text(wanted->integers)));
      else
        known *= shape[i];
    }
    for (std::int64_t& size : shape)
      if (size == -1) size = from.elements() / known;
    if (open > 1 || product(shape) != from.elements())
      return cnnRefusal(node, fmt::format("{} does not become {}", text(from.shape), text(wanted->integers)));
    STRATA_ASSIGN(const std::size_t output, addValue(node.outputs[0], shape, {}));
    m_plan.values[output].memory = from.memory;
    m_plan.stages.back().output = output;
    return output;
  }

  const OnnxGraph& m_graph;
  CnnPlan m_plan;
  std::map<std::string, std::size_t> m_index;
  std::vector<std::size_t> m_inputs;  ///< of the node at hand
  std::int64_t m_elements = 0;
};

}  // namespace

std::int64_t CnnValue::elements() const {
  return product(shape);
}

Result<CnnPlan> planCnn(const OnnxGraph& graph) {
  return Planner(graph).plan();
}

}  // namespace strata
