#include "kernels/mandelbrot/mandelbrot_operation.h"

#include <fmt/format.h>

#include "kernels/mandelbrot/mandelbrot_view.h"
#include "kernels/mandelbrot/mandelbrot_work.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kRowsSource =
#include "rows.cuh.inc"
    ;
constexpr std::string_view kSquaresSource =
#include "squares.cuh.inc"
    ;
constexpr std::string_view kCyclesSource =
#include "cycles.cuh.inc"
    ;

constexpr std::uint32_t kBlock = 256, kTileWidth = 32, kTileHeight = kBlock / kTileWidth;
constexpr std::int64_t kCentrePerOne = 1'000'000'000, kZoomPerOne = 1000;
constexpr std::int64_t kFarthest = 4 * kCentrePerOne;

constexpr OperationParameter kParameters[] = {
    {.name = "rows",
     .title = "Rows",
     .defaultValue = 512,
     .max = 16384,
     .help = "Rows of pixels; cols follows it unless set."},
    {.name = "cols", .title = "Columns", .max = 16384, .follows = "rows", .help = "Columns of pixels."},
    {.name = "iterations",
     .title = "Iterations",
     .defaultValue = 256,
     .max = 1 << 16,
     .help = "A point that is still near after so many counts as one of the set."},
    {.name = "x",
     .title = "Centre x",
     .defaultValue = -kCentrePerOne / 4 * 3,
     .min = -kFarthest,
     .max = kFarthest,
     .perOne = kCentrePerOne,
     .help = "Real part of the picture's centre."},
    {.name = "y",
     .title = "Centre y",
     .defaultValue = 0,
     .min = -kFarthest,
     .max = kFarthest,
     .perOne = kCentrePerOne,
     .help = "Imaginary part of the picture's centre."},
    {.name = "zoom",
     .title = "Zoom",
     .defaultValue = 0,
     .min = 0,
     .max = 40 * kZoomPerOne,
     .perOne = kZoomPerOne,
     .help = "Doublings: 0 shows a width of 3, each 1 more half of it."},
};

std::vector<TensorInfo> tensors(const Problem& problem) {
  return {{.name = "out", .shape = {problem["rows"], problem["cols"]}}};
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{}×{} × {}", problem["rows"], problem["cols"], problem["iterations"]);
}

std::int64_t units(const Problem& problem) {
  return problem["rows"];
}

// The reference rounds as the kernels do, so nothing may differ.
double limit(const Problem&) {
  return 0;
}

StepPlan plan(const Problem& problem, std::string_view kernel, Dim3 grid) {
  const MandelbrotView view(problem);
  const auto size = [&](std::string_view name) { return static_cast<std::int32_t>(problem[name]); };
  return {{{kernel,
            {grid, {kBlock, 1, 1}, 0},
            {TensorArgument{0}, size("rows"), size("cols"), size("iterations"), view.left, view.top, view.step}}},
          {}};
}

Dim3 squares(const Problem& problem) {
  return {blocksFor(problem["cols"], kTileWidth), blocksFor(problem["rows"], kTileHeight), 1};
}

StepPlan rowsPlan(const Problem& problem) {
  return plan(problem, "mandelbrot_rows",
              {blocksFor(problem["cols"], kBlock), static_cast<std::uint32_t>(problem["rows"]), 1});
}

StepPlan squaresPlan(const Problem& problem) {
  return plan(problem, "mandelbrot_squares", squares(problem));
}

StepPlan cyclesPlan(const Problem& problem) {
  return plan(problem, "mandelbrot_cycles", squares(problem));
}

// An iteration is three multiply-adds, an addition and, to see whether z is still near, a multiplication and a
// multiply-add. Each count is stored.
Cost cost(const Problem& problem, double iterations) {
  constexpr double kIterationFlop = 10;
  const double bytes = operandBytes(mandelbrotOperation(), problem);
  return {.flop = kIterationFlop * iterations, .globalBytes = bytes, .minBytes = bytes};
}

Cost fullCost(const Problem& problem) {
  return cost(problem, mandelbrotWork(problem).counted);
}

Cost cyclesCost(const Problem& problem) {
  return cost(problem, mandelbrotWork(problem).computed);
}

constexpr Step kSteps[] = {
    {"rows", "A warp along a row",
     "Each thread iterates one pixel; a warp is 32 pixels of a row, and near the set's border its lanes wait long for "
     "the last one.",
     "mandelbrot_rows", "kernels/mandelbrot/rows.cuh", kRowsSource, MadeFor::Both, rowsPlan, fullCost},
    {"squares", "A warp on a square",
     "A warp's pixels form a square, so that their counts differ less and more of its lanes are active.",
     "mandelbrot_squares", "kernels/mandelbrot/squares.cuh", kSquaresSource, MadeFor::Gpus, squaresPlan, fullCost},
    {"cycles", "Orbits that repeat end",
     "A point of the set comes back to a number it had before, and from then on its orbit repeats, so that hundreds of "
     "iterations need not be computed.",
     "mandelbrot_cycles", "kernels/mandelbrot/cycles.cuh", kCyclesSource, MadeFor::Both, cyclesPlan, cyclesCost},
};

constexpr Operation kOperation{
    .name = "mandelbrot",
    .title = "Mandelbrot set",
    .help = "How long each point stays near under z = z² + c: all arithmetic, and how much of it depends on the point.",
    .parameters = kParameters,
    .misfit = mandelbrotMisfit,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = mandelbrotReference,
    .limit = limit,
    .leastBlocks = 400,
    .steps = kSteps,
    .library = {},
};

}  // namespace

const Operation& mandelbrotOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
