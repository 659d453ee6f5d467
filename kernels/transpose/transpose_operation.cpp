#include "kernels/transpose/transpose_operation.h"

#include <fmt/format.h>

#include "kernels/transpose/transpose_shape.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kNaiveSource =
#include "naive.cuh.inc"
    ;
constexpr std::string_view kTiledSource =
#include "tiled.cuh.inc"
    ;
constexpr std::string_view kPaddedSource =
#include "padded.cuh.inc"
    ;

constexpr OperationParameter kParameters[] = {
    {.name = "rows",
     .title = "Rows",
     .defaultValue = 1024,
     .max = 32768,
     .help = "Rows of the input; cols follows it unless set."},
    {.name = "cols", .title = "Columns", .max = 32768, .follows = "rows", .help = "Columns of the input."},
};

std::vector<TensorInfo> tensors(const Problem& problem) {
  const std::int64_t rows = problem["rows"], cols = problem["cols"];
  return {{.name = "in", .shape = {rows, cols}}, {.name = "out", .shape = {cols, rows}}};
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{}×{}", problem["rows"], problem["cols"]);
}

std::int64_t units(const Problem& problem) {
  return problem["cols"];
}

double limit(const Problem&) {
  return 0;
}

StepPlan plan(const Problem& problem, std::string_view kernel, std::uint32_t rowsOfBlock) {
  const LaunchShape shape{{blocksFor(problem["cols"], kTransposeTile), blocksFor(problem["rows"], rowsOfBlock), 1},
                          {kTransposeTile, kTransposeRows, 1},
                          0};
  const auto size = [&](std::string_view name) { return static_cast<std::int32_t>(problem[name]); };
  return {{{kernel, shape, {TensorArgument{0}, TensorArgument{1}, size("rows"), size("cols")}}}, {}};
}

StepPlan naivePlan(const Problem& problem) {
  return plan(problem, "transpose_naive", kTransposeRows);
}

StepPlan tiledPlan(const Problem& problem) {
  return plan(problem, "transpose_tiled<32, 4>", kTransposeTile);
}

StepPlan paddedPlan(const Problem& problem) {
  return plan(problem, "transpose_padded<32, 4>", kTransposeTile);
}

// Each element is loaded once and stored once.
Cost naiveCost(const Problem& problem) {
  const double bytes = operandBytes(transposeOperation(), problem);
  return {.globalBytes = bytes, .minBytes = bytes};
}

// On its way, each is stored to shared memory and loaded from there.
Cost tiledCost(const Problem& problem) {
  Cost cost = naiveCost(problem);
  cost.sharedBytes = cost.globalBytes;
  return cost;
}

constexpr Step kSteps[] = {
    {"naive", "One thread, one element",
     "Each thread moves one element: reads run along rows, writes down columns, and there each element costs a sector "
     "of its own.",
     "transpose_naive", "kernels/transpose/naive.cuh", kNaiveSource, MadeFor::Both, naivePlan, naiveCost},
    {"tiled", "Transposed in shared memory",
     "A block transposes a tile in shared memory, so that global memory is both read and written along rows.",
     "transpose_tiled<32, 4>", "kernels/transpose/tiled.cuh", kTiledSource, MadeFor::Gpus, tiledPlan, tiledCost},
    {"padded", "Without bank conflicts",
     "One element of padding a row spreads a tile's columns over all 32 banks, so that the threads of a warp no longer "
     "wait for each other.",
     "transpose_padded<32, 4>", "kernels/transpose/padded.cuh", kPaddedSource, MadeFor::Gpus, paddedPlan, tiledCost},
};

constexpr Operation kOperation{
    .name = "transpose",
    .title = "Transpose",
    .help = "Rows become columns: nothing is computed, and the order of reads and writes decides everything.",
    .parameters = kParameters,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = transposeReference,
    .limit = limit,
    .steps = kSteps,
    .library = {},
};

}  // namespace

const Operation& transposeOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
