#include "layers/workloads/cnn/cnn_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/conv2d/conv2d_operation.h"
#include "kernels/matmul/matmul_operation.h"
#include "layers/workloads/cnn/cnn_input.h"
#include "layers/workloads/cnn/cnn_operators.h"
#include "layers/workloads/cnn/cnn_window.h"

namespace strata::inline workloads {
namespace {

/// Numbers in one sum of a matrix product: PyTorch's example for MNIST has 9216. The operation's own limit, for each
/// size alike, keeps products of large squares small; here a picture is one row.
constexpr std::int64_t kMostSummed = 1 << 16;

std::int64_t mostOf(const Operation& operation, const OperationParameter& parameter) {
  const bool summed = &operation == &matmulOperation() && std::string_view(parameter.name) == "k";
  return summed ? kMostSummed : parameter.max;
}

}  // namespace

Result<CnnPlan> CnnBuilder::build() {
  STRATA_TRY(knowsAllOperators(m_graph));
  STRATA_TRY(addInput());
  for (const OnnxNode& node : m_graph.nodes) STRATA_TRY(addNode(node));
  if (m_graph.outputs.size() != 1 || !m_index.contains(m_graph.outputs.front().name))
    return Error{ErrorCode::Usage, "The network must have one result.", Storey::Model};
  m_plan.output = m_index[m_graph.outputs.front().name];
  return std::move(m_plan);
}

Result<void> CnnBuilder::addInput() {
  STRATA_ASSIGN(const CnnInput input, cnnInput(m_graph));
  m_plan.height = input.height;
  m_plan.width = input.width;
  STRATA_ASSIGN(m_plan.input, addValue(m_graph.inputs.front().name, input.shape, {}));
  return {};
}

Result<void> CnnBuilder::count(const std::string& name, const CnnShape& shape) {
  std::int64_t elements = 1;
  for (const std::int64_t size : shape) {
    if (size < 1 || size > kMostCnnElements / elements)
      return Error{ErrorCode::Usage, fmt::format("{} is {}: empty, or too large.", name, text(shape)), Storey::Model};
    elements *= size;
  }
  m_elements += elements;
  if (m_elements > kMostCnnElements)
    return Error{ErrorCode::Usage, fmt::format("With {} the network has more than 2^26 numbers: too large.", name),
                 Storey::Model};
  return {};
}

Result<std::size_t> CnnBuilder::addValue(const std::string& name, const CnnShape& shape, std::vector<float> constants) {
  STRATA_TRY(count(name, shape));
  const std::size_t index = m_plan.values.size();
  m_plan.values.push_back({name, shape, std::move(constants), index});
  m_index[name] = index;
  return index;
}

Result<std::size_t> CnnBuilder::addConstant(const std::string& name, const CnnShape& shape, std::vector<float> values) {
  return addValue(name, shape, std::move(values));
}

bool CnnBuilder::given(const OnnxNode& node, std::size_t input) {
  return input < node.inputs.size() && !node.inputs[input].empty();
}

const CnnTensor* CnnBuilder::knownAs(const std::string& name) {
  if (const auto found = m_known.find(name); found != m_known.end()) return &found->second;
  const OnnxTensor* const stored = m_graph.initializer(name);
  return stored ? &m_known.emplace(name, tensorOf(*stored)).first->second : nullptr;
}

const CnnTensor* CnnBuilder::known(const OnnxNode& node, std::size_t input) {
  return given(node, input) ? knownAs(node.inputs[input]) : nullptr;
}

Result<std::size_t> CnnBuilder::operand(const OnnxNode& node, std::size_t input) {
  if (!given(node, input)) return cnnRefusal(node, fmt::format("it takes {} tensors", input + 1));
  const std::string& name = node.inputs[input];
  if (const auto found = m_index.find(name); found != m_index.end()) return found->second;
  const CnnTensor* const tensor = knownAs(name);
  if (tensor == nullptr || tensor->whole) return cnnRefusal(node, fmt::format("{} is not a tensor of floats", name));
  std::vector<float> values;
  for (const double each : tensor->values) values.push_back(static_cast<float>(each));
  return addValue(name, tensor->shape, std::move(values));
}

const std::vector<float>& CnnBuilder::constantsOf(std::size_t index) const {
  return value(value(index).memory).constants;
}

/// Shapes, and what is made of shapes and weights. A Reshape of weights stays a stage, as it moves nothing.
bool CnnBuilder::foldable(const OnnxNode& node) {
  if (node.op == "Shape") return true;
  if (!moves(node.op)) return false;
  for (std::size_t i = 0; i < node.inputs.size(); ++i)
    if (given(node, i) && known(node, i) == nullptr) return false;
  const CnnTensor* const first = known(node, 0);
  return !(node.op == "Reshape" && first && !first->whole);
}

Result<bool> CnnBuilder::fold(const OnnxNode& node) {
  if (!foldable(node)) return false;
  CnnTensor result;
  if (node.op == "Shape") {
    const CnnTensor* const tensor = known(node, 0);
    if (tensor == nullptr && !(given(node, 0) && m_index.contains(node.inputs[0])))
      return cnnRefusal(node, "it takes 1 tensor");
    result = shapeValues(node, tensor ? tensor->shape : shapeOf(m_index[node.inputs[0]]));
  } else {
    std::vector<const CnnTensor*> inputs;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) inputs.push_back(known(node, i));
    STRATA_ASSIGN(result, movedValues(node, inputs));
  }
  m_elements += result.elements();
  if (m_elements > kMostCnnElements) return cnnRefusal(node, "with it the network has more than 2^26 numbers");
  m_known[node.outputs.front()] = std::move(result);
  return true;
}

