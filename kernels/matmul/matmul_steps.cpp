#include <array>

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

constexpr std::uint32_t blocksFor(std::int64_t elements, int edge) {
  return static_cast<std::uint32_t>((elements + edge - 1) / edge);
}

LaunchShape squares(const MatmulShape& shape, int edge) {
  const auto threads = static_cast<std::uint32_t>(edge);
  return {{blocksFor(shape.n, edge), blocksFor(shape.m, edge), 1}, {threads, threads, 1}, 0};
}

// FLOP are those the product needs: what a kernel computes beside it at the edges does not make it faster.
Cost costWithLoads(const MatmulShape& shape, double loadedElements) {
  const auto m = static_cast<double>(shape.m), n = static_cast<double>(shape.n), k = static_cast<double>(shape.k);
  return {2 * shape.multiplyAdds(), kFloatBytes * (loadedElements + m * n), kFloatBytes * (m * k + k * n + m * n)};
}

LaunchShape naiveLaunch(const MatmulShape& shape) {
  return squares(shape, 16);
}

// Every thread loads a row of A and a column of B.
Cost naiveCost(const MatmulShape& shape) {
  return costWithLoads(shape, 2 * shape.multiplyAdds());
}

LaunchShape tiledLaunch(const MatmulShape& shape) {
  return squares(shape, kMatmulTile);
}

// Every column of blocks loads A once, every row of blocks loads B once.
Cost tiledCost(const MatmulShape& shape) {
  const auto m = static_cast<double>(shape.m), n = static_cast<double>(shape.n), k = static_cast<double>(shape.k);
  return costWithLoads(shape, blocksFor(shape.n, kMatmulTile) * m * k + blocksFor(shape.m, kMatmulTile) * k * n);
}

constexpr std::array<MatmulStep, 2> kSteps{{
    {"naive", "One thread, one element",
     "Each thread computes one element of C and reads all it needs from global memory: the plain definition, in "
     "parallel.",
     "matmul_naive", "kernels/matmul/naive.cuh", kNaiveSource, naiveLaunch, naiveCost},
    {"tiled", "Tiled in shared memory",
     "A block loads tiles of A and B into shared memory together and reads each element 32 times from there, so global "
     "memory is asked for a 32nd.",
     "matmul_tiled<32>", "kernels/matmul/tiled.cuh", kTiledSource, tiledLaunch, tiledCost},
}};

}  // namespace

std::span<const MatmulStep> matmulSteps() {
  return kSteps;
}

}  // namespace strata
