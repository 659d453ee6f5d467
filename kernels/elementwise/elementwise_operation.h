#pragma once

#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// The values of the parameter "op". x, a, b and out are rows × cols, row-major.
enum class ElementwiseOp : std::int64_t {
  Gelu,       ///< out = x · ½ (1 + tanh(√(2/π) (x + 0.044715 x³))), the form of GPT-2. Tensors: x, out
  Silu,       ///< out = x / (1 + exp(−x)). Tensors: x, out
  Swiglu,     ///< out = silu(a) · b. Tensors: a, b, out
  Add,        ///< out = a + b. Tensors: a, b, out
  Rope,       ///< rotary positions: row r is token position + r, heads of head_dim side by side. Tensors: x, out; with
              ///< positions = given it is token positions[r]. Tensors: x, positions (rows, int32), out
  Embedding,  ///< out[r] = table[indices[r]]. Tensors: indices (rows, int32), table (vocabulary × cols), out
  GeluErf,    ///< out = x · ½ (1 + erf(x / √2)), the exact form. Tensors: x, out
  Relu,       ///< out = max(x, 0). Tensors: x, out
  AddToRows,  ///< out[r] = x[r] + bias[r], one number for a whole row. Tensors: x, bias (rows), out
  Sigmoid,    ///< out = 1 / (1 + exp(−x)). Tensors: x, out
  Tanh,       ///< out = tanh(x). Tensors: x, out
  Multiply,   ///< out = a · b. Tensors: a, b, out
  Minimum,    ///< out = min(a, b). Tensors: a, b, out
  Maximum,    ///< out = max(a, b). Tensors: a, b, out
};

/// Which two elements of a head of d elements turn together by position · base^(−2i/d), i = 0 … d/2 − 1.
enum class RotaryPairs : std::int64_t {
  Neighbours,  ///< 2i and 2i + 1
  Halves,      ///< i and i + d/2
};

const Operation& elementwiseOperation();

/// Rows begin … end−1 of out.
void elementwiseReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin,
                          std::int64_t end, std::span<double> out);

}  // namespace strata::inline kernels
