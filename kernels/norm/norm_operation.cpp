#include "kernels/norm/norm_operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/norm/norm_reference.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kNaiveSource =
#include "naive.cuh.inc"
    ;
constexpr std::string_view kLanesSource =
#include "lanes.cuh.inc"
    ;
constexpr std::string_view kShuffleSource =
#include "shuffle.cuh.inc"
    ;
constexpr std::string_view kBlockSource =
#include "block.cuh.inc"
    ;
constexpr std::string_view kVectorisedSource =
#include "vectorised.cuh.inc"
    ;

constexpr double kFloatBytes = 4;
constexpr std::uint32_t kMostThreads = 128;  ///< of a block where a thread has a row
constexpr Dim3 kLanes{32, 4, 1};
constexpr Dim3 kRowThreads{32, 8, 1};     ///< of a block that has a row
constexpr std::int64_t kMostKept = 4096;  ///< elements that they keep

constexpr std::int64_t kEpsilonPerOne = 1'000'000'000'000;
constexpr std::string_view kKinds[] = {"layer", "rms"};

constexpr OperationParameter kParameters[] = {
    choice("kind", "Kind", kKinds, "layer subtracts the mean and adds a bias (GPT-2); rms does neither (Llama)."),
    {.name = "rows", .title = "Rows", .defaultValue = 1024, .max = 16384, .help = "Each row is normalised on its own."},
    {.name = "cols", .title = "Columns", .defaultValue = 1024, .max = 65536, .help = "Length of a row."},
    {.name = "epsilon",
     .title = "Epsilon",
     .defaultValue = kEpsilonPerOne / 100'000,
     .min = 0,
     .max = 10 * kEpsilonPerOne,
     .perOne = kEpsilonPerOne,
     .help = "Added to the variance."},
};

bool isLayer(const Problem& problem) {
  return problem["kind"] == 0;
}

std::vector<TensorInfo> tensors(const Problem& problem) {
  const std::int64_t rows = problem["rows"], cols = problem["cols"];
  std::vector<TensorInfo> all{{.name = "x", .shape = {rows, cols}}, {.name = "weight", .shape = {cols}}};
  if (isLayer(problem)) all.push_back({.name = "bias", .shape = {cols}});
  all.push_back({.name = "y", .shape = {rows, cols}});
  return all;
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{} {}×{}", kKinds[problem["kind"]], problem["rows"], problem["cols"]);
}

std::int64_t units(const Problem& problem) {
  return problem["rows"];
}

void reference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
               std::span<double> out) {
  const auto width = static_cast<std::size_t>(problem["cols"]);
  normReference(
      inputs[0].subspan(static_cast<std::size_t>(begin) * width, static_cast<std::size_t>(end - begin) * width),
      inputs[1], isLayer(problem) ? inputs[2] : TensorValues{}, out, problem.fraction("epsilon"));
}

// A sum of n numbers is off by about √n roundings, the rest adds a few. Where few elements lie close together the
// difference from their mean has lost some bits: hence a little more.
double limit(const Problem& problem) {
  return (16 + std::sqrt(static_cast<double>(problem["cols"]))) * std::ldexp(1.0, -24);
}

StepPlan oneLaunch(const Problem& problem, std::string_view kernel, Dim3 block, std::uint32_t rowsPerBlock) {
  const bool layer = isLayer(problem);
  const auto rows = static_cast<std::int32_t>(problem["rows"]), cols = static_cast<std::int32_t>(problem["cols"]);
  const TensorArgument bias{layer ? 2 : TensorArgument::kNone}, y{layer ? 3 : 2};
  return {{{kernel,
            {{blocksFor(rows, rowsPerBlock), 1, 1}, block, 0},
            {TensorArgument{0}, TensorArgument{1}, bias, y, rows, cols, static_cast<float>(problem.fraction("epsilon")),
             layer ? 1 : 0}}},
          {}};
}

// LayerNorm, per element: add for the mean; subtract, multiply, add for the variance; subtract, scale, weigh, add the
// bias. RMSNorm: multiply, add; scale, weigh.
Cost costWithReads(const Problem& problem, double readsOfX) {
  const double elements = static_cast<double>(problem["rows"]) * static_cast<double>(problem["cols"]);
  const double parameters = isLayer(problem) ? 2 : 1, stores = 1;
  return {(isLayer(problem) ? 8 : 4) * elements, kFloatBytes * (readsOfX + parameters + stores) * elements,
          operandBytes(normOperation(), problem)};
}

