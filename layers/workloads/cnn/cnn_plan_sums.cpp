// Matrix products, and arithmetic of two tensors. A weight that is smaller than what it meets is repeated when the plan
// is made; only what is computed has to be large already.
#include <fmt/format.h>

#include <algorithm>

#include "kernels/matmul/matmul_operation.h"
#include "layers/workloads/cnn/cnn_operators.h"
#include "layers/workloads/cnn/cnn_window.h"

namespace strata::inline workloads {
namespace {

/// Rows of `large` that each get one number of `small`, as broadcasting has it; 0 where it is anything else.
std::int64_t broadcastRows(const CnnShape& large, CnnShape small) {
  if (small.size() > large.size()) return 0;
  small.insert(small.begin(), large.size() - small.size(), 1);
  std::size_t end = small.size();
  while (end > 0 && small[end - 1] == 1) --end;
  return std::equal(small.begin(), small.begin() + static_cast<std::ptrdiff_t>(end), large.begin()) ? elementsOf(small)
                                                                                                    : 0;
}

Error unlike(const OnnxNode& node, const CnnShape& a, const CnnShape& b) {
  return cnnRefusal(node,
                    fmt::format("{} and {} cannot be put together: equal shapes can, and a weight that repeats in "
                                "what is computed",
                                text(a), text(b)));
}

/// A tensor of the shape of `large`: the same one, or a weight repeated.
Result<std::size_t> spread(CnnBuilder& builder, const OnnxNode& node, std::size_t small, const CnnShape& large) {
  const CnnShape from = builder.shapeOf(small);
  if (broadcastShape(large, from) != large) return unlike(node, large, from);
  if (elementsOf(from) == elementsOf(large)) return small;
  const std::vector<float>& values = builder.constantsOf(small);
  if (values.empty()) return unlike(node, large, from);
  std::vector<float> all(static_cast<std::size_t>(elementsOf(large)));
  eachBroadcast(large, from, [&](std::int64_t i, std::int64_t j) {
    all[static_cast<std::size_t>(i)] = values[static_cast<std::size_t>(j)];
  });
  return builder.addConstant(fmt::format("{} repeated for {}", builder.value(small).name, node.outputs[0]), large,
                             std::move(all));
}

/// The larger one first; of equal ones what is computed.
void order(const CnnBuilder& builder, std::size_t& a, std::size_t& b) {
  const auto size = [&](std::size_t i) {
    return std::tuple(builder.value(i).elements(), builder.shapeOf(i).size(), builder.constantsOf(i).empty());
  };
  if (size(a) < size(b)) std::swap(a, b);
}

Result<void> combine(CnnBuilder& builder, const OnnxNode& node, ElementwiseOp op, std::size_t a, std::size_t b) {
  order(builder, a, b);
  STRATA_ASSIGN(b, spread(builder, node, b, CnnShape(builder.shapeOf(a))));
  STRATA_TRY(builder.elementwise(node, node.outputs[0], op, {a, b}));
  return {};
}

Result<void> sum(CnnBuilder& builder, const OnnxNode& node, std::size_t a, std::size_t b) {
  order(builder, a, b);
  const CnnShape shape = builder.shapeOf(a), small = builder.shapeOf(b);
  const std::int64_t rows = broadcastRows(shape, small), all = elementsOf(shape);
  if (rows == 0 || rows == all) return combine(builder, node, ElementwiseOp::Add, a, b);
  Problem problem(elementwiseOperation().parameters);
  problem.set("op", static_cast<std::int64_t>(ElementwiseOp::AddToRows)).set("rows", rows).set("cols", all / rows);
  STRATA_TRY(builder.operate(node, node.outputs[0], elementwiseOperation(), problem, {a, b}, shape));
  return {};
}

/// A weight, each number made another one; Usage where it is computed.
Result<std::size_t> changed(CnnBuilder& builder, const OnnxNode& node, std::size_t weight, std::string_view how,
                            const std::function<float(float)>& change) {
  std::vector<float> values = builder.constantsOf(weight);
  if (values.empty())
    return cnnRefusal(node, fmt::format("{} must stand in the file to be {}", builder.value(weight).name, how));
  std::ranges::transform(values, values.begin(), change);
  const CnnShape shape = builder.shapeOf(weight);
  return builder.addConstant(fmt::format("{} {} for {}", builder.value(weight).name, how, node.outputs[0]), shape,
                             std::move(values));
}

/// All leading axes of the first one are rows.
Result<std::size_t> product(CnnBuilder& builder, const OnnxNode& node, const std::string& name, std::size_t first,
                            std::size_t second, bool transposed) {
  const CnnShape a = builder.shapeOf(first), b = builder.shapeOf(second);
  if (a.size() < 2 || b.size() != 2 || a.back() != b[transposed ? 1 : 0])
    return cnnRefusal(node, fmt::format("{} and {}{} are not matrices that can be multiplied", text(a), text(b),
                                        transposed ? " transposed" : ""));
  Problem problem(matmulOperation().parameters);
  problem.set("m", elementsOf(a) / a.back()).set("n", b[transposed ? 0 : 1]).set("k", a.back());
  problem.set("trans_b", transposed ? 1 : 0);
  CnnShape shape = a;
  shape.back() = b[transposed ? 0 : 1];
  return builder.operate(node, name, matmulOperation(), problem, {first, second}, shape);
}

Result<std::size_t> scaled(CnnBuilder& builder, const OnnxNode& node, const char* factor, std::size_t weight) {
  const OnnxAttribute* const given = node.attribute(factor);
  if (given == nullptr || given->number == 1) return weight;
  const float by = given->number;
  return changed(builder, node, weight, fmt::format("times {} {}", factor, by),
                 [by](float value) { return by * value; });
}

struct Pair {
  std::size_t a, b;
};

Result<Pair> operands(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const std::size_t a, builder.operand(node, 0));
  STRATA_ASSIGN(const std::size_t b, builder.operand(node, 1));
  return Pair{a, b};
}

/// Of what goes element by element.
Result<Pair> terms(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const Pair in, operands(builder, node));
  STRATA_TRY(meetAtTheRight(node, builder.shapeOf(in.a), builder.shapeOf(in.b)));
  return in;
}

}  // namespace

