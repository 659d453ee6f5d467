#include "kernels/softmax/softmax_operation.h"

#include <fmt/format.h>

#include <cmath>

#include "kernels/softmax/softmax_reference.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kThreePassSource =
#include "three_pass.cuh.inc"
    ;
constexpr std::string_view kFusedSource =
#include "fused.cuh.inc"
    ;
constexpr std::string_view kOnlineSource =
#include "online.cuh.inc"
    ;

constexpr double kFloatBytes = 4;
constexpr double kFlopPerElement = 5;  // compare, subtract, exponential, add, divide
constexpr std::uint32_t kThreePassBlock = 128;
constexpr Dim3 kFusedBlock{32, 4, 1};
constexpr std::uint32_t kOnlineBlock = 128;

constexpr std::string_view kLog[] = {"off", "on"};

constexpr OperationParameter kParameters[] = {
    {.name = "rows", .title = "Rows", .defaultValue = 1024, .max = 16384, .help = "Each row has a softmax of its own."},
    {.name = "cols",
     .title = "Columns",
     .defaultValue = 1024,
     .max = 131072,
     .help = "Length of a row: the keys of attention, or the words of a vocabulary."},
    choice("log", "Logarithm", kLog, "on: the logarithm of each result, as classifiers are trained with."),
};

bool wantsLog(const Problem& problem) {
  return problem["log"] == 1;
}

// As wide as the scores and logits of trained networks are. Much wider ones turn most results into denormal numbers,
// with which CPUs are slow.
std::vector<TensorInfo> tensors(const Problem& problem) {
  const std::vector<std::int64_t> shape{problem["rows"], problem["cols"]};
  return {{.name = "x", .shape = shape, .range = 10}, {.name = "y", .shape = shape}};
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{}{}×{}", wantsLog(problem) ? "log " : "", problem["rows"], problem["cols"]);
}

std::int64_t units(const Problem& problem) {
  return problem["rows"];
}

void reference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
               std::span<double> out) {
  const auto width = static_cast<std::size_t>(problem["cols"]);
  const auto rows =
      inputs[0].subspan(static_cast<std::size_t>(begin) * width, static_cast<std::size_t>(end - begin) * width);
  return wantsLog(problem) ? logSoftmaxReference(problem["cols"], rows, out)
                           : softmaxReference(problem["cols"], rows, out);
}

// Each exponential is off by a few units in the last place, and where x − max is large also by the rounding of that
// difference, but then it is small itself. In a plain sum of positive numbers each addition may lose half a unit of the
// sum so far, in all cols / 2 · 2⁻²⁴ at worst; an eighth of that is allowed.
double limit(const Problem& problem) {
  return (8 + static_cast<double>(problem["cols"]) / 16) * std::ldexp(1.0, -24);
}

std::int32_t size(const Problem& problem, std::string_view name) {
  return static_cast<std::int32_t>(problem[name]);
}

double elements(const Problem& problem) {
  return static_cast<double>(problem["rows"]) * static_cast<double>(problem["cols"]);
}

Cost costWith(const Problem& problem, double globalElements, double sharedElements = 0) {
  return {kFlopPerElement * elements(problem), kFloatBytes * globalElements, operandBytes(softmaxOperation(), problem),
          kFloatBytes * sharedElements};
}

StepPlan threePassPlan(const Problem& problem) {
  constexpr TensorArgument x{0}, y{1}, rowMax{2}, rowSum{3};
  const std::int32_t rows = size(problem, "rows"), cols = size(problem, "cols");
  const LaunchShape shape{{blocksFor(rows, kThreePassBlock), 1, 1}, {kThreePassBlock, 1, 1}, 0};
  return {{{"softmax_max", shape, {x, rowMax, rows, cols}},
           {"softmax_exp", shape, {x, rowMax, y, rowSum, rows, cols}},
           {"softmax_divide", shape, {rowSum, y, rows, cols}}},
          {{.name = "row maxima", .shape = {rows}}, {.name = "row sums", .shape = {rows}}}};
}

// Of each element: read; read, written; read, written. Of each row: the maximum and the sum, written and read.
Cost threePassCost(const Problem& problem) {
  return costWith(problem, 5 * elements(problem) + 4 * static_cast<double>(problem["rows"]));
}

StepPlan fusedPlan(const Problem& problem) {
  const LaunchShape shape{{blocksFor(problem["rows"], kFusedBlock.y), 1, 1}, kFusedBlock, 0};
  const std::string_view kernel = wantsLog(problem) ? "softmax_fused_log" : "softmax_fused";
  return {{{kernel, shape, {TensorArgument{0}, TensorArgument{1}, size(problem, "rows"), size(problem, "cols")}}}, {}};
}

// Read for the maximum, for the sum and for the result, written once.
Cost fusedCost(const Problem& problem) {
  return costWith(problem, 4 * elements(problem));
}

StepPlan onlinePlan(const Problem& problem) {
  const LaunchShape shape{{static_cast<std::uint32_t>(problem["rows"]), 1, 1}, {kOnlineBlock, 1, 1}, 0};
  return {{{"softmax_online", shape, {TensorArgument{0}, TensorArgument{1}, size(problem, "cols")}}}, {}};
}

// Read twice, written once. Shared, for each row: every group of 32 lanes writes its pair, every thread reads all
// pairs.
Cost onlineCost(const Problem& problem) {
  constexpr std::uint32_t kGroups = kOnlineBlock / 32;
  constexpr double kPair = 2;
  const double shared = static_cast<double>(problem["rows"]) * kPair * (kGroups + kOnlineBlock * kGroups);
  return costWith(problem, 3 * elements(problem), shared);
}

std::string withoutLog(const DeviceInfo&, const Problem& problem) {
  return wantsLog(problem) ? "Only the step fused can compute the logarithm." : "";
}

std::string_view onProcessors(const DeviceInfo& device, const Problem&) {
  return device.isProcessor() ? "a CPU: no thread waits for another, as lanes that shuffle do" : "";
}

constexpr Step kSteps[] = {
    {"three_pass", "Three passes, one thread a row",
     "Maximum, exponentials and division are three kernels in which each thread walks along a row of its own: the "
     "plain definition, five trips to memory for each element.",
     "softmax_exp", "kernels/softmax/three_pass.cuh", kThreePassSource, MadeFor::Both, threePassPlan, threePassCost,
     withoutLog, onProcessors},
    {"fused", "One kernel, 32 lanes a row",
     "Lanes read neighbouring elements and combine maximum and sum by shuffles, so that all three passes fit into one "
     "kernel and nothing between them goes to memory.",
     "softmax_fused", "kernels/softmax/fused.cuh", kFusedSource, MadeFor::Gpus, fusedPlan, fusedCost},
    {"online", "Running maximum and sum",
     "The sum is rescaled whenever a greater maximum turns up, so that one pass gives both and a row is read twice "
     "instead of three times, four elements a load.",
     "softmax_online", "kernels/softmax/online.cuh", kOnlineSource, MadeFor::Gpus, onlinePlan, onlineCost, withoutLog},
};

constexpr Operation kOperation{
    .name = "softmax",
    .title = "Softmax",
    .help = "Softmax of each row in fp32: what turns scores into weights that sum to 1.",
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

const Operation& softmaxOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
