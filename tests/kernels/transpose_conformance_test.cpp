#include "kernels/transpose/transpose_operation.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/kernels/operation_conformance.h"

namespace strata::transpose_conformance {
namespace {

LadderCase size(std::int64_t rows, std::int64_t cols) {
  return {{"rows", rows}, {"cols", cols}};
}

const bool kRegistered = registerConformanceTests(
    transposeOperation(), {size(1, 1), size(1, 1000), size(997, 1), size(2, 3), size(7, 5), size(8, 32), size(31, 33),
                           size(32, 32), size(33, 31), size(64, 96), size(65, 127), size(128, 8), size(211, 307)});

TEST(Transpose, ReferenceWorkedByHand) {
  const std::vector<float> in{1, 2, 3, 4, 5, 6};
  const TensorValues inputs[] = {in};
  std::vector<double> out(4, -1);
  transposeReference(problemOf(transposeOperation(), size(2, 3)), inputs, 1, 3, out);
  EXPECT_EQ(out, (std::vector<double>{2, 5, 3, 6}));
}

TEST(Transpose, EachElementMovesOnceAndInTilesThroughSharedMemory) {
  for (const Step& each : transposeOperation().steps) {
    const Cost cost = each.cost(problemOf(transposeOperation(), size(33, 70)));
    EXPECT_EQ(cost.globalBytes, 33.0 * 70 * 8);
    EXPECT_EQ(cost.sharedBytes, each.name == "naive" ? 0 : 33.0 * 70 * 8);
    EXPECT_EQ(cost.minBytes, 33.0 * 70 * 8);
  }
}

}  // namespace
}  // namespace strata::transpose_conformance
