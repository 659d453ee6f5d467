#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/elementwise/elementwise_operation.h"

namespace strata::inline kernels {
namespace {

double gelu(double x) {
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

double geluErf(double x) {
  return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2));
}

double silu(double x) {
  return x / (1 + std::exp(-x));
}

double ofElements(ElementwiseOp op, std::span<const TensorValues> inputs, std::size_t i) {
  const double a = static_cast<double>(inputs[0][i]);
  switch (op) {
    case ElementwiseOp::Gelu: return gelu(a);
    case ElementwiseOp::GeluErf: return geluErf(a);
    case ElementwiseOp::Silu: return silu(a);
    case ElementwiseOp::Relu: return a < 0 ? 0 : a;
    case ElementwiseOp::Swiglu: return silu(a) * static_cast<double>(inputs[1][i]);
    case ElementwiseOp::Sigmoid: return 1 / (1 + std::exp(-a));
    case ElementwiseOp::Tanh: return std::tanh(a);
    case ElementwiseOp::Multiply: return a * static_cast<double>(inputs[1][i]);
    case ElementwiseOp::Minimum: return std::min(a, static_cast<double>(inputs[1][i]));
    case ElementwiseOp::Maximum: return std::max(a, static_cast<double>(inputs[1][i]));
    default: return a + static_cast<double>(inputs[1][i]);
  }
}

// Element `col` of the row at `position`: its own share, and its partner's.
double rotated(const Problem& problem, TensorValues row, double position, std::size_t col) {
  const auto dim = static_cast<std::size_t>(problem["head_dim"]), k = col % dim;
  const bool halves = static_cast<RotaryPairs>(problem["pairs"]) == RotaryPairs::Halves;
  const bool second = halves ? k >= dim / 2 : k % 2 != 0;
  const std::size_t apart = halves ? dim / 2 : 1, pair = halves ? k % (dim / 2) : k / 2;
  const double exponent = -2.0 * static_cast<double>(pair) / static_cast<double>(dim);
  const double angle = position * std::pow(static_cast<double>(problem["base"]), exponent);
  const double own = static_cast<double>(row[col]);
  return second ? own * std::cos(angle) + static_cast<double>(row[col - apart]) * std::sin(angle)
                : own * std::cos(angle) - static_cast<double>(row[col + apart]) * std::sin(angle);
}

}  // namespace

void elementwiseReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin,
                          std::int64_t end, std::span<double> out) {
  const auto op = static_cast<ElementwiseOp>(problem["op"]);
  const auto cols = static_cast<std::size_t>(problem["cols"]);
  for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row) {
    double* const to = out.data() + (row - static_cast<std::size_t>(begin)) * cols;
    for (std::size_t col = 0; col < cols; ++col) {
      if (op == ElementwiseOp::Rope) {
        const double position = problem["positions"] == 1
                                    ? static_cast<double>(inputs[1][row])
                                    : static_cast<double>(problem["position"]) + static_cast<double>(row);
        to[col] = rotated(problem, inputs[0].subspan(row * cols, cols), position, col);
      } else if (op == ElementwiseOp::Embedding) {
        to[col] = static_cast<double>(inputs[1][static_cast<std::size_t>(inputs[0][row]) * cols + col]);
      } else if (op == ElementwiseOp::AddToRows) {
        to[col] = static_cast<double>(inputs[0][row * cols + col]) + static_cast<double>(inputs[1][row]);
      } else {
        to[col] = ofElements(op, inputs, row * cols + col);
      }
    }
  }
}

}  // namespace strata::inline kernels
