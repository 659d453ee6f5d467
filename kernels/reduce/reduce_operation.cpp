#include "kernels/reduce/reduce_operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/reduce/reduce_shape.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kInterleavedSource =
#include "interleaved.cuh.inc"
    ;
constexpr std::string_view kSequentialSource =
#include "sequential.cuh.inc"
    ;
constexpr std::string_view kShuffleSource =
#include "shuffle.cuh.inc"
    ;
constexpr std::string_view kCoarsenedSource =
#include "coarsened.cuh.inc"
    ;
constexpr std::string_view kVectorisedSource =
#include "vectorised.cuh.inc"
    ;

constexpr double kFloatBytes = 4;

constexpr OperationParameter kParameters[] = {
    {.name = "n",
     .title = "Elements",
     .defaultValue = 1 << 20,
     .max = std::int64_t{1} << 30,
     .help = "Elements to add up."},
};

std::vector<TensorInfo> tensors(const Problem& problem) {
  return {{.name = "in", .shape = {problem["n"]}, .fill = TensorInfo::Fill::Positive}, {.name = "out", .shape = {1}}};
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{}", problem["n"]);
}

std::int64_t units(const Problem&) {
  return 1;
}

// As for the sums of a matrix product, by the longest chain of additions: those of a thread, then those of the trees.
double limit(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  const double ofThread = n / (double{kReduceMostBlocks} * kReduceBlock);
  return 4 * std::sqrt(ofThread + std::log2(n) + kReduceLoads) * std::ldexp(1.0, -24);
}

/// A kernel that adds `elements` values up to one sum a block.
struct Round {
  std::int64_t elements = 0, blocks = 0;
};
using Rounds = std::vector<Round>;

// One element a thread, again and again until one sum is left.
Rounds treeRounds(const Problem& problem) {
  Rounds rounds;
  std::int64_t left = problem["n"];
  do {
    rounds.push_back({left, blocksFor(left, kReduceBlock)});
    left = rounds.back().blocks;
  } while (left > 1);
  return rounds;
}

// As many blocks as keep the device busy, then one over their sums.
Rounds twoRounds(const Problem& problem, std::int64_t elementsOfBlock) {
  const std::int64_t wanted = blocksFor(problem["n"], elementsOfBlock);
  const std::int64_t blocks = std::min<std::int64_t>(wanted, kReduceMostBlocks);
  if (blocks == 1) return {{problem["n"], 1}};
  return {{problem["n"], blocks}, {blocks, 1}};
}

Rounds coarsenedRounds(const Problem& problem) {
  return twoRounds(problem, std::int64_t{kReduceBlock} * kReduceLoads);
}

Rounds vectorisedRounds(const Problem& problem) {
  return twoRounds(problem, std::int64_t{4} * kReduceBlock * kReduceLoads);
}

// Each round writes its sums to a workspace of its own, the last one to out.
StepPlan plan(std::string_view kernel, const Rounds& rounds) {
  constexpr std::string_view kNames[] = {"sums", "sums of sums", "sums of sums of sums"};
  constexpr int kOut = 1;
  StepPlan plan;
  int from = 0;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const bool last = i + 1 == rounds.size();
    const int to = last ? kOut : kOut + 1 + static_cast<int>(i);
    const LaunchShape shape{{static_cast<std::uint32_t>(rounds[i].blocks), 1, 1}, {kReduceBlock, 1, 1}, 0};
    plan.launches.push_back(
        {kernel, shape, {TensorArgument{from}, TensorArgument{to}, static_cast<std::int32_t>(rounds[i].elements)}});
    if (!last) plan.workspace.push_back({.name = kNames[i], .shape = {rounds[i].blocks}});
    from = to;
  }
  return plan;
}

StepPlan interleavedPlan(const Problem& problem) {
  return plan("reduce_interleaved<256>", treeRounds(problem));
}

