#include "kernels/saxpy/saxpy_operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/saxpy/saxpy_shape.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kNaiveSource =
#include "naive.cuh.inc"
    ;
constexpr std::string_view kVectorisedSource =
#include "vectorised.cuh.inc"
    ;
constexpr std::string_view kGridStrideSource =
#include "grid_stride.cuh.inc"
    ;

constexpr OperationParameter kParameters[] = {
    {.name = "n",
     .title = "Elements",
     .defaultValue = 1 << 22,
     .max = std::int64_t{1} << 30,
     .help = "Elements of each vector."},
};

std::vector<TensorInfo> tensors(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return {{.name = "x", .shape = {n}}, {.name = "y", .shape = {n}}, {.name = "out", .shape = {n}}};
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{}", problem["n"]);
}

std::int64_t units(const Problem& problem) {
  return problem["n"];
}

// One rounding where the device multiplies and adds at once, two where it does not.
double limit(const Problem&) {
  return 4 * std::ldexp(1.0, -24);
}

StepPlan plan(const Problem& problem, std::string_view kernel, std::uint32_t blocks) {
  const LaunchShape shape{{blocks, 1, 1}, {kSaxpyBlock, 1, 1}, 0};
  return {
      {{kernel,
        shape,
        {kSaxpyA, TensorArgument{0}, TensorArgument{1}, TensorArgument{2}, static_cast<std::int32_t>(problem["n"])}}},
      {}};
}

StepPlan naivePlan(const Problem& problem) {
  return plan(problem, "saxpy_naive", blocksFor(problem["n"], kSaxpyBlock));
}

StepPlan vectorisedPlan(const Problem& problem) {
  return plan(problem, "saxpy_vectorised", blocksFor(problem["n"], 4 * kSaxpyBlock));
}

StepPlan gridStridePlan(const Problem& problem) {
  const std::uint32_t wanted = blocksFor(problem["n"], 4 * kSaxpyBlock);
  return plan(problem, "saxpy_grid_stride", std::min<std::uint32_t>(wanted, kSaxpyMostBlocks));
}

// Every step loads each element of x and y once and stores each of out once.
Cost cost(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return {.flop = 2 * n, .globalBytes = 12 * n, .minBytes = operandBytes(saxpyOperation(), problem)};
}

constexpr Step kSteps[] = {
    {"naive", "One thread, one element",
     "Each thread computes one element: two FLOP for twelve bytes, so memory sets the time.", "saxpy_naive",
     "kernels/saxpy/naive.cuh", kNaiveSource, MadeFor::Both, naivePlan, cost},
    {"vectorised", "Four elements at once",
     "A thread loads, computes and stores four neighbours as float4, so the same bytes take a quarter of the memory "
     "instructions.",
     "saxpy_vectorised", "kernels/saxpy/vectorised.cuh", kVectorisedSource, MadeFor::Both, vectorisedPlan, cost},
    {"grid_stride", "Grid-stride loop",
     "A grid just large enough to keep the device busy walks over the vectors: blocks start once, and any n fits any "
     "grid.",
     "saxpy_grid_stride", "kernels/saxpy/grid_stride.cuh", kGridStrideSource, MadeFor::Both, gridStridePlan, cost},
};

constexpr Operation kOperation{
    .name = "saxpy",
    .title = "a · x + y",
    .help = "A scaled vector added to another: the smallest kernel that both computes and moves data.",
    .parameters = kParameters,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = saxpyReference,
    .limit = limit,
    .steps = kSteps,
    .library = {},
};

}  // namespace

const Operation& saxpyOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
