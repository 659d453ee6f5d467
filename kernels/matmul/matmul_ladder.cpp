#include "kernels/matmul/matmul_ladder.h"

#include <fmt/format.h>

#include <cmath>

#include "kernels/matmul/matmul.h"
#include "kernels/matmul/tiles.h"

namespace strata {
namespace {

constexpr std::string_view kNaiveSource =
#include "naive.cuh.inc"
    ;
constexpr std::string_view kTiledSource =
#include "tiled.cuh.inc"
    ;

constexpr double kFloatBytes = 4;

constexpr LadderParameter kParameters[] = {
    {.name = "n",
     .title = "Size N",
     .defaultValue = 512,
     .max = 8192,
     .help = "Columns of B and C; m and k follow it where they are not set."},
    {.name = "m", .title = "Size M", .max = 8192, .follows = "n", .help = "Rows of A and C."},
    {.name = "k",
     .title = "Size K",
     .max = 8192,
     .follows = "n",
     .help = "Columns of A and rows of B: the length of each sum."},
};

MatmulShape shapeOf(const Problem& problem) {
  return {problem["m"], problem["n"], problem["k"]};
}

std::vector<TensorInfo> tensors(const Problem& problem) {
  const auto [m, n, k] = shapeOf(problem);
  return {{.name = "A", .shape = {m, k}}, {.name = "B", .shape = {k, n}}, {.name = "C", .shape = {m, n}}};
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{}×{}×{}", problem["m"], problem["n"], problem["k"]);
}

std::int64_t units(const Problem& problem) {
  return problem["m"];
}

void reference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
               std::span<double> out) {
  const auto [m, n, k] = shapeOf(problem);
  const auto rows = static_cast<std::size_t>(end - begin), width = static_cast<std::size_t>(k);
  matmulReference({end - begin, n, k}, inputs[0].subspan(static_cast<std::size_t>(begin) * width, rows * width),
                  inputs[1], out);
}

double limit(const Problem& problem) {
  return 4 * std::sqrt(static_cast<double>(problem["k"])) * std::ldexp(1.0, -24);
}

std::vector<Argument> arguments(const Problem& problem) {
  const auto size = [&](std::string_view name) { return static_cast<std::int32_t>(problem[name]); };
  return {TensorArgument{0}, TensorArgument{1}, TensorArgument{2}, size("m"), size("n"), size("k")};
}

StepPlan squares(const Problem& problem, std::string_view kernel, std::uint32_t edge) {
  const LaunchShape shape{{blocksFor(problem["n"], edge), blocksFor(problem["m"], edge), 1}, {edge, edge, 1}, 0};
  return {{{kernel, shape, arguments(problem)}}, {}};
}

// FLOP are those the product needs: what a kernel computes beside it at the edges does not make it faster.
Cost costWithLoads(const Problem& problem, double loadedElements) {
  const auto [m, n, k] = shapeOf(problem);
  const auto stored = static_cast<double>(m) * static_cast<double>(n);
  return {2 * shapeOf(problem).multiplyAdds(), kFloatBytes * (loadedElements + stored),
          operandBytes(matmulLadder(), problem)};
}

StepPlan naivePlan(const Problem& problem) {
  return squares(problem, "matmul_naive", kMatmulNaiveBlock);
}

// Every thread loads a row of A and a column of B.
Cost naiveCost(const Problem& problem) {
  return costWithLoads(problem, 2 * shapeOf(problem).multiplyAdds());
}

StepPlan tiledPlan(const Problem& problem) {
  return squares(problem, "matmul_tiled<32>", kMatmulTile);
}

// Every column of blocks loads A once, every row of blocks loads B once.
Cost tiledCost(const Problem& problem) {
  const auto m = static_cast<double>(problem["m"]), n = static_cast<double>(problem["n"]);
  const auto k = static_cast<double>(problem["k"]);
  return costWithLoads(problem,
                       blocksFor(problem["n"], kMatmulTile) * m * k + blocksFor(problem["m"], kMatmulTile) * k * n);
}

constexpr LadderStep kSteps[] = {
    {"naive", "One thread, one element",
     "Each thread computes one element of C and reads all it needs from global memory: the plain definition, in "
     "parallel.",
     "matmul_naive", "kernels/matmul/naive.cuh", kNaiveSource, naivePlan, naiveCost},
    {"tiled", "Tiled in shared memory",
     "A block loads tiles of A and B into shared memory together and reads each element 32 times from there, so global "
     "memory is asked for a 32nd.",
     "matmul_tiled<32>", "kernels/matmul/tiled.cuh", kTiledSource, tiledPlan, tiledCost},
};

constexpr Ladder kLadder{
    .name = "matmul",
    .title = "Matrix product",
    .help = "C = A · B in fp32 with seeded random inputs: the operation most of AI is made of.",
    .parameters = kParameters,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = reference,
    .limit = limit,
    .steps = kSteps,
    .library =
        "What years of tuning give: blocking for every cache, packed panels and hand-written inner loops; the "
        "mark the other variants are measured against.",
};

}  // namespace

const Ladder& matmulLadder() {
  return kLadder;
}

}  // namespace strata
