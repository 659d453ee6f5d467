#include "kernels/heat/heat_operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/heat/heat_shape.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kNaiveSource =
#include "naive.cuh.inc"
    ;
constexpr std::string_view kLanesSource =
#include "lanes.cuh.inc"
    ;
constexpr std::string_view kTiledSource =
#include "tiled.cuh.inc"
    ;
constexpr std::string_view kSeveralSource =
#include "several.cuh.inc"
    ;

constexpr TensorArgument kIn{0}, kOut{1}, kOther{2};
constexpr double kFloatBytes = 4, kUpdateFlop = 5, kUpdateReads = 5;

constexpr OperationParameter kParameters[] = {
    {.name = "rows",
     .title = "Rows",
     .defaultValue = 1024,
     .max = 16384,
     .help = "Rows of the plate; cols follows it unless set."},
    {.name = "cols", .title = "Columns", .max = 16384, .follows = "rows", .help = "Columns of the plate."},
    {.name = "steps", .title = "Time steps", .defaultValue = 8, .max = 1024, .help = "How long heat spreads."},
};

std::vector<TensorInfo> tensors(const Problem& problem) {
  const std::int64_t rows = problem["rows"], cols = problem["cols"];
  return {{.name = "in", .shape = {rows, cols}, .fill = TensorInfo::Fill::Positive},
          {.name = "out", .shape = {rows, cols}}};
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{}×{} × {} steps", problem["rows"], problem["cols"], problem["steps"]);
}

std::int64_t units(const Problem&) {
  return 1;
}

// No cell is negative, so a mean's relative error is at most the greatest of its cells' and its own: that of three
// additions in a row, a product, and 0.2 as fp32, which is off by a quarter of a rounding.
double limit(const Problem& problem) {
  return 5 * static_cast<double>(problem["steps"]) * std::ldexp(1.0, -24);
}

/// How the plate falls into tiles.
struct Tiles {
  std::int64_t rows, cols, down, across;

  Tiles(const Problem& problem, std::int64_t height, std::int64_t width)
      : rows(problem["rows"]), cols(problem["cols"]), down(blocksFor(rows, height)), across(blocksFor(cols, width)) {}

  /// Of all tiles with a halo so wide around each; beyond the plate there is none but the halo.
  double cells(std::int64_t halo) const {
    return static_cast<double>((rows + 2 * halo * down) * (cols + 2 * halo * across));
  }
  LaunchShape shape(std::uint32_t threadsAcross, std::uint32_t threadsDown) const {
    return {
        {static_cast<std::uint32_t>(across), static_cast<std::uint32_t>(down), 1}, {threadsAcross, threadsDown, 1}, 0};
  }
};

Tiles plainTiles(const Problem& problem, std::int64_t height) {
  return {problem, height, kHeatTile};
}

Tiles severalTiles(const Problem& problem) {
  return {problem, kHeatRegionHeight - 2 * kHeatMostSteps, kHeatRegionWidth - 2 * kHeatMostSteps};
}

/// The time steps of each launch.
std::vector<std::int32_t> launchesOf(const Problem& problem, std::int64_t most) {
  std::vector<std::int32_t> all;
  for (std::int64_t left = problem["steps"]; left > 0; left -= most)
    all.push_back(static_cast<std::int32_t>(std::min(left, most)));
  return all;
}

/// Launches that hand the plate to each other by out and a second array in turn, so that the last one writes out.
StepPlan plan(const Problem& problem, std::string_view kernel, const LaunchShape& shape, std::int64_t most) {
  const std::vector<std::int32_t> launches = launchesOf(problem, most);
  StepPlan plan;
  TensorArgument from = kIn;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const TensorArgument to = (launches.size() - i) % 2 == 1 ? kOut : kOther;
    plan.launches.push_back(
        {kernel,
         shape,
         {from, to, static_cast<std::int32_t>(problem["rows"]), static_cast<std::int32_t>(problem["cols"])}});
    if (most > 1) plan.launches.back().arguments.emplace_back(launches[i]);
    from = to;
  }
  if (launches.size() > 1) plan.workspace.push_back({.name = "other", .shape = {problem["rows"], problem["cols"]}});
  return plan;
}

