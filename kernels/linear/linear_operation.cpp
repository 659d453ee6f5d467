#include "kernels/linear/linear_operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace strata::inline kernels {
namespace {

constexpr std::string_view kNaiveSource =
#include "naive.cuh.inc"
    ;
constexpr std::string_view kPartialSumsSource =
#include "partial_sums.cuh.inc"
    ;
constexpr std::string_view kWarpSource =
#include "warp.cuh.inc"
    ;
constexpr std::string_view kVectorisedSource =
#include "vectorised.cuh.inc"
    ;
constexpr std::string_view kInFlightSource =
#include "in_flight.cuh.inc"
    ;

constexpr std::string_view kTypes[] = {"fp32", "fp16", "bf16", "q8_0"};
constexpr std::string_view kBias[] = {"no", "yes"};

constexpr OperationParameter kParameters[] = {
    {.name = "rows", .title = "Rows", .max = 16384, .help = "Rows of x: one when writing text, many when reading it."},
    {.name = "in", .title = "Inputs", .defaultValue = 4096, .max = 65536, .help = "Columns of x and W."},
    {.name = "out", .title = "Outputs", .defaultValue = 4096, .max = 1 << 20, .help = "Rows of W, columns of y."},
    choice("type", "Type of W", kTypes, "q8_0: int8, with an fp16 scale for every 32 along a row."),
    choice("bias", "Bias", kBias, "Whether a number is added to each output."),
};

struct Sizes {
  std::int64_t rows, in, out;
  LinearType type;
  bool bias;

  explicit Sizes(const Problem& problem)
      : rows(problem["rows"]),
        in(problem["in"]),
        out(problem["out"]),
        type(static_cast<LinearType>(problem["type"])),
        bias(problem["bias"] == 1) {}
};

std::string misfit(const Problem& problem) {
  const Sizes s(problem);
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  if (s.type == LinearType::Q8 && s.in % kLinearBlockSize != 0)
    return fmt::format("Blocks of {} weights share a scale, and {} inputs are not a multiple of that.",
                       kLinearBlockSize, s.in);
  if (s.in * s.out > kMost) return fmt::format("{} × {} are more than 2^31 weights.", s.out, s.in);
  return {};
}

DataType weightType(LinearType type) {
  switch (type) {
    case LinearType::F32: return DataType::F32;
    case LinearType::F16: return DataType::F16;
    case LinearType::BF16: return DataType::BF16;
    case LinearType::Q8: return DataType::I8;
  }
  return DataType::F32;
}

std::vector<TensorInfo> tensors(const Problem& problem) {
  const Sizes s(problem);
  const bool scaled = s.type == LinearType::Q8;
  std::vector<TensorInfo> all{
      {.name = "x", .shape = {s.rows, s.in}},
      {.name = "W", .shape = {s.out, s.in}, .type = weightType(s.type), .range = scaled ? 127.0 : 1.0}};
  if (scaled)
    all.push_back({.name = "scales",
                   .shape = {s.out, s.in / kLinearBlockSize},
                   .type = DataType::F16,
                   .fill = TensorInfo::Fill::Positive,
                   .range = 1.0 / 64});
  if (s.bias) all.push_back({.name = "bias", .shape = {s.out}});
  all.push_back({.name = "y", .shape = {s.rows, s.out}});
  return all;
}

std::string shapeText(const Problem& problem) {
  const Sizes s(problem);
  std::string text = fmt::format("{}×{} → {}", s.rows, s.in, s.out);
  if (s.type != LinearType::F32) text += fmt::format(" {}", kTypes[problem["type"]]);
  return text;
}

std::int64_t units(const Problem& problem) {
  return problem["rows"];
}

void reference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
               std::span<double> out) {
  const Sizes s(problem);
  const bool scaled = s.type == LinearType::Q8;
  const float *x = inputs[0].data(), *w = inputs[1].data(), *scales = scaled ? inputs[2].data() : nullptr;
  const float* bias = s.bias ? inputs[scaled ? 3 : 2].data() : nullptr;
  double* to = out.data();
  for (std::int64_t row = begin; row < end; ++row)
    for (std::int64_t o = 0; o < s.out; ++o) {
      double sum = bias ? static_cast<double>(bias[o]) : 0.0;
      for (std::int64_t i = 0; i < s.in; ++i) {
        const double weight = static_cast<double>(w[o * s.in + i]);
        const double scale = scaled ? static_cast<double>(scales[(o * s.in + i) / kLinearBlockSize]) : 1.0;
        sum += static_cast<double>(x[row * s.in + i]) * weight * scale;
      }
      *to++ = sum;
    }
}

// As for a matrix product: a sum of n rounded products.
double limit(const Problem& problem) {
  return (4 + 4 * std::sqrt(static_cast<double>(problem["in"]))) * std::ldexp(1.0, -24);
}

