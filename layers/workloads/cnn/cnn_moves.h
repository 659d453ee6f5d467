#pragma once

#include <span>
#include <string_view>

#include "engine/base/result.h"
#include "layers/workloads/cnn/cnn_tensor.h"

// Operators that compute nothing: they rename, reorder and pick values. What exporters make of shapes with them is
// known when a file is loaded.

namespace strata::inline workloads {

/// The inputs of a node in their order; null for one that is left out, or not known.
using CnnInputs = std::span<const CnnTensor* const>;

/// Whether the operator leaves all values where they are: Reshape, Flatten, Squeeze, Unsqueeze, Identity, Dropout,
/// Cast.
bool onlyRenames(std::string_view op);

/// What such a node makes of a shape. Inputs beside the first must be known. Usage, naming the node, where it cannot
/// be.
Result<CnnShape> renamedShape(const OnnxNode& node, const CnnShape& from, CnnInputs inputs);

/// The values of a Shape node.
CnnTensor shapeValues(const OnnxNode& node, const CnnShape& of);

/// Whether movedValues knows the operator: those that only rename, Constant, ConstantOfShape, Gather, Concat, Slice,
/// Transpose, and Add, Sub, Mul, Div.
bool moves(std::string_view op);

/// What the node makes of values that are all known. Usage, naming the node, where it cannot be.
Result<CnnTensor> movedValues(const OnnxNode& node, CnnInputs inputs);

/// Of an Add, Sub, Mul or Div before opset 7, whose `axis` may lay B elsewhere than along A's last axes. Usage, naming
/// the node, where it does.
Result<void> meetAtTheRight(const OnnxNode& node, const CnnShape& a, const CnnShape& b);

/// The order of axes a Transpose asks for.
Result<std::vector<std::size_t>> transposedAxes(const OnnxNode& node, std::size_t rank);

}  // namespace strata::inline workloads
