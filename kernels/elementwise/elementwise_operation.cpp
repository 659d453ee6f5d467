#include "kernels/elementwise/elementwise_operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/elementwise/elementwise_shape.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kScalarSource =
#include "scalar.cuh.inc"
    ;
constexpr std::string_view kLanesSource =
#include "lanes.cuh.inc"
    ;
constexpr std::string_view kVectorisedSource =
#include "vectorised.cuh.inc"
    ;

constexpr std::int64_t kMostElements = std::int64_t{1} << 30;

constexpr std::string_view kOps[] = {"gelu", "silu",        "swiglu",  "add",  "rope",     "embedding", "gelu_erf",
                                     "relu", "add_to_rows", "sigmoid", "tanh", "multiply", "minimum",   "maximum"};
constexpr std::string_view kPairs[] = {"neighbours", "halves"};
constexpr std::string_view kPositions[] = {"in a row", "given"};

constexpr OperationParameter kParameters[] = {
    choice(
        "op", "Operation", kOps,
        "gelu in its tanh form (GPT-2), silu, swiglu (silu of one times the other: Llama), add, rope (rotary "
        "positions), embedding (rows of a table), gelu_erf (gelu in its exact form), relu, add_to_rows (one number to "
        "each row: the biases of a convolution), sigmoid, tanh, multiply, minimum and maximum of two."),
    {.name = "rows", .title = "Rows", .defaultValue = 1024, .max = 1 << 20, .help = "Rows: of a text, its tokens."},
    {.name = "cols", .title = "Columns", .defaultValue = 1024, .max = 1 << 16, .help = "Length of a row."},
    {.name = "head_dim",
     .title = "Head size",
     .defaultValue = 64,
     .min = 2,
     .max = 1024,
     .help = "rope: elements of a head; a row holds heads side by side."},
    {.name = "position",
     .title = "Position",
     .defaultValue = 0,
     .min = 0,
     .max = 1 << 20,
     .help = "rope: of the first row."},
    choice("pairs", "Pairs", kPairs,
           "rope: which elements rotate together, neighbours (GPT-J) or those half a head apart (GPT-NeoX, Llama)."),
    {.name = "base", .title = "Base", .defaultValue = 10000, .max = 10000000, .help = "rope: of the angles."},
    {.name = "vocabulary",
     .title = "Vocabulary",
     .defaultValue = 8192,
     .max = 1 << 20,
     .help = "embedding: rows of the table."},
    choice("positions", "Positions", kPositions,
           "rope: each row one after the row before, or where a tensor says (for generating text)."),
};

ElementwiseOp opOf(const Problem& problem) {
  return static_cast<ElementwiseOp>(problem["op"]);
}

bool positionsGiven(const Problem& problem) {
  return problem["positions"] == 1;
}

std::string misfit(const Problem& problem) {
  const std::int64_t rows = problem["rows"], cols = problem["cols"], dim = problem["head_dim"];
  if (rows * cols > kMostElements) return fmt::format("{} rows of {} are more than 2^30 elements.", rows, cols);
  if (opOf(problem) == ElementwiseOp::Embedding && problem["vocabulary"] * cols > kMostElements)
    return fmt::format("A table of {} rows of {} holds more than 2^30 elements.", problem["vocabulary"], cols);
  if (opOf(problem) == ElementwiseOp::Rope && (dim % 2 != 0 || cols % dim != 0))
    return fmt::format("A row of {} does not divide into heads of {}: cols must be a multiple of an even head_dim.",
                       cols, dim);
  return {};
}

std::vector<TensorInfo> tensors(const Problem& problem) {
  const std::int64_t rows = problem["rows"], cols = problem["cols"], vocabulary = problem["vocabulary"];
  const auto wide = [&](std::string_view name) {  // gelu and silu are curved between −4 and 4
    return TensorInfo{.name = name, .shape = {rows, cols}, .range = 4};
  };
  const TensorInfo out{.name = "out", .shape = {rows, cols}};
  switch (opOf(problem)) {
    case ElementwiseOp::Swiglu:
    case ElementwiseOp::Add:
    case ElementwiseOp::Multiply:
    case ElementwiseOp::Minimum:
    case ElementwiseOp::Maximum: return {wide("a"), wide("b"), out};
    case ElementwiseOp::AddToRows: return {wide("x"), {.name = "bias", .shape = {rows}, .range = 4}, out};
    case ElementwiseOp::Embedding:
      return {{.name = "indices",
               .shape = {rows},
               .type = DataType::I32,
               .fill = TensorInfo::Fill::Indices,
               .range = static_cast<double>(vocabulary)},
              {.name = "table", .shape = {vocabulary, cols}},
              out};
    case ElementwiseOp::Rope:
      if (!positionsGiven(problem)) return {wide("x"), out};
      return {wide("x"),
              {.name = "positions",
               .shape = {rows},
               .type = DataType::I32,
               .fill = TensorInfo::Fill::Indices,
               .range = static_cast<double>(problem["position"] + rows)},
              out};
    default: return {wide("x"), out};
  }
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{} {}×{}", kOps[static_cast<std::size_t>(problem["op"])], problem["rows"], problem["cols"]);
}

