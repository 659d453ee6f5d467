#pragma once

#include <cstdint>

#include "engine/modelfile/onnx_graph.h"

namespace strata {

/// How the windows of a convolution or pooling lie on a picture: the same both ways.
struct CnnWindow {
  std::int64_t rows = 1, cols = 1;  ///< of a window
  std::int64_t stride = 1, pad = 0, dilation = 1;
};

/// Reads a node's kernel_shape, strides, pads, dilations and auto_pad for pictures of h × w. A kernel_shape that is not
/// given is `rows` × `cols`, 0 where it must be. Usage where the ladders have no such thing: strides, paddings or
/// dilations that differ by side.
Result<CnnWindow> cnnWindow(const OnnxNode& node, std::int64_t h, std::int64_t w, std::int64_t rows, std::int64_t cols);

/// An Error Usage that names the node: "Conv conv1: …".
Error cnnRefusal(const OnnxNode& node, const std::string& why);

}  // namespace strata
