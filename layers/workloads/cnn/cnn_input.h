#pragma once

#include "engine/base/result.h"
#include "layers/workloads/cnn/cnn_tensor.h"

namespace strata::inline workloads {

/// How a network takes its picture: N×1×height×width, N×height×width×1, N×height×width, or in one row; N is one here.
struct CnnInput {
  CnnShape shape;
  std::int64_t height = 0, width = 0;
};

/// Usage for any other input, or several.
Result<CnnInput> cnnInput(const OnnxGraph& graph);

}  // namespace strata::inline workloads
