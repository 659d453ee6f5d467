#pragma once

#include "layers/workloads/cnn/cnn_builder.h"

// The ways to plan an operator: each adds the operations of its node to the builder's last stage. Usage, naming the
// node, for what no operation can run, and where shapes do not fit together.

namespace strata::inline workloads {

/// Usage, naming at once all operators of the graph that there is no way to run.
Result<void> knowsAllOperators(const OnnxGraph& graph);
Result<void> planNode(CnnBuilder& builder, const OnnxNode& node);

// cnn_plan_windows.cpp
Result<void> planConv(CnnBuilder& builder, const OnnxNode& node);
Result<void> planMaxPool(CnnBuilder& builder, const OnnxNode& node);
Result<void> planAveragePool(CnnBuilder& builder, const OnnxNode& node);
Result<void> planGlobalAveragePool(CnnBuilder& builder, const OnnxNode& node);
/// A convolution with a filter for each channel, computed alike in all variants. An empty `shape` is its own.
Result<void> convolveChannels(CnnBuilder& builder, const OnnxNode& node, std::vector<std::size_t> tensors,
                              const CnnShape& picture, const CnnShape& filter, std::int64_t stride,
                              const CnnShape& shape = {});

// cnn_plan_sums.cpp
Result<void> planMatMul(CnnBuilder& builder, const OnnxNode& node);
Result<void> planGemm(CnnBuilder& builder, const OnnxNode& node);
Result<void> planAdd(CnnBuilder& builder, const OnnxNode& node);
Result<void> planSub(CnnBuilder& builder, const OnnxNode& node);
Result<void> planMul(CnnBuilder& builder, const OnnxNode& node);
Result<void> planDiv(CnnBuilder& builder, const OnnxNode& node);

// cnn_plan_elements.cpp
Result<void> planActivation(CnnBuilder& builder, const OnnxNode& node);
Result<void> planLeakyRelu(CnnBuilder& builder, const OnnxNode& node);
Result<void> planClip(CnnBuilder& builder, const OnnxNode& node);
Result<void> planSoftmax(CnnBuilder& builder, const OnnxNode& node);
Result<void> planBatchNormalization(CnnBuilder& builder, const OnnxNode& node);

// cnn_plan_moves.cpp
Result<void> planRename(CnnBuilder& builder, const OnnxNode& node);
Result<void> planTranspose(CnnBuilder& builder, const OnnxNode& node);
/// Of what is known only when the network runs.
Result<void> planUnknown(CnnBuilder& builder, const OnnxNode& node);

}  // namespace strata::inline workloads
