#include "kernels/argmax/argmax_operation.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace strata::inline kernels {
namespace {

constexpr std::string_view kLanesSource =
#include "lanes.cuh.inc"
    ;
constexpr std::string_view kBlockSource =
#include "block.cuh.inc"
    ;

constexpr std::uint32_t kBlock = 512, kWarp = 32;

constexpr OperationParameter kParameters[] = {
    {.name = "rows",
     .title = "Rows",
     .defaultValue = 1,
     .max = 16384,
     .help = "Each is searched for its greatest number."},
    {.name = "cols", .title = "Columns", .defaultValue = 32000, .max = 1 << 20, .help = "Length of a row."},
};

std::vector<TensorInfo> tensors(const Problem& problem) {
  return {{.name = "x", .shape = {problem["rows"], problem["cols"]}},
          {.name = "out", .shape = {problem["rows"]}, .type = DataType::I32}};
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{}×{}", problem["rows"], problem["cols"]);
}

std::int64_t units(const Problem& problem) {
  return problem["rows"];
}

void reference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
               std::span<double> out) {
  const auto cols = static_cast<std::size_t>(problem["cols"]);
  for (std::int64_t row = begin; row < end; ++row) {
    const TensorValues values = inputs[0].subspan(static_cast<std::size_t>(row) * cols, cols);
    double& place = out[static_cast<std::size_t>(row - begin)] = 0;
    float top = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < cols; ++i) {
      if (!(values[i] > top)) continue;
      top = values[i];
      place = static_cast<double>(i);
    }
  }
}

double limit(const Problem&) {
  return 0;
}

StepPlan lanesPlan(const Problem& problem) {
  const auto rows = static_cast<std::int32_t>(problem["rows"]), cols = static_cast<std::int32_t>(problem["cols"]);
  return {{{"argmax_lanes",
            {{static_cast<std::uint32_t>(rows), 1, 1}, {1, 1, 1}, 0},
            {TensorArgument{0}, TensorArgument{1}, rows, cols}}},
          {}};
}

StepPlan blockPlan(const Problem& problem) {
  return {{{"argmax_block<512>",
            {{static_cast<std::uint32_t>(problem["rows"]), 1, 1}, {kBlock, 1, 1}, 0},
            {TensorArgument{0}, TensorArgument{1}, static_cast<std::int32_t>(problem["cols"])}}},
          {}};
}

// A comparison an element. The search for the place ends in the piece that holds it: half of one in the mean, which is
// not counted, since where depends on the values.
Cost lanesCost(const Problem& problem) {
  const double rows = static_cast<double>(problem["rows"]), elements = rows * static_cast<double>(problem["cols"]);
  return {elements, 4 * (elements + rows), operandBytes(argmaxOperation(), problem)};
}

// A warp leaves one pair of a value and a place, and the first reads them.
Cost blockCost(const Problem& problem) {
  Cost cost = lanesCost(problem);
  cost.sharedBytes = static_cast<double>(problem["rows"]) * 2 * 8 * (kBlock / kWarp);
  return cost;
}

constexpr Step kSteps[] = {
    {"lanes", "One thread, one row, in lanes",
     "A thread finds a row's greatest number with as many comparisons an instruction as a register has lanes, then its "
     "place in the piece that holds it: what suits a CPU.",
     "argmax_lanes", "kernels/argmax/lanes.cuh", kLanesSource, MadeFor::Processors, lanesPlan, lanesCost},
    {"block", "One block, one row",
     "Each thread keeps the greatest of its numbers, and shuffles combine pairs of value and place, so that the host "
     "receives four bytes instead of a row.",
     "argmax_block<512>", "kernels/argmax/block.cuh", kBlockSource, MadeFor::Gpus, blockPlan, blockCost},
};

constexpr Operation kOperation{
    .name = "argmax",
    .title = "Argmax",
    .help = "Where each row has its greatest number: how the device chooses the likeliest token.",
    .parameters = kParameters,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = reference,
    .limit = limit,
    .steps = kSteps,
    .library = {},
};

}  // namespace

const Operation& argmaxOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
