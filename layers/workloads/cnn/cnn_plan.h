#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/modelfile/onnx_graph.h"
#include "kernels/operation/operation.h"

namespace strata::inline workloads {

/// A tensor of the network.
struct CnnValue {
  std::string name;
  std::vector<std::int64_t> shape;
  std::vector<float> constants;  ///< of a weight; empty: computed, or the picture
  std::size_t memory = 0;        ///< index of the value whose memory it shares; its own, but for what only renames
  std::int64_t elements() const;
};

/// An operation of the network; its tensors are indices of CnnPlan::values.
struct CnnOp {
  const Operation* operation = nullptr;
  Problem problem;
  std::vector<std::size_t> tensors;
  bool choice = false;  ///< a convolution of the network: the variants are ways to compute it
};

/// What one node of the file's graph became: a Reshape has no operation, a Gemm has two. A BatchNormalization behind a
/// convolution is a part of its stage.
struct CnnStage {
  std::string name, op;  ///< "conv1", "Conv" or "Conv and BatchNormalization"
  std::size_t output = 0;
  std::vector<CnnOp> ops;
};

/// A network that reads one grey picture, as operations in the order to run them.
struct CnnPlan {
  std::vector<CnnValue> values;
  std::vector<CnnStage> stages;
  std::size_t input = 0, output = 0;
  std::int64_t height = 0, width = 0;  ///< of the picture
};

/// Usage, naming all operators that are unknown; or the node, for what no operation can run, and where shapes do not
/// fit together.
Result<CnnPlan> planCnn(const OnnxGraph& graph);

}  // namespace strata::inline workloads