StepPlan naivePlan(const Problem& problem) {
  const auto fewest = static_cast<std::uint32_t>((problem["rows"] + 31) / 32 * 32);  // whole warps
  const std::uint32_t threads = std::min(kMostThreads, fewest);
  return oneLaunch(problem, "norm_naive", {threads, 1, 1}, threads);
}

StepPlan lanesPlan(const Problem& problem) {
  return oneLaunch(problem, "norm_lanes", {1, 1, 1}, 1);
}

StepPlan shufflePlan(const Problem& problem) {
  return oneLaunch(problem, "norm_shuffle", kLanes, kLanes.y);
}

// x is read for the mean where there is one, for the variance and for the result.
Cost threeReadsCost(const Problem& problem) {
  return costWithReads(problem, isLayer(problem) ? 3 : 2);
}

StepPlan blockPlan(const Problem& problem) {
  StepPlan plan = oneLaunch(problem, "norm_block", kRowThreads, 1);
  auto& arguments = plan.launches.front().arguments;
  arguments.erase(arguments.begin() + 4);  // the rows are the grid
  return plan;
}

// x is read once. Sums, of LayerNorm two and else one: each warp writes its own, each thread reads all.
Cost blockCost(const Problem& problem) {
  const double rows = static_cast<double>(problem["rows"]), sums = isLayer(problem) ? 2 : 1;
  constexpr double kThreads = kRowThreads.x * kRowThreads.y;
  Cost cost = costWithReads(problem, 1);
  cost.sharedBytes = kFloatBytes * rows * sums * kRowThreads.y * (1 + kThreads);
  return cost;
}

std::string notKept(const DeviceInfo&, const Problem& problem) {
  const std::int64_t cols = problem["cols"];
  if (cols % 4 == 0 && cols <= kMostKept) return {};
  return fmt::format("A block keeps rows of a multiple of 4 up to {} columns, not of {}.", kMostKept, cols);
}

std::string_view fewRows(const DeviceInfo& device, const Problem& problem) {
  constexpr std::int64_t kFew = 16;
  return !device.isProcessor() && problem["rows"] < kFew ? "few rows: a block for each reads it at once" : "";
}

StepPlan vectorisedPlan(const Problem& problem) {
  return oneLaunch(problem, "norm_vectorised", kLanes, kLanes.y);
}

// x is read for mean and variance together, and for the result.
Cost vectorisedCost(const Problem& problem) {
  return costWithReads(problem, 2);
}

constexpr Step kSteps[] = {
    {"naive", "One thread, one row",
     "Each thread walks along a row of its own, for the mean, for the variance and for the result: the plain "
     "definition, in parallel over rows.",
     "norm_naive", "kernels/norm/naive.cuh", kNaiveSource, MadeFor::Both, naivePlan, threeReadsCost},
    {"lanes", "One thread, one row, in lanes",
     "A thread walks along a row with as many sums as a CPU's vector register has lanes, so that no addition waits for "
     "the one before.",
     "norm_lanes", "kernels/norm/lanes.cuh", kLanesSource, MadeFor::Processors, lanesPlan, threeReadsCost},
    {"shuffle", "32 lanes, one row",
     "Lanes read neighbouring elements, which the GPU coalesces, and add up their sums by shuffles from register to "
     "register.",
     "norm_shuffle", "kernels/norm/shuffle.cuh", kShuffleSource, MadeFor::Gpus, shufflePlan, threeReadsCost},
    {"block", "A block, one row",
     "All threads of a block start the loads of a row and of its weights at once and keep what comes in registers, so "
     "that a single row, as in text generation, waits for memory once.",
     "norm_block", "kernels/norm/block.cuh", kBlockSource, MadeFor::Gpus, blockPlan, blockCost, notKept, fewRows},
    {"vectorised", "Four elements a load, one pass for mean and variance",
     "A load fetches four elements, and one pass finds mean and variance together, merged part by part, so that a row "
     "is read twice instead of three times.",
     "norm_vectorised", "kernels/norm/vectorised.cuh", kVectorisedSource, MadeFor::Gpus, vectorisedPlan,
     vectorisedCost},
};

constexpr Operation kOperation{
    .name = "norm",
    .title = "Normalisation",
    .help = "LayerNorm or RMSNorm of each row in fp32: what keeps the numbers of a deep network in range.",
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

const Operation& normOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