StepPlan naivePlan(const Problem& problem) {
  return plan(problem, "heat_naive", plainTiles(problem, kHeatRows).shape(kHeatTile, kHeatRows), 1);
}

StepPlan lanesPlan(const Problem& problem) {
  return plan(problem, "heat_lanes", {{static_cast<std::uint32_t>(problem["rows"]), 1, 1}, {1, 1, 1}, 0}, 1);
}

StepPlan tiledPlan(const Problem& problem) {
  return plan(problem, "heat_tiled<32, 8>", plainTiles(problem, kHeatTile).shape(kHeatTile, kHeatRows), 1);
}

StepPlan severalPlan(const Problem& problem) {
  return plan(problem, "heat_several<64, 32, 4>", severalTiles(problem).shape(kHeatRegionWidth, kHeatRegionRows),
              kHeatMostSteps);
}

Cost cost(const Problem& problem, double updates, double globalElements, double sharedElements) {
  return {kUpdateFlop * updates, kFloatBytes * globalElements, operandBytes(heatOperation(), problem),
          kFloatBytes * sharedElements};
}

Cost naiveCost(const Problem& problem) {
  const double updates = static_cast<double>(problem["steps"]) * plainTiles(problem, kHeatRows).cells(0);
  return cost(problem, updates, (kUpdateReads + 1) * updates, 0);
}

// At the ends of a row, what lies beyond is the cell itself.
Cost lanesCost(const Problem& problem) {
  Cost cost = naiveCost(problem);
  const std::int64_t ends = std::min<std::int64_t>(2, problem["cols"]) * problem["rows"] * problem["steps"];
  cost.globalBytes -= kFloatBytes * static_cast<double>(ends);
  return cost;
}

Cost tiledCost(const Problem& problem) {
  const Tiles tiles = plainTiles(problem, kHeatTile);
  const auto steps = static_cast<double>(problem["steps"]);
  const double updates = steps * tiles.cells(0), loaded = steps * tiles.cells(1);
  return cost(problem, updates, loaded + updates, loaded + kUpdateReads * updates);
}

// Updates of the halo, which several blocks make, count each time. All but a launch's last are stored to shared memory.
Cost severalCost(const Problem& problem) {
  const Tiles tiles = severalTiles(problem);
  double updates = 0, global = 0, stored = 0;
  for (const std::int32_t steps : launchesOf(problem, kHeatMostSteps)) {
    global += tiles.cells(steps) + tiles.cells(0);
    for (std::int32_t halo = steps; halo > 0; --halo) stored += tiles.cells(halo);
    for (std::int32_t halo = steps - 1; halo >= 0; --halo) updates += tiles.cells(halo);
  }
  return cost(problem, updates, global, stored + kUpdateReads * updates);
}

constexpr Step kSteps[] = {
    {"naive", "One thread, one cell",
     "Each thread loads its cell and four neighbours from global memory, and each time step is a launch of its own.",
     "heat_naive", "kernels/heat/naive.cuh", kNaiveSource, MadeFor::Both, naivePlan, naiveCost},
    {"lanes", "One thread, one row, in lanes",
     "A thread computes as many cells of a row with one instruction as a register has lanes: what suits a CPU.",
     "heat_lanes", "kernels/heat/lanes.cuh", kLanesSource, MadeFor::Processors, lanesPlan, lanesCost},
    {"tiled", "Tiled with halo",
     "A block loads its tile and a ring of neighbours into shared memory, so that each cell comes from global memory "
     "about once instead of five times.",
     "heat_tiled<32, 8>", "kernels/heat/tiled.cuh", kTiledSource, MadeFor::Gpus, tiledPlan, tiledCost},
    {"several", "Four time steps a launch",
     "With a halo four cells wide, a block takes its tile through four time steps in shared memory, so that the plate "
     "is read and written once instead of four times.",
     "heat_several<64, 32, 4>", "kernels/heat/several.cuh", kSeveralSource, MadeFor::Gpus, severalPlan, severalCost},
};

constexpr Operation kOperation{
    .name = "heat",
    .title = "Heat diffusion",
    .help =
        "Heat spreads over a plate: in each time step, every cell becomes the mean of itself and its four neighbours.",
    .parameters = kParameters,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = heatReference,
    .limit = limit,
    .steps = kSteps,
    .library = {},
};

}  // namespace

const Operation& heatOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