std::int64_t units(const Problem& problem) {
  return problem["rows"];
}

// Some roundings; an angle in fp32 is as wrong as it is large, and the last row's is the largest.
double limit(const Problem& problem) {
  const double rounding = std::ldexp(1.0, -24);
  switch (opOf(problem)) {
    case ElementwiseOp::Embedding: return 0;
    case ElementwiseOp::Rope: return rounding * (8 + 2 * static_cast<double>(problem["position"] + problem["rows"]));
    default: return 8 * rounding;
  }
}

// Few threads stand in small blocks, so that many processors share them.
StepPlan plan(std::string_view kernel, std::int64_t threads, std::uint32_t most, std::vector<Argument> arguments) {
  constexpr std::int64_t kWarp = 32, kSmallBlocks = 64;
  const std::int64_t share = (threads / kSmallBlocks + kWarp - 1) / kWarp * kWarp;
  const auto block =
      static_cast<std::uint32_t>(std::clamp<std::int64_t>(share, std::min<std::int64_t>(most, 2 * kWarp), most));
  const LaunchShape shape{{blocksFor(threads, block), 1, 1}, {block, 1, 1}, 0};
  return {{{kernel, shape, std::move(arguments)}}, {}};
}

/// The kernels of one step, and how many elements (of rope: pairs) a thread of theirs computes.
struct Kernels {
  std::string_view gelu, silu, swiglu, add, ropeNeighbours, ropeHalves, embedding, geluErf, relu, rows;
  std::string_view sigmoid, tanh, multiply, minimum, maximum;
  std::int64_t width;
  std::uint32_t block = kElementwiseBlock;  ///< threads at most
  std::int64_t ropeRows = 0;                ///< a thread turns so many whole rows, and moves one of an embedding; 0: no
};

constexpr Kernels kScalar{"elementwise_unary_scalar<Gelu>",      "elementwise_unary_scalar<Silu>",
                          "elementwise_binary_scalar<Swiglu>",   "elementwise_binary_scalar<Add>",
                          "elementwise_rope_scalar<false>",      "elementwise_rope_scalar<true>",
                          "elementwise_embedding_scalar",        "elementwise_unary_scalar<GeluErf>",
                          "elementwise_unary_scalar<Relu>",      "elementwise_rows_scalar",
                          "elementwise_unary_scalar<Sigmoid>",   "elementwise_unary_scalar<Tanh>",
                          "elementwise_binary_scalar<Multiply>", "elementwise_binary_scalar<Minimum>",
                          "elementwise_binary_scalar<Maximum>",  1};
constexpr Kernels kVectorised{"elementwise_unary_vectorised<Gelu>",      "elementwise_unary_vectorised<Silu>",
                              "elementwise_binary_vectorised<Swiglu>",   "elementwise_binary_vectorised<Add>",
                              "elementwise_rope_vectorised<false>",      "elementwise_rope_vectorised<true>",
                              "elementwise_embedding_vectorised",        "elementwise_unary_vectorised<GeluErf>",
                              "elementwise_unary_vectorised<Relu>",      "elementwise_rows_vectorised",
                              "elementwise_unary_vectorised<Sigmoid>",   "elementwise_unary_vectorised<Tanh>",
                              "elementwise_binary_vectorised<Multiply>", "elementwise_binary_vectorised<Minimum>",
                              "elementwise_binary_vectorised<Maximum>",  4};