/// The kernel of a step for each type, in the order of LinearType.
using Kernels = std::string_view[4];
constexpr Kernels kNaive{"linear_naive<float>", "linear_naive<half>", "linear_naive<bfloat16>", "linear_naive<int8>"};
constexpr Kernels kPartialSums{"linear_partial_sums<float>", "linear_partial_sums<half>",
                               "linear_partial_sums<bfloat16>", "linear_partial_sums<int8>"};
constexpr Kernels kWarp{"linear_warp<float>", "linear_warp<half>", "linear_warp<bfloat16>", "linear_warp<int8>"};
constexpr Kernels kVectorised{"linear_vectorised<float>", "linear_vectorised<half>", "linear_vectorised<bfloat16>",
                              "linear_vectorised<int8>"};
constexpr Kernels kInFlight{"linear_in_flight<float>", "linear_in_flight<half>", "linear_in_flight<bfloat16>",
                            "linear_in_flight<int8>"};

StepPlan plan(const Problem& problem, const Kernels& kernels, Dim3 block, std::int64_t outputsPerBlock) {
  const Sizes s(problem);
  const bool scaled = s.type == LinearType::Q8;
  const TensorArgument none, scales{scaled ? 2 : none.index}, bias{s.bias ? (scaled ? 3 : 2) : none.index},
      y{2 + (scaled ? 1 : 0) + (s.bias ? 1 : 0)};
  const LaunchShape shape{{blocksFor(s.out, outputsPerBlock), static_cast<std::uint32_t>(s.rows), 1}, block, 0};
  return {{{kernels[problem["type"]],
            shape,
            {TensorArgument{0}, TensorArgument{1}, scales, bias, y, static_cast<std::int32_t>(s.in),
             static_cast<std::int32_t>(s.out)}}},
          {}};
}

StepPlan naivePlan(const Problem& problem) {
  return plan(problem, kNaive, {128, 1, 1}, 128);
}

/// Small layers fall into many pieces, so that processors come out even; large ones into no more than that takes. In
/// between a piece has eight times as many rows of W as fill a page of memory: the kernel reads eight streams of it.
StepPlan partialSumsPlan(const Problem& problem) {
  const Sizes s(problem);
  constexpr std::int64_t kBlockRows = 32, kFewestOutputs = 16, kManyThreads = 16, kMostThreads = 256, kPage = 4096;
  const auto rowBytes = s.in * static_cast<std::int64_t>(bytesOf(weightType(s.type)));
  const std::int64_t inPages = (kPage + rowBytes - 1) / rowBytes * 8, inMany = s.out / (8 * kManyThreads) * 8;
  const std::int64_t inMost = blocksFor(s.out, 8 * kMostThreads) * 8;
  const std::int64_t share = std::max(std::max(kFewestOutputs, inMost), std::min(inPages, inMany));
  StepPlan blocks = plan(problem, kPartialSums, {1, 1, 1}, share);
  KernelLaunch& launch = blocks.launches.front();
  launch.shape.grid.y = blocksFor(s.rows, kBlockRows);
  launch.arguments.insert(launch.arguments.end() - 2, static_cast<std::int32_t>(s.rows));
  return blocks;
}

StepPlan warpPlan(const Problem& problem) {
  return plan(problem, kWarp, {32, 4, 1}, 4);
}

StepPlan vectorisedPlan(const Problem& problem) {
  return plan(problem, kVectorised, {32, 4, 1}, 8);
}

constexpr std::int64_t kInFlightOutputs = 4;  ///< that share what a warp of the step in_flight reads of x

/// Weights of a load of the step in_flight.
std::int64_t pieceOf(const Problem& problem) {
  return Sizes(problem).type == LinearType::F32 ? 4 : 8;
}

/// As many warps share a row, 1, 2 or 4, as make two loads of each lane enough for it.
std::uint32_t warpsOfRow(const Problem& problem) {
  constexpr std::int64_t kAtOnce = 2 * 32;
  return std::bit_ceil(std::min(4U, blocksFor(problem["in"], pieceOf(problem) * kAtOnce)));
}

StepPlan inFlightPlan(const Problem& problem) {
  const std::uint32_t warps = warpsOfRow(problem), groups = 4 / warps;
  return plan(problem, kInFlight, {32, warps, groups}, kInFlightOutputs * groups);
}

// Each row reads all of W; for so many outputs at a time it reads x again, and where there are fewer at the end the
// last one's weights once more. A scale counts once a weight, or once a load.
Cost cost(const Problem& problem, std::int64_t outputsPerRead, double weightsPerScale) {
  const Sizes s(problem);
  const double rows = static_cast<double>(s.rows), in = static_cast<double>(s.in), out = static_cast<double>(s.out);
  const double reads = static_cast<double>(blocksFor(s.out, outputsPerRead));
  const double weights = rows * in * reads * static_cast<double>(outputsPerRead);
  double bytes = weights * static_cast<double>(bytesOf(weightType(s.type))) + rows * in * reads * 4 +
                 rows * out * (s.bias ? 8 : 4);
  if (s.type == LinearType::Q8) bytes += 2 * weights / weightsPerScale;
  return {.flop = 2 * rows * in * out, .globalBytes = bytes, .minBytes = operandBytes(linearOperation(), problem)};
}

