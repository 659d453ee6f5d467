#pragma once

#include <cstdint>

#include "engine/modelfile/onnx_graph.h"

namespace strata::inline workloads {

/// Windows along one side of a picture.
struct CnnSide {
  std::int64_t size = 1, window = 1, stride = 1, dilation = 1;
  std::int64_t before = 0, after = 0;  ///< padding
  std::int64_t outputs = 1;

  std::int64_t span() const { return (window - 1) * dilation + 1; }
  /// Where so many windows end, counted from the begin of the padding.
  std::int64_t reach() const { return (outputs - 1) * stride + span(); }
  /// As many windows as lie in the padded picture, and padding that is the same on both sides.
  bool plain() const { return before == after && outputs == (size + before + after - span()) / stride + 1; }
};

/// How the windows of a convolution or pooling lie on a picture.
struct CnnWindow {
  CnnSide down, along;
};

/// Reads a node's kernel_shape, strides, pads, dilations, auto_pad and ceil_mode for pictures of h × w. A kernel_shape
/// that is not given is `rows` × `cols`, 0 where it must be. Usage for what cannot be.
Result<CnnWindow> cnnWindow(const OnnxNode& node, std::int64_t h, std::int64_t w, std::int64_t rows, std::int64_t cols);

/// An Error Usage that names the node: "Conv conv1: …".
Error cnnRefusal(const OnnxNode& node, const std::string& why);

}  // namespace strata::inline workloads
