#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "kernels/transpose/transpose_operation.h"
#include "layers/workloads/cnn/cnn_operators.h"
#include "layers/workloads/cnn/cnn_window.h"

namespace strata::inline workloads {
namespace {

/// Float, double.
constexpr std::array<std::int64_t, 2> kHarmlessTypes{1, 11};

/// Axes longer than 1 in their new order, neighbours that stay neighbours as one: the axes of the old shape they are.
std::vector<std::vector<std::size_t>> movedBlocks(const CnnShape& shape, const std::vector<std::size_t>& axes) {
  std::vector<std::size_t> rank(shape.size());
  std::size_t longer = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) rank[i] = shape[i] == 1 ? 0 : longer++;
  std::vector<std::vector<std::size_t>> blocks;
  for (const std::size_t axis : axes) {
    if (shape[axis] == 1) continue;
    if (!blocks.empty() && rank[axis] == rank[blocks.back().back()] + 1)
      blocks.back().push_back(axis);
    else
      blocks.push_back({axis});
  }
  return blocks;
}

std::int64_t lengthOf(const CnnShape& shape, const std::vector<std::size_t>& axes) {
  std::int64_t length = 1;
  for (const std::size_t axis : axes) length *= shape[axis];
  return length;
}

}  // namespace

Result<void> planRename(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const std::size_t x, builder.operand(node, 0));
  const OnnxAttribute* const to = node.attribute("to");
  if (node.op == "Cast" && to && std::ranges::find(kHarmlessTypes, to->integer) == kHarmlessTypes.end())
    return cnnRefusal(node, fmt::format("values would become those of type {}; only float (1) and double (11), which "
                                        "lose nothing, can be run",
                                        to->integer));
  if (const CnnTensor* const training = node.op == "Dropout" ? builder.known(node, 2) : nullptr;
      training && training->elements() > 0 && training->at(0) != 0)
    return cnnRefusal(node, "it was exported in training mode; export it after model.eval()");
  std::vector<const CnnTensor*> inputs{nullptr};
  for (std::size_t i = 1; i < node.inputs.size(); ++i) inputs.push_back(builder.known(node, i));
  STRATA_ASSIGN(const CnnShape shape, renamedShape(node, CnnShape(builder.shapeOf(x)), inputs));
  return builder.rename(node, x, shape);
}

Result<void> planTranspose(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const std::size_t x, builder.operand(node, 0));
  const CnnShape from = builder.shapeOf(x);
  STRATA_ASSIGN(const std::vector<std::size_t> axes, transposedAxes(node, from.size()));
  CnnShape shape;
  for (const std::size_t axis : axes) shape.push_back(from[axis]);
  const auto blocks = movedBlocks(from, axes);
  if (blocks.size() < 2) return builder.rename(node, x, shape);
  if (blocks.size() > 2)
    return cnnRefusal(
        node, fmt::format("{} to {}: only two groups of axes can change places", fmt::join(from, "×"), text(shape)));
  Problem problem(transposeOperation().parameters);
  problem.set("rows", lengthOf(from, blocks[1])).set("cols", lengthOf(from, blocks[0]));
  STRATA_TRY(builder.operate(node, node.outputs[0], transposeOperation(), problem, {x}, shape));
  return {};
}

Result<void> planUnknown(CnnBuilder&, const OnnxNode& node) {
  return cnnRefusal(node,
                    "it can only be run on shapes and weights, which are known when the file is loaded; this one "
                    "works on what the network computes");
}

}  // namespace strata::inline workloads
