// What nodes that leave values where they are make of a shape.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "layers/workloads/cnn/cnn_moves.h"
#include "layers/workloads/cnn/cnn_window.h"

namespace strata::inline workloads {
namespace {

constexpr std::array<std::string_view, 7> kRenames{"Reshape",  "Flatten", "Squeeze", "Unsqueeze",
                                                   "Identity", "Dropout", "Cast"};

/// What newer files have as an input and older ones as an attribute.
Result<CnnShape> listOf(const OnnxNode& node, CnnInputs inputs, std::string_view key, CnnShape otherwise) {
  if (inputs.size() > 1 && inputs[1] && inputs[1]->whole) return integersOf(*inputs[1]);
  if (node.inputs.size() > 1 && !node.inputs[1].empty())
    return cnnRefusal(node, fmt::format("the {} {} must be whole numbers that are known when the file is loaded", key,
                                        node.inputs[1]));
  const OnnxAttribute* const attribute = node.attribute(key);
  return attribute ? attribute->integers : otherwise;
}

Result<CnnShape> reshaped(const OnnxNode& node, const CnnShape& from, CnnInputs inputs) {
  STRATA_ASSIGN(const CnnShape wanted, listOf(node, inputs, "shape", {}));
  CnnShape shape = wanted;
  std::int64_t known = 1, open = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0 && i < from.size()) shape[i] = from[i];
    if (shape[i] == -1)
      ++open;
    else if (shape[i] < 1 || shape[i] > kMostCnnElements / known)
      return cnnRefusal(node, fmt::format("{} cannot be a shape", text(wanted)));
    else
      known *= shape[i];
  }
  std::ranges::replace(shape, -1, elementsOf(from) / known);
  if (open > 1 || elementsOf(shape) != elementsOf(from))
    return cnnRefusal(node, fmt::format("{} does not become {}", text(from), text(wanted)));
  return shape;
}

Result<CnnShape> flattened(const OnnxNode& node, const CnnShape& from) {
  const OnnxAttribute* const attribute = node.attribute("axis");
  std::int64_t axis = attribute ? attribute->integer : 1;
  if (axis < 0) axis += std::ssize(from);
  if (axis < 0 || axis > std::ssize(from)) return cnnRefusal(node, fmt::format("{} has no such axis", text(from)));
  const std::span all(from);
  return CnnShape{elementsOf(all.first(static_cast<std::size_t>(axis))),
                  elementsOf(all.subspan(static_cast<std::size_t>(axis)))};
}

/// Axes as places in a shape of `rank`, ascending.
Result<CnnShape> places(const OnnxNode& node, CnnShape axes, std::int64_t rank) {
  for (std::int64_t& axis : axes) {
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return cnnRefusal(node, fmt::format("there is no axis {} of {}", axis, rank));
  }
  std::ranges::sort(axes);
  if (std::ranges::adjacent_find(axes) != axes.end()) return cnnRefusal(node, "an axis is named twice");
  return axes;
}

Result<CnnShape> squeezed(const OnnxNode& node, CnnShape shape, CnnInputs inputs) {
  CnnShape ones;
  for (std::int64_t axis = 0; axis < std::ssize(shape); ++axis)
    if (shape[static_cast<std::size_t>(axis)] == 1) ones.push_back(axis);
  STRATA_ASSIGN(CnnShape axes, listOf(node, inputs, "axes", ones));
  STRATA_ASSIGN(axes, places(node, std::move(axes), std::ssize(shape)));
  for (std::size_t i = axes.size(); i-- > 0;) {
    if (shape[static_cast<std::size_t>(axes[i])] != 1)
      return cnnRefusal(node, fmt::format("axis {} of {} is not 1", axes[i], text(shape)));
    shape.erase(shape.begin() + axes[i]);
  }
  return shape;
}

Result<CnnShape> unsqueezed(const OnnxNode& node, CnnShape shape, CnnInputs inputs) {
  constexpr std::int64_t kMostAxes = 16;
  STRATA_ASSIGN(CnnShape axes, listOf(node, inputs, "axes", {}));
  STRATA_ASSIGN(axes, places(node, std::move(axes), std::ssize(shape) + std::ssize(axes)));
  if (std::ssize(shape) + std::ssize(axes) > kMostAxes) return cnnRefusal(node, "that are too many axes");
  for (const std::int64_t axis : axes) shape.insert(shape.begin() + axis, 1);
  return shape;
}

}  // namespace

bool onlyRenames(std::string_view op) {
  return std::ranges::find(kRenames, op) != kRenames.end();
}

Result<CnnShape> renamedShape(const OnnxNode& node, const CnnShape& from, CnnInputs inputs) {
  if (node.op == "Reshape") return reshaped(node, from, inputs);
  if (node.op == "Flatten") return flattened(node, from);
  if (node.op == "Squeeze") return squeezed(node, from, inputs);
  if (node.op == "Unsqueeze") return unsqueezed(node, from, inputs);
  return from;
}

}  // namespace strata::inline workloads