std::size_t CnnBuilder::readers(const std::string& name) const {
  std::size_t count = 0;
  for (const OnnxNode& node : m_graph.nodes) count += static_cast<std::size_t>(std::ranges::count(node.inputs, name));
  for (const OnnxValue& output : m_graph.outputs) count += output.name == name ? 1 : 0;
  return count;
}

/// Masks, indices and statistics beside the result are not computed.
Result<void> CnnBuilder::checkOutputs(const OnnxNode& node) const {
  for (std::size_t i = 1; i < node.outputs.size(); ++i)
    if (!node.outputs[i].empty() && readers(node.outputs[i]) > 0)
      return cnnRefusal(node, fmt::format("only its first result can be computed, and {} is read", node.outputs[i]));
  if (node.outputs.front().empty()) return cnnRefusal(node, "its first result has no name");
  return {};
}

Result<void> CnnBuilder::addNode(const OnnxNode& node) {
  STRATA_TRY(checkOutputs(node));
  STRATA_ASSIGN(const bool folded, fold(node));
  if (folded) return {};
  m_plan.stages.push_back({node.name.empty() ? node.outputs.front() : node.name, node.op, 0, {}});
  return planNode(*this, node);
}

Result<std::size_t> CnnBuilder::operate(const OnnxNode& node, const std::string& name, const Operation& operation,
                                        Problem problem, std::vector<std::size_t> tensors, const CnnShape& shape) {
  for (const OperationParameter& p : operation.parameters)
    if (const auto most = mostOf(operation, p); problem[p.name] < p.min || problem[p.name] > most)
      return cnnRefusal(
          node, fmt::format("{} {} is not within {} … {} of {}", p.name, problem[p.name], p.min, most, operation.name));
  if (operation.misfit)
    if (const std::string why = operation.misfit(problem); !why.empty()) return cnnRefusal(node, why);
  const CnnShape own = operation.tensors(problem).back().shape;
  STRATA_ASSIGN(const std::size_t output, addValue(name, shape.empty() ? own : shape, {}));
  tensors.push_back(output);
  const bool choice = node.op == "Conv" && &operation == &conv2dOperation();
  m_plan.stages.back().ops.push_back({&operation, std::move(problem), std::move(tensors), choice});
  m_plan.stages.back().output = output;
  return output;
}

Result<std::size_t> CnnBuilder::elementwise(const OnnxNode& node, const std::string& name, ElementwiseOp op,
                                            std::vector<std::size_t> tensors) {
  const CnnShape shape = shapeOf(tensors.front());
  const std::int64_t cols = shape.empty() ? 1 : shape.back();
  Problem problem(elementwiseOperation().parameters);
  problem.set("op", static_cast<std::int64_t>(op)).set("rows", elementsOf(shape) / cols).set("cols", cols);
  return operate(node, name, elementwiseOperation(), problem, std::move(tensors), shape);
}

Result<void> CnnBuilder::rename(const OnnxNode& node, std::size_t from, const CnnShape& shape) {
  const std::size_t memory = value(from).memory;
  STRATA_ASSIGN(const std::size_t output, addValue(node.outputs.front(), shape, {}));
  m_plan.values[output].memory = memory;
  m_plan.stages.back().output = output;
  return {};
}

CnnStage* CnnBuilder::convolutionOf(std::size_t index) {
  if (readers(value(index).name) != 1) return nullptr;
  const auto stage = std::ranges::find_if(
      m_plan.stages, [&](const CnnStage& each) { return each.output == index && each.ops.size() == 1; });
  return stage != m_plan.stages.end() && stage->ops.front().choice ? &*stage : nullptr;
}

void CnnBuilder::mergeInto(CnnStage& stage, const OnnxNode& node) {
  m_index.erase(value(stage.output).name);
  m_plan.values[stage.output].name = node.outputs.front();
  m_index[node.outputs.front()] = stage.output;
  stage.op += " and " + node.op;
  m_plan.stages.pop_back();
}

}  // namespace strata::inline workloads
