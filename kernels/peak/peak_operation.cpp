#include "kernels/peak/peak_operation.h"

#include <fmt/format.h>

#include <cmath>

namespace strata::inline kernels {
namespace {

constexpr std::string_view kDependentSource =
#include "dependent.cuh.inc"
    ;
constexpr std::string_view kChainsSource =
#include "chains.cuh.inc"
    ;

constexpr std::int64_t kBlock = 256;

constexpr OperationParameter kParameters[] = {
    {.name = "n",
     .title = "Values",
     .defaultValue = 3 << 16,
     .max = std::int64_t{1} << 28,
     .help = "Values computed side by side; filling a GPU takes a few million."},
    {.name = "iterations",
     .title = "Iterations",
     .defaultValue = 1024,
     .max = 1 << 16,
     .help = "Multiply-adds that each value goes through, one after another."},
};

std::vector<TensorInfo> tensors(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return {{.name = "in", .shape = {n}}, {.name = "out", .shape = {n}}};
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{} × {}", problem["n"], problem["iterations"]);
}

std::int64_t units(const Problem& problem) {
  return problem["n"];
}

// A value is rounded once or twice in each iteration. It moves so slowly that the roundings may all go one way, and the
// result may be a quarter of what it was on the way.
double limit(const Problem& problem) {
  return 4 * static_cast<double>(problem["iterations"]) * std::ldexp(1.0, -24);
}

StepPlan plan(const Problem& problem, std::string_view kernel, std::int64_t chains) {
  const LaunchShape shape{{blocksFor(problem["n"], kBlock * chains), 1, 1}, {kBlock, 1, 1}, 0};
  const auto size = [&](std::string_view name) { return static_cast<std::int32_t>(problem[name]); };
  const PeakFactors factors = peakFactors(problem);
  return {{{kernel,
            shape,
            {TensorArgument{0}, TensorArgument{1}, size("n"), size("iterations"), factors.scale, factors.shift}}},
          {}};
}

StepPlan dependentPlan(const Problem& problem) {
  return plan(problem, "peak_dependent", 1);
}

StepPlan chains8Plan(const Problem& problem) {
  return plan(problem, "peak_chains<256, 8>", 8);
}

StepPlan chains96Plan(const Problem& problem) {
  return plan(problem, "peak_chains<256, 96>", 96);
}

StepPlan chains128Plan(const Problem& problem) {
  return plan(problem, "peak_chains<256, 128>", 128);
}

Cost cost(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]), iterations = static_cast<double>(problem["iterations"]);
  const double bytes = operandBytes(peakOperation(), problem);
  return {.flop = 2 * n * iterations, .globalBytes = bytes, .minBytes = bytes};
}

// Chains beyond the last value are computed too where a block is not full, but nobody needs them.
template <std::int64_t kChains>
Cost chainsCost(const Problem& problem) {
  constexpr std::int64_t kValues = kBlock * kChains;
  const std::int64_t beyond = blocksFor(problem["n"], kValues) * kValues - problem["n"];
  Cost chains = cost(problem);
  chains.paddingFlop = 2 * static_cast<double>(beyond) * static_cast<double>(problem["iterations"]);
  return chains;
}

constexpr Step kSteps[] = {
    {"dependent", "One chain a thread",
     "Each multiply-add waits for the one before, so only other threads can fill the pipeline.", "peak_dependent",
     "kernels/peak/dependent.cuh", kDependentSource, MadeFor::Both, dependentPlan, cost},
    {"chains_8", "Eight chains a thread",
     "Eight independent multiply-adds are in flight at once: enough to fill a GPU's pipeline.", "peak_chains<256, 8>",
     "kernels/peak/chains.cuh", kChainsSource, MadeFor::Both, chains8Plan, chainsCost<8>},
    {"chains_96", "96 chains a thread",
     "As many chains as fill the multiply-add units of a CPU with AVX2: twelve vectors of eight lanes, where two units "
     "that take four or five clocks each want eight or ten; on a GPU they cost occupancy, and it needs no more.",
     "peak_chains<256, 96>", "kernels/peak/chains.cuh", kChainsSource, MadeFor::Both, chains96Plan, chainsCost<96>},
    {"chains_128", "128 chains a thread", "Vectors twice as wide, as in AVX-512, need twice as many chains.",
     "peak_chains<256, 128>", "kernels/peak/chains.cuh", kChainsSource, MadeFor::Both, chains128Plan, chainsCost<128>},
};

constexpr Operation kOperation{
    .name = "peak",
    .title = "Multiply-adds",
    .help =
        "Nothing but multiply-adds in registers: as fast as the device can compute, the roof of every kernel that "
        "mostly does arithmetic.",
    .parameters = kParameters,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = peakReference,
    .limit = limit,
    .depth = "iterations",
    .steps = kSteps,
    .library = {},
};

}  // namespace

PeakFactors peakFactors(const Problem& problem) {
  const double step = 1 / (1 + static_cast<double>(problem["iterations"]));
  return {static_cast<float>(1 - step), static_cast<float>(step)};
}

const Operation& peakOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
