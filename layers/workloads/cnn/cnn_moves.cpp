#include "layers/workloads/cnn/cnn_moves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/base/narrow_floats.h"
#include "layers/workloads/cnn/cnn_window.h"

namespace strata::inline workloads {
namespace {

/// ONNX' numbers for the types that a Cast makes of what is known.
enum class CastType : std::int64_t { Float = 1, Int32 = 6, Int64 = 7, Bool = 9, Float16 = 10, Double = 11 };

/// Zeros, if they are not too many.
Result<CnnTensor> room(const OnnxNode& node, const CnnShape& shape, bool whole) {
  std::int64_t elements = 1;
  for (const std::int64_t size : shape) {
    if (size < 0 || (size > 0 && elements > kMostCnnElements / size))
      return cnnRefusal(node, fmt::format("{} cannot be a shape here", text(shape)));
    elements *= size;
  }
  return zeros(shape, whole);
}

Result<std::size_t> axisOf(const OnnxNode& node, std::int64_t otherwise, std::size_t rank) {
  std::int64_t axis = node.integer("axis", otherwise);
  if (axis < 0) axis += static_cast<std::int64_t>(rank);
  if (axis < 0 || axis >= static_cast<std::int64_t>(rank)) return cnnRefusal(node, "there is no such axis");
  return static_cast<std::size_t>(axis);
}

/// How a tensor falls apart at an axis: so many blocks of `size` pieces of so many elements.
struct Cut {
  std::int64_t blocks, size, piece;

  Cut(const CnnShape& shape, std::size_t axis)
      : blocks(elementsOf(std::span(shape).first(axis))),
        size(shape[axis]),
        piece(elementsOf(std::span(shape).subspan(axis + 1))) {}
};

void copyPiece(const CnnTensor& from, std::int64_t source, std::int64_t count, CnnTensor& to, std::int64_t target) {
  std::copy_n(from.values.begin() + source, count, to.values.begin() + target);
}

Result<CnnTensor> constant(const OnnxNode& node, CnnInputs) {
  if (const OnnxAttribute* const value = node.attribute("value"); value && value->tensor)
    return tensorOf(*value->tensor);
  if (const OnnxAttribute* const value = node.attribute("value_float"))
    return CnnTensor{{}, {static_cast<double>(value->number)}, false};
  if (const OnnxAttribute* const value = node.attribute("value_int"))
    return CnnTensor{{}, {static_cast<double>(value->integer)}, true};
  if (const OnnxAttribute* const value = node.attribute("value_floats"))
    return CnnTensor{{std::ssize(value->numbers)}, {value->numbers.begin(), value->numbers.end()}, false};
  if (const OnnxAttribute* const value = node.attribute("value_ints"))
    return CnnTensor{{std::ssize(value->integers)}, {value->integers.begin(), value->integers.end()}, true};
  return cnnRefusal(node, "its value is of a kind that cannot be read; dense tensors and numbers can");
}

Result<CnnTensor> constantOfShape(const OnnxNode& node, CnnInputs in) {
  CnnTensor each{{1}, {0}, false};
  if (const OnnxAttribute* const value = node.attribute("value"); value && value->tensor)
    each = tensorOf(*value->tensor);
  if (each.elements() != 1) return cnnRefusal(node, "its value must be one number");
  STRATA_ASSIGN(CnnTensor all, room(node, integersOf(*in[0]), each.whole));
  std::ranges::fill(all.values, each.at(0));
  return all;
}

Result<CnnTensor> gather(const OnnxNode& node, CnnInputs in) {
  const CnnTensor& data = *in[0];
  const std::vector<std::int64_t> indices = integersOf(*in[1]);
  STRATA_ASSIGN(const std::size_t axis, axisOf(node, 0, data.shape.size()));
  const Cut cut(data.shape, axis);
  CnnShape shape = data.shape;
  const auto at = shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  shape.insert(at, in[1]->shape.begin(), in[1]->shape.end());
  STRATA_ASSIGN(CnnTensor out, room(node, shape, data.whole));
  const auto count = std::ssize(indices);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t given = indices[static_cast<std::size_t>(i)], index = given < 0 ? given + cut.size : given;
    if (index < 0 || index >= cut.size)
      return cnnRefusal(node, fmt::format("index {} is not among {} values", given, cut.size));
    for (std::int64_t block = 0; block < cut.blocks; ++block)
      copyPiece(data, (block * cut.size + index) * cut.piece, cut.piece, out, (block * count + i) * cut.piece);
  }
  return out;
}

Result<CnnTensor> concat(const OnnxNode& node, CnnInputs in) {
  CnnShape shape = in[0]->shape;
  STRATA_ASSIGN(const std::size_t axis, axisOf(node, 0, shape.size()));
  shape[axis] = 0;
  for (const CnnTensor* const part : in) {
    CnnShape rest = part->shape;
    if (rest.size() != shape.size()) return cnnRefusal(node, "the parts differ in their axes");
    shape[axis] += rest[axis];
    rest[axis] = shape[axis];
    if (rest != shape) return cnnRefusal(node, "the parts do not fit together");
  }
  STRATA_ASSIGN(CnnTensor out, room(node, shape, in[0]->whole));
  const Cut all(shape, axis);
  std::int64_t begin = 0;
  for (const CnnTensor* const part : in) {
    const std::int64_t length = part->shape[axis] * all.piece;
    for (std::int64_t block = 0; block < all.blocks; ++block)
      copyPiece(*part, block * length, length, out, block * all.size * all.piece + begin);
    begin += length;
  }
  return out;
}

/// One of a Slice's lists: an input since opset 10, an attribute before.
std::vector<std::int64_t> sliceList(const OnnxNode& node, CnnInputs in, std::size_t input, std::string_view key) {
  if (in.size() > input && in[input]) return integersOf(*in[input]);
  const OnnxAttribute* const attribute = node.attribute(key);
  return attribute ? attribute->integers : std::vector<std::int64_t>();
}

Result<CnnTensor> sliceAxis(const OnnxNode& node, const CnnTensor& from, std::int64_t axis, std::int64_t begin,
                            std::int64_t end, std::int64_t step) {
  const auto rank = std::ssize(from.shape);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank || step == 0) return cnnRefusal(node, "there is no such axis, or the step is 0");
  const Cut cut(from.shape, static_cast<std::size_t>(axis));
  const auto inside = [&](std::int64_t place) {
    if (place < 0) place += cut.size;
    return step > 0 ? std::clamp<std::int64_t>(place, 0, cut.size) : std::clamp<std::int64_t>(place, -1, cut.size - 1);
  };
  std::vector<std::int64_t> picked;
  const std::int64_t first = inside(begin), last = inside(end);
  for (std::int64_t i = first; step > 0 ? i < last : i > last; i += step) picked.push_back(i);
  CnnShape shape = from.shape;
  shape[static_cast<std::size_t>(axis)] = std::ssize(picked);
  CnnTensor out = zeros(shape, from.whole);
  for (std::int64_t block = 0; block < cut.blocks; ++block)
    for (std::int64_t i = 0; i < std::ssize(picked); ++i)
      copyPiece(from, (block * cut.size + picked[static_cast<std::size_t>(i)]) * cut.piece, cut.piece, out,
                (block * std::ssize(picked) + i) * cut.piece);
  return out;
}