constexpr Kernels kInLanes{.gelu = "elementwise_unary_lanes<Gelu>",
                           .silu = "elementwise_unary_lanes<Silu>",
                           .swiglu = "elementwise_binary_lanes<Swiglu>",
                           .add = "elementwise_binary_lanes<Add>",
                           .ropeNeighbours = "elementwise_rope_lanes<false>",
                           .ropeHalves = "elementwise_rope_lanes<true>",
                           .embedding = "elementwise_embedding_lanes",
                           .geluErf = {},
                           .relu = {},
                           .rows = {},
                           .sigmoid = {},
                           .tanh = {},
                           .multiply = {},
                           .minimum = {},
                           .maximum = {},
                           .width = kElementwisePiece,
                           .block = 1,
                           .ropeRows = kElementwiseRopeRows};

StepPlan plan(const Problem& problem, const Kernels& kernels) {
  constexpr TensorArgument kFirst{0}, kSecond{1}, kThird{2};
  const auto size = [&](std::string_view name) { return static_cast<std::int32_t>(problem[name]); };
  const std::int64_t elements = problem["rows"] * problem["cols"], threads = blocksFor(elements, kernels.width);
  const auto n = static_cast<std::int32_t>(elements);
  const auto planned = [&](std::string_view kernel, std::int64_t count, std::vector<Argument> arguments) {
    return plan(kernel, count, kernels.block, std::move(arguments));
  };
  switch (opOf(problem)) {
    case ElementwiseOp::Gelu: return planned(kernels.gelu, threads, {kFirst, kSecond, n});
    case ElementwiseOp::GeluErf: return planned(kernels.geluErf, threads, {kFirst, kSecond, n});
    case ElementwiseOp::Relu: return planned(kernels.relu, threads, {kFirst, kSecond, n});
    case ElementwiseOp::AddToRows:
      return planned(kernels.rows, threads, {kFirst, kSecond, kThird, size("rows"), size("cols")});
    case ElementwiseOp::Silu: return planned(kernels.silu, threads, {kFirst, kSecond, n});
    case ElementwiseOp::Swiglu: return planned(kernels.swiglu, threads, {kFirst, kSecond, kThird, n});
    case ElementwiseOp::Add: return planned(kernels.add, threads, {kFirst, kSecond, kThird, n});
    case ElementwiseOp::Sigmoid: return planned(kernels.sigmoid, threads, {kFirst, kSecond, n});
    case ElementwiseOp::Tanh: return planned(kernels.tanh, threads, {kFirst, kSecond, n});
    case ElementwiseOp::Multiply: return planned(kernels.multiply, threads, {kFirst, kSecond, kThird, n});
    case ElementwiseOp::Minimum: return planned(kernels.minimum, threads, {kFirst, kSecond, kThird, n});
    case ElementwiseOp::Maximum: return planned(kernels.maximum, threads, {kFirst, kSecond, kThird, n});
    case ElementwiseOp::Embedding:
      return planned(kernels.embedding, kernels.ropeRows > 0 ? problem["rows"] : threads,
                     {kFirst, kSecond, kThird, size("rows"), size("cols")});
    case ElementwiseOp::Rope: break;
  }
  const bool halves = static_cast<RotaryPairs>(problem["pairs"]) == RotaryPairs::Halves,
             given = positionsGiven(problem);
  const std::int64_t turning =
      kernels.ropeRows > 0 ? blocksFor(problem["rows"], kernels.ropeRows) : elements / 2 / kernels.width;
  return planned(halves ? kernels.ropeHalves : kernels.ropeNeighbours, turning,
                 {kFirst, given ? kSecond : TensorArgument{}, given ? kThird : kSecond, size("rows"), size("cols"),
                  size("head_dim"), size("position"), static_cast<float>(problem["base"])});
}

StepPlan scalarPlan(const Problem& problem) {
  return plan(problem, kScalar);
}

StepPlan lanesPlan(const Problem& problem) {
  return plan(problem, kInLanes);
}

StepPlan vectorisedPlan(const Problem& problem) {
  return plan(problem, kVectorised);
}

// As the formulas of elementwise_shape.h stand, a function like tanh being one; turning a pair by a known angle takes
// four multiplications and two additions.
double flopOfElement(ElementwiseOp op) {
  switch (op) {
    case ElementwiseOp::Gelu: return 9;
    case ElementwiseOp::Silu: return 3;
    case ElementwiseOp::Swiglu: return 4;
    case ElementwiseOp::Add: return 1;
    case ElementwiseOp::Rope: return 3;
    case ElementwiseOp::Embedding: return 0;
    case ElementwiseOp::GeluErf: return 5;
    case ElementwiseOp::Sigmoid: return 3;
    case ElementwiseOp::Relu:
    case ElementwiseOp::AddToRows:
    case ElementwiseOp::Tanh:
    case ElementwiseOp::Multiply:
    case ElementwiseOp::Minimum:
    case ElementwiseOp::Maximum: return 1;
  }
  return 0;
}

