#include "kernels/divergence/divergence_operation.h"

#include <fmt/format.h>

#include <cmath>

namespace strata::inline kernels {
namespace {

constexpr std::string_view kLanesSource =
#include "lanes.cuh.inc"
    ;
constexpr std::string_view kWarpsSource =
#include "warps.cuh.inc"
    ;

constexpr std::int64_t kBlock = 256;

constexpr OperationParameter kParameters[] = {
    {.name = "n", .title = "Elements", .defaultValue = 1 << 18, .max = std::int64_t{1} << 28},
    {.name = "neighbours",
     .title = "Neighbours",
     .max = kBlock / 2,
     .help = "How many neighbours take the same path: 1 branches at every lane, 32 between warps of 32 lanes."},
    {.name = "iterations",
     .title = "Iterations",
     .defaultValue = 256,
     .max = 1 << 16,
     .help = "Multiply-adds on either path."},
};

std::vector<TensorInfo> tensors(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return {{.name = "in", .shape = {n}}, {.name = "out", .shape = {n}}};
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{} × {} · {} alike", problem["n"], problem["iterations"], problem["neighbours"]);
}

std::int64_t units(const Problem& problem) {
  return problem["n"];
}

// A value is rounded once or twice in each iteration. It moves so slowly that the roundings may all go one way, and the
// result may be a quarter of what it was on the way.
double limit(const Problem& problem) {
  return 4 * static_cast<double>(problem["iterations"]) * std::ldexp(1.0, -24);
}

StepPlan plan(const Problem& problem, std::string_view kernel) {
  const LaunchShape shape{{blocksFor(problem["n"], kBlock), 1, 1}, {kBlock, 1, 1}, 0};
  const auto size = [&](std::string_view name) { return static_cast<std::int32_t>(problem[name]); };
  const DivergenceFactors factors = divergenceFactors(problem);
  return {{{kernel,
            shape,
            {TensorArgument{0}, TensorArgument{1}, size("n"), size("neighbours"), size("iterations"), factors.scale,
             factors.shift}}},
          {}};
}

StepPlan lanesPlan(const Problem& problem) {
  return plan(problem, "divergence_lanes");
}

StepPlan warpsPlan(const Problem& problem) {
  return plan(problem, "divergence_warps");
}

// Either path is a multiply and an add each time; each element is loaded and stored once.
Cost cost(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]), iterations = static_cast<double>(problem["iterations"]);
  const double bytes = operandBytes(divergenceOperation(), problem);
  return {.flop = 2 * n * iterations, .globalBytes = bytes, .minBytes = bytes};
}

std::string wantsEvenRuns(const DeviceInfo&, const Problem& problem) {
  if (kBlock % (2 * problem["neighbours"]) == 0) return {};
  return fmt::format("Two groups of {} neighbours do not divide a block of {} threads; a power of two would.",
                     problem["neighbours"], kBlock);
}

constexpr Step kSteps[] = {
    {"lanes", "Branch between lanes",
     "Neighbouring lanes take different paths, so each warp runs both, one after the other, with half of its lanes "
     "masked off.",
     "divergence_lanes", "kernels/divergence/lanes.cuh", kLanesSource, MadeFor::Gpus, lanesPlan, cost},
    {"warps", "Branch between warps",
     "Threads are grouped by the path they take, so each warp runs one path: the same arithmetic in half the steps.",
     "divergence_warps", "kernels/divergence/warps.cuh", kWarpsSource, MadeFor::Gpus, warpsPlan, cost, wantsEvenRuns},
};

constexpr Operation kOperation{
    .name = "divergence",
    .title = "Divergence",
    .help =
        "Half of the elements take one path and half another: what a branch costs depends on which threads share a "
        "warp.",
    .parameters = kParameters,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = divergenceReference,
    .limit = limit,
    .depth = "iterations",
    .steps = kSteps,
    .library = {},
};

}  // namespace

DivergenceFactors divergenceFactors(const Problem& problem) {
  const double step = 1 / (1 + static_cast<double>(problem["iterations"]));
  return {static_cast<float>(1 - step), static_cast<float>(step)};
}

const Operation& divergenceOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