Cost naiveCost(const Problem& problem) {
  return cost(problem, 1, 1);
}

// Of each four rows, and of each row that is left over, all of W is read once; x for each two outputs of the former (a
// processor with wider registers takes four), for each eight of the latter. Where there are fewer at the end the last
// one's weights are read again.
Cost partialSumsCost(const Problem& problem) {
  const Sizes s(problem);
  const auto tiles = static_cast<double>(s.rows / 4), single = static_cast<double>(s.rows % 4);
  const auto in = static_cast<double>(s.in), out = static_cast<double>(s.out), rows = static_cast<double>(s.rows);
  const double pairs = static_cast<double>(blocksFor(s.out, 2)), eights = static_cast<double>(blocksFor(s.out, 8));
  const double weights = (tiles * 2 * pairs + single * 8 * eights) * in;
  double bytes = weights * static_cast<double>(bytesOf(weightType(s.type))) +
                 4 * in * (4 * tiles * pairs + single * eights) + rows * out * (s.bias ? 8 : 4);
  if (s.type == LinearType::Q8) bytes += 2 * weights / kLinearBlockSize;
  return {.flop = 2 * rows * in * out, .globalBytes = bytes, .minBytes = operandBytes(linearOperation(), problem)};
}

// Two outputs share what is read of x.
Cost vectorisedCost(const Problem& problem) {
  return cost(problem, 2, 4);
}

// Four do; and a warp writes a sum for each of them, of which those that exist are read.
Cost inFlightCost(const Problem& problem) {
  const Sizes s(problem);
  Cost inFlight = cost(problem, kInFlightOutputs, static_cast<double>(pieceOf(problem)));
  const auto written = static_cast<double>(kInFlightOutputs * blocksFor(s.out, kInFlightOutputs)),
             read = static_cast<double>(s.out);
  inFlight.sharedBytes = 4 * static_cast<double>(s.rows * warpsOfRow(problem)) * (written + read);
  return inFlight;
}

std::string notInFours(const DeviceInfo&, const Problem& problem) {
  if (problem["in"] % 4 == 0) return {};
  return "Four weights a load need a number of inputs that is a multiple of 4.";
}

std::string notInPieces(const DeviceInfo&, const Problem& problem) {
  const std::int64_t piece = pieceOf(problem);
  if (problem["in"] % piece == 0) return {};
  return fmt::format("It loads {} weights at a time, and {} inputs are not a multiple of that.", piece, problem["in"]);
}

constexpr Step kSteps[] = {
    {"naive", "One thread, one output",
     "Each thread walks along a row of W of its own: the plain definition, in parallel over outputs.", kNaive[0],
     "kernels/linear/naive.cuh", kNaiveSource, MadeFor::Both, naivePlan, naiveCost},
    {"partial_sums", "Sums side by side",
     "A thread computes eight outputs, each from as many sums as a CPU's vector register has lanes; no sum waits for "
     "another, and several rows share what is read of W.",
     kPartialSums[0], "kernels/linear/partial_sums.cuh", kPartialSumsSource, MadeFor::Processors, partialSumsPlan,
     partialSumsCost},
    {"warp", "32 lanes, one output",
     "Neighbouring lanes read neighbouring weights, which the GPU coalesces, and add up their sums by shuffles.",
     kWarp[0], "kernels/linear/warp.cuh", kWarpSource, MadeFor::Gpus, warpPlan, naiveCost},
    {"vectorised", "Four weights a load, two outputs",
     "A load fetches four weights, and what was read of x serves two outputs: what limits it now is memory bandwidth.",
     kVectorised[0], "kernels/linear/vectorised.cuh", kVectorisedSource, MadeFor::Gpus, vectorisedPlan, vectorisedCost,
     notInFours},
    {"in_flight", "All loads on their way",
     "Warps share a row, and each lane starts all its loads before it needs the first: a matrix that is soon read "
     "waits "
     "for memory once, not again in every turn of a loop.",
     kInFlight[0], "kernels/linear/in_flight.cuh", kInFlightSource, MadeFor::Gpus, inFlightPlan, inFlightCost,
     notInPieces},
};

constexpr Operation kOperation{
    .name = "linear",
    .title = "Linear layer",
    .help =
        "y = x · Wᵀ + bias with weights in fp32, fp16, bf16 or q8_0: with one row, most of the work of generating a "
        "token.",
    .parameters = kParameters,
    .misfit = misfit,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = reference,
    .limit = limit,
    .depth = "in",
    .steps = kSteps,
    .library = {},
};

}  // namespace

const Operation& linearOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