// Each element is loaded once from every input and stored once; each thread that moves part of an embedding loads the
// index too. What an embedding needs: its indices, the result, and the rows that are named, each once: if all differ,
// as many as indices or as the table has.
Cost cost(const Problem& problem, std::int64_t width) {
  const auto rows = static_cast<double>(problem["rows"]), cols = static_cast<double>(problem["cols"]);
  const double elements = rows * cols;
  const double flop = flopOfElement(opOf(problem)) * elements;
  if (opOf(problem) == ElementwiseOp::Embedding)
    return {
        .flop = flop,
        .globalBytes = 8 * elements + 4 * elements / static_cast<double>(width),
        .minBytes = 4 * elements + 4 * std::min(rows, static_cast<double>(problem["vocabulary"])) * cols + 4 * rows};
  const double bytes = operandBytes(elementwiseOperation(), problem);
  if (opOf(problem) == ElementwiseOp::AddToRows)
    return {.flop = flop, .globalBytes = 8 * elements + 4 * elements / static_cast<double>(width), .minBytes = bytes};
  return {.flop = flop, .globalBytes = bytes, .minBytes = bytes};
}

Cost scalarCost(const Problem& problem) {
  return cost(problem, kScalar.width);
}

// A thread that moves a row of an embedding loads its index once.
Cost lanesCost(const Problem& problem) {
  return cost(problem, problem["cols"]);
}

Cost vectorisedCost(const Problem& problem) {
  return cost(problem, kVectorised.width);
}

std::string wantsGroups(const DeviceInfo&, const Problem& problem) {
  if (opOf(problem) == ElementwiseOp::Rope && problem["head_dim"] % 8 != 0)
    return "Four pairs at once need a head_dim that is a multiple of 8.";
  if ((opOf(problem) == ElementwiseOp::Embedding || opOf(problem) == ElementwiseOp::AddToRows) &&
      problem["cols"] % 4 != 0)
    return "Four elements at once need a number of columns that is a multiple of 4.";
  return {};
}

/// A GPU has a thread for each pair of a token's heads; four angles one after the other take it longer.
std::string_view fewPairs(const DeviceInfo& device, const Problem& problem) {
  constexpr std::int64_t kFew = 1 << 14;
  return !device.isProcessor() && opOf(problem) == ElementwiseOp::Rope && problem["rows"] * problem["cols"] <= kFew
             ? "few pairs: each has a thread, and no angle waits for another"
             : "";
}

std::string withoutLanes(const DeviceInfo&, const Problem& problem) {
  if (opOf(problem) < ElementwiseOp::GeluErf) return {};
  return fmt::format("{} has no formula for lanes.", kOps[static_cast<std::size_t>(problem["op"])]);
}

constexpr Step kSteps[] = {
    {"scalar", "One thread, one element",
     "Each thread computes one element: a few FLOP for eight bytes or more, so memory sets the time.", kScalar.gelu,
     "kernels/elementwise/scalar.cuh", kScalarSource, MadeFor::Both, scalarPlan, scalarCost, nullptr, fewPairs},
    {"lanes", "A register at once",
     "A thread computes as many neighbours at once as a CPU's vector register holds, and the angles of rope once for "
     "all heads.",
     kInLanes.gelu, "kernels/elementwise/lanes.cuh", kLanesSource, MadeFor::Processors, lanesPlan, lanesCost,
     withoutLanes},
    {"vectorised", "Four elements at once",
     "A thread loads, computes and stores four neighbours as float4, so the same bytes take a quarter of the memory "
     "instructions.",
     kVectorised.gelu, "kernels/elementwise/vectorised.cuh", kVectorisedSource, MadeFor::Both, vectorisedPlan,
     vectorisedCost, wantsGroups},
};

constexpr Operation kOperation{
    .name = "elementwise",
    .title = "Elementwise",
    .help = "What a network does to each element or row on its own: activations, sums, rotary positions, embeddings.",
    .parameters = kParameters,
    .misfit = misfit,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = elementwiseReference,
    .limit = limit,
    .steps = kSteps,
    .library = {},
};

}  // namespace

const Operation& elementwiseOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
