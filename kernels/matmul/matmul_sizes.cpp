#include "kernels/matmul/matmul_sizes.h"

#include "kernels/matmul/matmul_operation.h"

namespace strata::inline kernels {

MatmulSizes::MatmulSizes(const Problem& problem)
    : m(problem["m"]),
      n(problem["n"]),
      k(problem["k"]),
      batch(problem["batch"]),
      transA(problem["trans_a"] != 0),
      transB(problem["trans_b"] != 0),
      tf32(problem["type"] == kMatmulTf32),
      type(tf32 ? DataType::F32 : static_cast<DataType>(problem["type"])) {}

double MatmulTile::blocks(const MatmulSizes& sizes) const {
  return static_cast<double>(sizes.batch) * blocksFor(sizes.m, m) * blocksFor(sizes.n, n);
}

double MatmulTile::depthSteps(const MatmulSizes& sizes) const {
  return blocksFor(sizes.k, k);
}

// Every column of blocks loads A once, every row of blocks loads B once.
double MatmulTile::loadedElements(const MatmulSizes& sizes) const {
  const double ofA = static_cast<double>(sizes.m * sizes.k) * blocksFor(sizes.n, n);
  const double ofB = static_cast<double>(sizes.k * sizes.n) * blocksFor(sizes.m, m);
  return static_cast<double>(sizes.batch) * (ofA + ofB);
}

Cost matmulCost(const Problem& problem, double loadedElements, double sharedBytes) {
  const MatmulSizes sizes(problem);
  const auto stored = static_cast<double>(sizes.batch * sizes.m * sizes.n);
  return {.flop = 2 * sizes.multiplyAdds(),
          .globalBytes = static_cast<double>(bytesOf(sizes.type)) * loadedElements + sizeof(float) * stored,
          .minBytes = operandBytes(matmulOperation(), problem),
          .sharedBytes = sharedBytes,
          .factors = sizes.tf32 ? Factors::Tf32 : factorsOf(sizes.type)};
}

}  // namespace strata::inline kernels
