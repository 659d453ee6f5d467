#pragma once

#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/modelfile/onnx_graph.h"

namespace strata::inline workloads {

/// Every tensor a graph computes, by name, in fp64 and as ONNX defines its operators: the truth runs are held against.
/// Knows nothing of operations and of how a plan was made, but how values move (cnn_moves.h); `graph` is one that
/// planCnn took. Stopped where it was.
Result<std::map<std::string, std::vector<double>>> cnnReference(const OnnxGraph& graph, std::span<const float> picture,
                                                                const std::stop_token& stop);

}  // namespace strata::inline workloads
