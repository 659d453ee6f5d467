#include "kernels/heads/heads_operation.h"

#include <fmt/format.h>

#include <algorithm>

namespace strata::inline kernels {
namespace {

constexpr std::string_view kRowSource =
#include "row.cuh.inc"
    ;
constexpr std::string_view kElementSource =
#include "element.cuh.inc"
    ;

constexpr std::uint32_t kBlock = 256, kWarp = 32;
constexpr std::int64_t kMostElements = std::int64_t{1} << 30;

constexpr std::string_view kWays[] = {"split", "join"};
constexpr std::string_view kPositions[] = {"in a row", "given"};
constexpr std::string_view kSources[] = {"one", "two"};

constexpr OperationParameter kParameters[] = {
    choice("way", "Way", kWays, "split: heads side by side become heads of their own; join: back."),
    {.name = "rows", .title = "Rows", .defaultValue = 1024, .max = 16384, .help = "Tokens."},
    {.name = "heads", .title = "Heads", .defaultValue = 16, .max = 1024, .help = "Heads of a row."},
    {.name = "dim", .title = "Head size", .defaultValue = 64, .max = 1024, .help = "Elements of a head."},
    {.name = "capacity",
     .title = "Cache rows",
     .max = 1 << 20,
     .follows = "rows",
     .help = "split: rows that each head of the result has room for."},
    choice("positions", "Positions", kPositions,
           "split: whether a tensor says which row of the result each row goes to."),
    choice("sources", "Sources", kSources, "split: two, as keys and values; the second's heads come behind."),
};

bool splits(const Problem& problem) {
  return static_cast<HeadsWay>(problem["way"]) == HeadsWay::Split;
}

bool positionsGiven(const Problem& problem) {
  return problem["positions"] == 1;
}

std::int64_t sources(const Problem& problem) {
  return splits(problem) ? problem["sources"] + 1 : 1;
}

std::string misfit(const Problem& problem) {
  if (splits(problem) && problem["capacity"] < problem["rows"])
    return fmt::format("{} rows do not fit into {}.", problem["rows"], problem["capacity"]);
  if (problem["rows"] * problem["heads"] * problem["dim"] > kMostElements)
    return fmt::format("{} rows of {} heads of {} are more than 2^30 elements.", problem["rows"], problem["heads"],
                       problem["dim"]);
  return {};
}

std::vector<TensorInfo> tensors(const Problem& problem) {
  const std::int64_t rows = problem["rows"], heads = problem["heads"], dim = problem["dim"];
  if (!splits(problem))
    return {{.name = "x", .shape = {heads, rows, dim}}, {.name = "out", .shape = {rows, heads * dim}}};
  std::vector<TensorInfo> all{{.name = "x", .shape = {rows, heads * dim}}};
  if (sources(problem) == 2) all.push_back({.name = "second", .shape = {rows, heads * dim}});
  if (positionsGiven(problem))
    all.push_back({.name = "positions",
                   .shape = {rows},
                   .type = DataType::I32,
                   .fill = TensorInfo::Fill::Indices,
                   .range = static_cast<double>(problem["capacity"])});
  all.push_back({.name = "out", .shape = {sources(problem) * heads, problem["capacity"], dim}});
  return all;
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{} {}×{}×{}", kWays[static_cast<std::size_t>(problem["way"])], problem["rows"], problem["heads"],
                     problem["dim"]);
}

/// Heads of the result, or its rows.
std::int64_t units(const Problem& problem) {
  return splits(problem) ? sources(problem) * problem["heads"] : problem["rows"];
}

void reference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
               std::span<double> out) {
  const std::int64_t rows = problem["rows"], heads = problem["heads"], dim = problem["dim"];
  if (splits(problem)) {
    const std::int64_t capacity = problem["capacity"];
    const auto positions = static_cast<std::size_t>(sources(problem));  // the input behind the sources
    for (std::int64_t head = begin; head < end; ++head)
      for (std::int64_t row = 0; row < rows; ++row) {
        const float* const from = inputs[static_cast<std::size_t>(head / heads)].data();
        const auto to =
            positionsGiven(problem) ? static_cast<std::int64_t>(inputs[positions][static_cast<std::size_t>(row)]) : row;
        std::copy_n(from + (row * heads + head % heads) * dim, dim,
                    out.begin() + ((head - begin) * capacity + to) * dim);
      }
    return;
  }
  const float* const x = inputs[0].data();
  for (std::int64_t row = begin; row < end; ++row)
    for (std::int64_t head = 0; head < heads; ++head)
      std::copy_n(x + (head * rows + row) * dim, dim, out.begin() + ((row - begin) * heads + head) * dim);
}

