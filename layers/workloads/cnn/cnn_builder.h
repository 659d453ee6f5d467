#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "kernels/elementwise/elementwise_operation.h"
#include "layers/workloads/cnn/cnn_moves.h"
#include "layers/workloads/cnn/cnn_plan.h"

namespace strata::inline workloads {

/// Makes a plan of a graph, node by node. What is known when the file is loaded (weights, shapes, and what nodes make
/// of them) stays out of the plan until an operation reads it.
class CnnBuilder {
 public:
  explicit CnnBuilder(const OnnxGraph& graph) : m_graph(graph) {}

  Result<CnnPlan> build();

  // For the ways to plan an operator (cnn_operators.h).

  const CnnValue& value(std::size_t index) const { return m_plan.values[index]; }
  const CnnShape& shapeOf(std::size_t index) const { return m_plan.values[index].shape; }
  std::int64_t opset() const { return m_graph.opset; }

  static bool given(const OnnxNode& node, std::size_t input);
  /// Input `input` as a tensor of the plan. Usage where it is left out, or no tensor of floats.
  Result<std::size_t> operand(const OnnxNode& node, std::size_t input);
  /// The same if it is known now, whole numbers too; else null.
  const CnnTensor* known(const OnnxNode& node, std::size_t input);
  /// The numbers of a weight; empty for what is computed.
  const std::vector<float>& constantsOf(std::size_t index) const;

  Result<std::size_t> addConstant(const std::string& name, const CnnShape& shape, std::vector<float> values);
  /// Adds an operation to the stage, with a result that has `shape`; empty: the operation's own. Usage for what the
  /// operation cannot run.
  Result<std::size_t> operate(const OnnxNode& node, const std::string& name, const Operation& operation,
                              Problem problem, std::vector<std::size_t> tensors, const CnnShape& shape);
  /// One operation on elements; the result has the shape of the first tensor.
  Result<std::size_t> elementwise(const OnnxNode& node, const std::string& name, ElementwiseOp op,
                                  std::vector<std::size_t> tensors);
  /// The result of the node is `from`, seen with another shape.
  Result<void> rename(const OnnxNode& node, std::size_t from, const CnnShape& shape);

  /// The convolution whose result is `index`, if nothing but this node reads it; else null.
  CnnStage* convolutionOf(std::size_t index);
  /// The stage computes this node too: its result has the node's name.
  void mergeInto(CnnStage& stage, const OnnxNode& node);
  CnnPlan& plan() { return m_plan; }

 private:
  Result<void> addInput();
  Result<std::size_t> addValue(const std::string& name, const CnnShape& shape, std::vector<float> constants);
  Result<void> count(const std::string& name, const CnnShape& shape);
  Result<void> addNode(const OnnxNode& node);
  Result<bool> fold(const OnnxNode& node);
  bool foldable(const OnnxNode& node);
  Result<void> checkOutputs(const OnnxNode& node) const;
  const CnnTensor* knownAs(const std::string& name);
  std::size_t readers(const std::string& name) const;

  const OnnxGraph& m_graph;
  CnnPlan m_plan;
  std::map<std::string, std::size_t, std::less<>> m_index;  ///< of the values in the plan
  std::map<std::string, CnnTensor, std::less<>> m_known;
  std::int64_t m_elements = 0;
};

}  // namespace strata::inline workloads