Result<CnnTensor> slice(const OnnxNode& node, CnnInputs in) {
  const auto starts = sliceList(node, in, 1, "starts"), ends = sliceList(node, in, 2, "ends");
  auto axes = sliceList(node, in, 3, "axes"), steps = sliceList(node, in, 4, "steps");
  for (std::size_t i = axes.size(); i < starts.size(); ++i) axes.push_back(static_cast<std::int64_t>(i));
  steps.resize(starts.size(), 1);
  if (ends.size() != starts.size() || axes.size() != starts.size())
    return cnnRefusal(node, "starts, ends and axes differ in number");
  CnnTensor out = *in[0];
  for (std::size_t i = 0; i < starts.size(); ++i) {
    STRATA_ASSIGN(out, sliceAxis(node, out, axes[i], starts[i], ends[i], steps[i]));
  }
  return out;
}

Result<CnnTensor> transpose(const OnnxNode& node, CnnInputs in) {
  const CnnTensor& from = *in[0];
  STRATA_ASSIGN(const std::vector<std::size_t> axes, transposedAxes(node, from.shape.size()));
  CnnShape shape, steps(from.shape.size(), 1);
  for (const std::size_t axis : axes) shape.push_back(from.shape[axis]);
  for (std::size_t axis = steps.size(); axis-- > 1;) steps[axis - 1] = steps[axis] * from.shape[axis];
  CnnTensor out = zeros(shape, from.whole);
  for (std::int64_t i = 0; i < out.elements(); ++i) {
    std::int64_t index = 0, left = i;
    for (std::size_t axis = shape.size(); axis-- > 0; left /= shape[axis])
      index += left % shape[axis] * steps[axes[axis]];
    out.values[static_cast<std::size_t>(i)] = from.at(index);
  }
  return out;
}

Result<CnnTensor> cast(const OnnxNode& node, CnnTensor tensor) {
  const auto become = [&](bool whole, double (*one)(double)) {
    tensor.whole = whole;
    std::ranges::transform(tensor.values, tensor.values.begin(), one);
    return std::move(tensor);
  };
  const std::int64_t to = node.integer("to", static_cast<std::int64_t>(CastType::Float));
  switch (static_cast<CastType>(to)) {
    case CastType::Float:
    case CastType::Double: return become(false, [](double value) { return value; });
    case CastType::Int32:
    case CastType::Int64: return become(true, [](double value) { return std::trunc(value); });
    case CastType::Bool: return become(true, [](double value) { return value != 0 ? 1.0 : 0.0; });
    case CastType::Float16:
      return become(false, [](double value) {
        return static_cast<double>(float16Value(float16Bits(static_cast<float>(value))));
      });
  }
  return cnnRefusal(node, fmt::format("values would become those of type {}; only float (1), int32 (6), int64 (7), "
                                      "bool (9), float16 (10) and double (11) can be made",
                                      to));
}

