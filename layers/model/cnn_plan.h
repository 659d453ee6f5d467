#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/modelfile/onnx_graph.h"
#include "kernels/ladder/ladder.h"

namespace strata {

/// A tensor of the network.
struct CnnValue {
  std::string name;
  std::vector<std::int64_t> shape;
  std::vector<float> constants;  ///< of a weight; empty: computed, or the picture
  std::size_t memory = 0;        ///< index of the value whose memory it shares; its own, but for what Reshape makes
  std::int64_t elements() const;
};

/// An operation of a ladder; its tensors are indices of CnnPlan::values.
struct CnnOp {
  const Ladder* ladder = nullptr;
  Problem problem;
  std::vector<std::size_t> tensors;
};

/// What one node of the file's graph became: a Reshape has no operation, a Gemm has two.
struct CnnStage {
  std::string name, op;  ///< "conv1", "Conv"
  std::size_t output = 0;
  std::vector<CnnOp> ops;
};

/// A network that reads one grey picture, as operations of ladders in the order to run them.
struct CnnPlan {
  std::vector<CnnValue> values;
  std::vector<CnnStage> stages;
  std::size_t input = 0, output = 0;
};

/// Known: Conv, Add, Relu, MaxPool, Reshape, MatMul, Gemm. Usage, naming the node, for anything else, for what the
/// ladders cannot run, and where shapes do not fit together.
Result<CnnPlan> planCnn(const OnnxGraph& graph);

}  // namespace strata