Result<void> planMatMul(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const Pair in, operands(builder, node));
  STRATA_TRY(product(builder, node, node.outputs[0], in.a, in.b, false));
  return {};
}

Result<void> planGemm(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const Pair in, operands(builder, node));
  const OnnxAttribute *const a = node.attribute("transA"), *const b = node.attribute("transB");
  if (a && a->integer != 0) return cnnRefusal(node, "transA; only B can be transposed");
  if (builder.shapeOf(in.a).size() != 2)
    return cnnRefusal(node, fmt::format("{} is not a matrix", text(builder.shapeOf(in.a))));
  STRATA_ASSIGN(const std::size_t weights, scaled(builder, node, "alpha", in.b));
  const bool more = CnnBuilder::given(node, 2);
  STRATA_ASSIGN(const std::size_t before, product(builder, node, node.outputs[0] + (more ? " before C" : ""), in.a,
                                                  weights, b && b->integer != 0));
  if (!more) return {};
  STRATA_ASSIGN(std::size_t c, builder.operand(node, 2));
  STRATA_ASSIGN(c, scaled(builder, node, "beta", c));
  if (builder.value(c).elements() > builder.value(before).elements())
    return cnnRefusal(node, fmt::format("C is {}, larger than the product", text(builder.shapeOf(c))));
  return sum(builder, node, before, c);
}

Result<void> planAdd(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const Pair in, terms(builder, node));
  return sum(builder, node, in.a, in.b);
}

Result<void> planMul(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const Pair in, terms(builder, node));
  return combine(builder, node, ElementwiseOp::Multiply, in.a, in.b);
}

/// a − b is a and b times −1.
Result<void> planSub(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const Pair in, terms(builder, node));
  if (!builder.constantsOf(in.b).empty()) {
    STRATA_ASSIGN(const std::size_t b, changed(builder, node, in.b, "negated", [](float value) { return -value; }));
    return sum(builder, node, in.a, b);
  }
  const CnnShape shape = builder.shapeOf(in.b);
  const std::vector<float> minus(static_cast<std::size_t>(elementsOf(shape)), -1);
  STRATA_ASSIGN(const std::size_t factor, builder.addConstant(node.outputs[0] + " minus one", shape, minus));
  STRATA_ASSIGN(const std::size_t b,
                builder.elementwise(node, node.outputs[0] + " negated", ElementwiseOp::Multiply, {in.b, factor}));
  return sum(builder, node, in.a, b);
}

Result<void> planDiv(CnnBuilder& builder, const OnnxNode& node) {
  STRATA_ASSIGN(const Pair in, terms(builder, node));
  STRATA_ASSIGN(const std::size_t b, changed(builder, node, in.b, "inverted", [](float value) { return 1 / value; }));
  return combine(builder, node, ElementwiseOp::Multiply, in.a, b);
}

}  // namespace strata::inline workloads