StepPlan sequentialPlan(const Problem& problem) {
  return plan("reduce_sequential<256>", treeRounds(problem));
}

StepPlan shufflePlan(const Problem& problem) {
  return plan("reduce_shuffle<256>", treeRounds(problem));
}

StepPlan coarsenedPlan(const Problem& problem) {
  return plan("reduce_coarsened<256, 4>", coarsenedRounds(problem));
}

StepPlan vectorisedPlan(const Problem& problem) {
  return plan("reduce_vectorised<256, 4>", vectorisedRounds(problem));
}

// Each round loads its elements once and stores a sum for each block.
Cost cost(const Problem& problem, const Rounds& rounds, double sharedElementsOfBlock) {
  double moved = 0, blocks = 0;
  for (const Round& round : rounds) {
    moved += static_cast<double>(round.elements + round.blocks);
    blocks += static_cast<double>(round.blocks);
  }
  return {static_cast<double>(problem["n"]) - 1, kFloatBytes * moved, operandBytes(reduceOperation(), problem),
          kFloatBytes * blocks * sharedElementsOfBlock};
}

// Every thread stores its element; each addition loads two values and stores one; the first thread loads the sum.
Cost treeCost(const Problem& problem) {
  return cost(problem, treeRounds(problem), kReduceBlock + 3 * (kReduceBlock - 1) + 1);
}

// One value of each warp is stored and loaded; counted for warps of 32 lanes.
constexpr double kSharedByShuffles = 2.0 * kReduceBlock / 32;

Cost shuffleCost(const Problem& problem) {
  return cost(problem, treeRounds(problem), kSharedByShuffles);
}

Cost coarsenedCost(const Problem& problem) {
  return cost(problem, coarsenedRounds(problem), kSharedByShuffles);
}

Cost vectorisedCost(const Problem& problem) {
  return cost(problem, vectorisedRounds(problem), kSharedByShuffles);
}

constexpr Step kSteps[] = {
    {"interleaved", "Neighbours first",
     "The threads of a block add pairwise in a tree; those still at work are spread over all warps, so no warp falls "
     "idle early.",
     "reduce_interleaved<256>", "kernels/reduce/interleaved.cuh", kInterleavedSource, MadeFor::Gpus, interleavedPlan,
     treeCost},
    {"sequential", "Halves first",
     "The upper half is added to the lower half, so the working threads stay side by side and whole warps fall idle: "
     "12 warp steps instead of 47.",
     "reduce_sequential<256>", "kernels/reduce/sequential.cuh", kSequentialSource, MadeFor::Gpus, sequentialPlan,
     treeCost},
    {"shuffle", "Registers of other lanes",
     "The lanes of a warp read each other's registers, which takes neither shared memory nor barriers; one barrier is "
     "left, before the sums of the warps are added.",
     "reduce_shuffle<256>", "kernels/reduce/shuffle.cuh", kShuffleSource, MadeFor::Gpus, shufflePlan, shuffleCost},
    {"coarsened", "Many elements a thread",
     "Each thread first adds many elements in a register, so one tree serves all of them.", "reduce_coarsened<256, 4>",
     "kernels/reduce/coarsened.cuh", kCoarsenedSource, MadeFor::Gpus, coarsenedPlan, coarsenedCost},
    {"vectorised", "Four elements at once",
     "A load brings four elements for four independent sums, so only memory sets the time.",
     "reduce_vectorised<256, 4>", "kernels/reduce/vectorised.cuh", kVectorisedSource, MadeFor::Gpus, vectorisedPlan,
     vectorisedCost},
};

constexpr Operation kOperation{
    .name = "reduce",
    .title = "Sum",
    .help = "Adds up all elements of a vector: thousands of threads have to agree on one number.",
    .parameters = kParameters,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = reduceReference,
    .limit = limit,
    .steps = kSteps,
    .library = {},
};

}  // namespace

const Operation& reduceOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