Result<CnnTensor> rename(const OnnxNode& node, CnnInputs in) {
  STRATA_ASSIGN(CnnShape shape, renamedShape(node, in[0]->shape, in));
  CnnTensor out{std::move(shape), in[0]->values, in[0]->whole};
  return node.op == "Cast" ? cast(node, std::move(out)) : out;
}

Result<CnnTensor> arithmetic(const OnnxNode& node, CnnInputs in) {
  const CnnTensor &a = *in[0], &b = *in[1];
  STRATA_TRY(meetAtTheRight(node, a.shape, b.shape));
  const auto shape = broadcastShape(a.shape, b.shape);
  if (!shape) return cnnRefusal(node, "the two shapes do not fit together");
  const bool whole = a.whole && b.whole;
  STRATA_ASSIGN(CnnTensor out, room(node, *shape, whole));
  eachBroadcast(*shape, a.shape,
                [&](std::int64_t i, std::int64_t j) { out.values[static_cast<std::size_t>(i)] = a.at(j); });
  bool byZero = false;
  eachBroadcast(*shape, b.shape, [&](std::int64_t i, std::int64_t j) {
    double& value = out.values[static_cast<std::size_t>(i)];
    if (node.op == "Add") value += b.at(j);
    if (node.op == "Sub") value -= b.at(j);
    if (node.op == "Mul") value *= b.at(j);
    if (node.op == "Div") {
      byZero = byZero || (whole && b.at(j) == 0);
      value = whole ? std::trunc(value / b.at(j)) : value / b.at(j);
    }
  });
  if (byZero) return cnnRefusal(node, "it divides by zero");
  return out;
}

struct Move {
  Result<CnnTensor> (*make)(const OnnxNode&, CnnInputs);
  std::size_t inputs;  ///< at least
};

const Move* moveOf(std::string_view op) {
  static const std::map<std::string_view, Move> kMoves{
      {"Constant", {constant, 0}}, {"ConstantOfShape", {constantOfShape, 1}},
      {"Gather", {gather, 2}},     {"Concat", {concat, 1}},
      {"Slice", {slice, 1}},       {"Transpose", {transpose, 1}},
      {"Add", {arithmetic, 2}},    {"Sub", {arithmetic, 2}},
      {"Mul", {arithmetic, 2}},    {"Div", {arithmetic, 2}}};
  static constexpr Move kRename{rename, 1};
  const auto found = kMoves.find(op);
  return found != kMoves.end() ? &found->second : onlyRenames(op) ? &kRename : nullptr;
}

}  // namespace

CnnTensor shapeValues(const OnnxNode& node, const CnnShape& of) {
  const auto rank = std::ssize(of);
  const auto place = [rank](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank); };
  const std::int64_t begin = place(node.integer("start", 0)), end = std::max(begin, place(node.integer("end", rank)));
  return {{end - begin}, {of.begin() + begin, of.begin() + end}, true};
}

bool moves(std::string_view op) {
  return moveOf(op) != nullptr;
}

Result<CnnTensor> movedValues(const OnnxNode& node, CnnInputs inputs) {
  const Move* const move = moveOf(node.op);
  const std::size_t needed = node.op == "Concat" ? inputs.size() : move->inputs;
  if (inputs.size() < move->inputs ||
      std::ranges::find(inputs.first(needed), nullptr) != inputs.begin() + static_cast<std::ptrdiff_t>(needed))
    return cnnRefusal(node, fmt::format("it takes {} tensors", move->inputs));
  return move->make(node, inputs);
}

Result<void> meetAtTheRight(const OnnxNode& node, const CnnShape& a, const CnnShape& b) {
  const OnnxAttribute* const given = node.attribute("axis");
  if (!given) return {};
  const std::int64_t rank = std::ssize(a), axis = given->integer;
  if ((axis < 0 ? axis + rank : axis) == rank - std::ssize(b)) return {};
  return cnnRefusal(node,
                    fmt::format("axis {} lays {} along {} from that axis on, as before opset 7; only tensors whose "
                                "last axes meet can be put together. Convert the model to opset 7 or later",
                                axis, text(b), text(a)));
}

Result<std::vector<std::size_t>> transposedAxes(const OnnxNode& node, std::size_t rank) {
  const OnnxAttribute* const given = node.attribute("perm");
  std::vector<std::size_t> axes;
  for (std::size_t i = rank; i-- > 0;) axes.push_back(i);
  if (given == nullptr || given->integers.empty()) return axes;
  std::vector<std::size_t> wanted;
  for (const std::int64_t axis : given->integers)
    wanted.push_back(static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis));
  if (!std::ranges::is_permutation(wanted, axes))
    return cnnRefusal(node, fmt::format("perm {} is not an order of {} axes", fmt::join(given->integers, " "), rank));
  return wanted;
}

}  // namespace strata::inline workloads
