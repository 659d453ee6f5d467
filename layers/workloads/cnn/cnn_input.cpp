#include "layers/workloads/cnn/cnn_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace strata::inline workloads {
namespace {

/// The side of a square of so many pixels; 0: they make none.
std::int64_t sideOf(std::int64_t pixels) {
  const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(pixels)));
  return side * side == pixels ? side : 0;
}

}  // namespace

Result<CnnInput> cnnInput(const OnnxGraph& graph) {
  if (graph.inputs.size() != 1)
    return Error{ErrorCode::Usage, "The network must take one picture and nothing else.", Storey::Model};
  CnnInput input{.shape = graph.inputs.front().shape};
  if (!input.shape.empty() && input.shape.front() < 0) input.shape.front() = 1;  // any number of pictures: here one
  CnnShape sides;
  bool sizes = input.shape.size() <= 4;
  for (const std::int64_t size : input.shape) {
    if (size < 1) sizes = false;
    if (size != 1) sides.push_back(size);
  }
  const bool one = sizes && !input.shape.empty() && (input.shape.front() == 1 || input.shape.size() <= 2);
  if (one && sides.size() == 1) sides = {sideOf(sides[0]), sideOf(sides[0])};
  if (one && input.shape.size() == 4 && (input.shape[1] == 1 || input.shape[3] == 1)) {
    const std::size_t first = input.shape[1] == 1 ? 2 : 1;
    sides = {input.shape[first], input.shape[first + 1]};
  }
  if (!one || sides.size() != 2 || sides[0] < 1)
    return Error{ErrorCode::Usage,
                 fmt::format("The network takes {}; only one grey picture can be run: 1×1×height×width, "
                             "1×height×width×1, 1×height×width, or a square one in a row.",
                             fmt::join(graph.inputs.front().shape, "×")),
                 Storey::Model};
  input.height = sides[0];
  input.width = sides[1];
  return input;
}

}  // namespace strata::inline workloads
