#include "kernels/copy/copy_operation.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/copy/copy_shape.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kStridedSource =
#include "strided.cuh.inc"
    ;
constexpr std::string_view kShiftedSource =
#include "shifted.cuh.inc"
    ;
constexpr std::string_view kScalarSource =
#include "scalar.cuh.inc"
    ;
constexpr std::string_view kVectorisedSource =
#include "vectorised.cuh.inc"
    ;
constexpr std::string_view kUnrolledSource =
#include "unrolled.cuh.inc"
    ;

constexpr std::int64_t kMostElements = std::int64_t{1} << 30;

constexpr OperationParameter kParameters[] = {
    {.name = "n", .title = "Elements", .defaultValue = 1 << 22, .max = kMostElements, .help = "Elements to copy."},
    {.name = "stride",
     .title = "Stride",
     .max = 64,
     .help = "Distance between the elements that are read; every step but strided needs 1."},
    {.name = "offset",
     .title = "Offset",
     .defaultValue = 0,
     .min = 0,
     .max = 64,
     .help = "Elements before the first that is read; every step but shifted needs 0."},
};

std::string misfit(const Problem& problem) {
  const std::int64_t n = problem["n"], stride = problem["stride"], offset = problem["offset"];
  if (stride != 1 && offset != 0) return "No step takes both: set the stride to 1 or the offset to 0.";
  if (n * stride + offset <= kMostElements) return {};
  if (offset != 0) return fmt::format("{} elements from {} on span more than 2^30 elements.", n, offset);
  return fmt::format("{} elements at a stride of {} span more than 2^30 elements.", n, stride);
}

std::vector<TensorInfo> tensors(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return {{.name = "in", .shape = {n * problem["stride"] + problem["offset"]}}, {.name = "out", .shape = {n}}};
}

std::string shapeText(const Problem& problem) {
  std::string text = fmt::format("{}", problem["n"]);
  if (problem["stride"] != 1) text += fmt::format(" · stride {}", problem["stride"]);
  if (problem["offset"] != 0) text += fmt::format(" · offset {}", problem["offset"]);
  return text;
}

std::int64_t units(const Problem& problem) {
  return problem["n"];
}

double limit(const Problem&) {
  return 0;
}

StepPlan plan(const Problem& problem, std::string_view kernel, std::uint32_t blocks) {
  const LaunchShape shape{{blocks, 1, 1}, {kCopyBlock, 1, 1}, 0};
  return {{{kernel, shape, {TensorArgument{0}, TensorArgument{1}, static_cast<std::int32_t>(problem["n"])}}}, {}};
}

StepPlan stridedPlan(const Problem& problem) {
  StepPlan strided = plan(problem, "copy_strided", blocksFor(problem["n"], kCopyBlock));
  strided.launches[0].arguments.emplace_back(static_cast<std::int32_t>(problem["stride"]));
  return strided;
}

StepPlan shiftedPlan(const Problem& problem) {
  StepPlan shifted = plan(problem, "copy_shifted", blocksFor(problem["n"], kCopyBlock));
  shifted.launches[0].arguments.emplace_back(static_cast<std::int32_t>(problem["offset"]));
  return shifted;
}

StepPlan scalarPlan(const Problem& problem) {
  return plan(problem, "copy_scalar", blocksFor(problem["n"], kCopyBlock));
}

StepPlan vectorisedPlan(const Problem& problem) {
  return plan(problem, "copy_vectorised", blocksFor(problem["n"], std::int64_t{4} * kCopyBlock));
}

StepPlan unrolledPlan(const Problem& problem) {
  const std::uint32_t blocks = blocksFor(problem["n"] / 4, std::int64_t{kCopyBlock} * kCopyLoads);
  return plan(problem, "copy_unrolled<4>", std::max(1u, blocks));
}

// Each element that is wanted is loaded once and stored once, by every step; elements between them are nobody's
// operands.
Cost cost(const Problem& problem) {
  const double bytes = 8.0 * static_cast<double>(problem["n"]);
  return {.globalBytes = bytes, .minBytes = bytes};
}

std::string wantsStrideOne(const DeviceInfo&, const Problem& problem) {
  return problem["stride"] == 1 ? "" : "This step moves neighbours: it needs stride 1.";
}

std::string wantsNoOffset(const DeviceInfo&, const Problem& problem) {
  return problem["offset"] == 0 ? "" : "This step begins at the first element: it needs offset 0.";
}

std::string wantsPlainCopy(const DeviceInfo& device, const Problem& problem) {
  const std::string stride = wantsStrideOne(device, problem);
  return stride.empty() ? wantsNoOffset(device, problem) : stride;
}

constexpr Step kSteps[] = {
    {"strided", "Every stride-th element",
     "Each thread moves one element, and the sources lie a stride apart: a warp fetches up to 32 sectors where four "
     "could hold all it needs; at stride 1 it reads as scalar does.",
     "copy_strided", "kernels/copy/strided.cuh", kStridedSource, MadeFor::Both, stridedPlan, cost, wantsNoOffset},
    {"shifted", "From a few elements on",
     "Each thread moves one element, and the sources begin a few elements late: unless that is a multiple of eight, a "
     "warp reaches into a fifth sector; at offset 0 it reads as scalar does.",
     "copy_shifted", "kernels/copy/shifted.cuh", kShiftedSource, MadeFor::Both, shiftedPlan, cost, wantsStrideOne},
    {"scalar", "One thread, one element",
     "Neighbouring threads move neighbouring elements, so every byte fetched is used.", "copy_scalar",
     "kernels/copy/scalar.cuh", kScalarSource, MadeFor::Both, scalarPlan, cost, wantsPlainCopy},
    {"vectorised", "Four elements at once",
     "A thread moves 16 bytes with one load and one store, so the same bytes take a quarter of the instructions.",
     "copy_vectorised", "kernels/copy/vectorised.cuh", kVectorisedSource, MadeFor::Both, vectorisedPlan, cost,
     wantsPlainCopy},
    {"unrolled", "Several loads in flight",
     "A thread starts four independent loads before it waits for one, so that memory always has enough to do.",
     "copy_unrolled<4>", "kernels/copy/unrolled.cuh", kUnrolledSource, MadeFor::Both, unrolledPlan, cost,
     wantsPlainCopy},
};

constexpr Operation kOperation{
    .name = "copy",
    .title = "Copy",
    .help = "out = in: as fast as memory can be read and written, the roof of every kernel that mostly moves data.",
    .parameters = kParameters,
    .misfit = misfit,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = copyReference,
    .limit = limit,
    .steps = kSteps,
    .library = {},
};

}  // namespace

const Operation& copyOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