double limit(const Problem&) {
  return 0;
}

double elementsOf(const Problem& problem) {
  return static_cast<double>(sources(problem)) * static_cast<double>(problem["rows"]) *
         static_cast<double>(problem["heads"]) * static_cast<double>(problem["dim"]);
}

StepPlan plan(const Problem& problem, std::string_view split, std::string_view join, LaunchShape shape) {
  const auto size = [&](std::string_view name) { return static_cast<std::int32_t>(problem[name]); };
  if (!splits(problem))
    return {{{join, shape, {TensorArgument{0}, TensorArgument{1}, size("rows"), size("heads"), size("dim")}}}, {}};
  const bool two = sources(problem) == 2, given = positionsGiven(problem);
  const TensorArgument none, second = two ? TensorArgument{1} : none, positions{two ? 2 : 1};
  shape.grid.y = two ? 2 : 1;
  return {{{split,
            shape,
            {TensorArgument{0}, second, given ? positions : none, TensorArgument{positions.index + (given ? 1 : 0)},
             size("rows"), size("heads"), size("dim"), size("capacity")}}},
          {}};
}

StepPlan rowPlan(const Problem& problem) {
  return plan(problem, "heads_split_row", "heads_join_row",
              {{static_cast<std::uint32_t>(problem["rows"]), 1, 1}, {1, 1, 1}, 0});
}

StepPlan elementPlan(const Problem& problem) {
  const std::int64_t threads = problem["rows"] * problem["heads"] * problem["dim"];
  const auto warps = static_cast<std::uint32_t>((threads + kWarp - 1) / kWarp);
  const std::uint32_t block = std::min(kBlock, warps * kWarp);
  return plan(problem, "heads_split", "heads_join", {{blocksFor(threads, block), 1, 1}, {block, 1, 1}, 0});
}

// Each element is loaded and stored; where positions are given each thread loads one.
Cost cost(const Problem& problem, double threads) {
  const double bytes = 8 * elementsOf(problem);
  if (!splits(problem) || !positionsGiven(problem)) return {.globalBytes = bytes, .minBytes = bytes};
  return {.globalBytes = bytes + 4 * threads, .minBytes = bytes + 4 * static_cast<double>(problem["rows"])};
}

Cost rowCost(const Problem& problem) {
  return cost(problem, static_cast<double>(sources(problem) * problem["rows"]));
}

Cost elementCost(const Problem& problem) {
  return cost(problem, elementsOf(problem));
}

constexpr Step kSteps[] = {
    {"row", "One thread, one row",
     "A thread moves a whole row, head after head, and looks up once where it goes: what suits a CPU.",
     "heads_split_row", "kernels/heads/row.cuh", kRowSource, MadeFor::Processors, rowPlan, rowCost},
    {"element", "One thread, one element",
     "Neighbouring threads move neighbouring elements of a head, so all accesses but those at its ends are whole "
     "sectors.",
     "heads_split", "kernels/heads/element.cuh", kElementSource, MadeFor::Both, elementPlan, elementCost},
};

constexpr Operation kOperation{
    .name = "heads",
    .title = "Heads",
    .help = "Heads side by side become heads of their own, go into a cache, and come back: what attention needs.",
    .parameters = kParameters,
    .misfit = misfit,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = reference,
    .limit = limit,
    .steps = kSteps,
    .library = {},
};

}  // namespace

const Operation& headsOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
