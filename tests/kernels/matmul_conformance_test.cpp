#include "kernels/matmul/matmul_operation.h"
#include "tests/kernels/operation_conformance.h"

namespace strata::matmul_conformance {
namespace {

LadderCase sizes(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {{"m", m}, {"n", n}, {"k", k}};
}

LadderCase transposed(LadderCase values, std::int64_t a, std::int64_t b) {
  values.emplace_back("trans_a", a);
  values.emplace_back("trans_b", b);
  return values;
}

LadderCase with(LadderCase values, std::string_view parameter, std::int64_t value) {
  values.emplace_back(parameter, value);
  return values;
}

constexpr std::int64_t kFp16 = 1, kBf16 = 2;

const bool kRegistered = registerConformanceTests(
    matmulOperation(),
    {sizes(1, 1, 1), sizes(1, 1, 997), sizes(2, 3, 5), sizes(31, 37, 41), sizes(32, 32, 32), sizes(33, 31, 64),
     sizes(1, 127, 33), sizes(113, 1, 7), sizes(64, 96, 32), sizes(65, 33, 67), sizes(128, 129, 16),
     sizes(257, 130, 511),
     // Steps that load four elements at a time take these; what is odd is m, and where the tiles end.
     sizes(1, 4, 4), sizes(1, 4, 996), sizes(2, 8, 20), sizes(31, 36, 44), sizes(33, 28, 64), sizes(113, 4, 8),
     sizes(65, 132, 12), sizes(127, 60, 36), sizes(129, 124, 4), sizes(131, 260, 52), sizes(255, 128, 76),
     sizes(257, 132, 508),
     // Transposes and batches.
     transposed(sizes(65, 33, 67), 1, 0), transposed(sizes(65, 33, 67), 0, 1), transposed(sizes(65, 33, 67), 1, 1),
     transposed(sizes(132, 136, 28), 1, 0), transposed(sizes(132, 136, 28), 0, 1),
     transposed(sizes(132, 136, 28), 1, 1), with(sizes(5, 7, 3), "batch", 9), with(sizes(33, 36, 20), "batch", 3),
     with(transposed(sizes(17, 19, 23), 1, 1), "batch", 2)});

// Matrix units: the first steps take whole fragments only.
const bool kUnitsRegistered = [] {
  std::vector<LadderCase> cases;
  for (const std::int64_t type : {kFp16, kBf16})
    for (const LadderCase& values :
         {sizes(1, 1, 1), sizes(1, 1, 499), sizes(2, 3, 5), sizes(31, 37, 41), sizes(65, 24, 67), sizes(130, 129, 33),
          sizes(16, 16, 16), sizes(16, 32, 48), sizes(48, 16, 7), sizes(80, 112, 33), sizes(144, 48, 80),
          sizes(176, 208, 64), transposed(sizes(37, 41, 31), 1, 0), transposed(sizes(37, 41, 31), 0, 1),
          transposed(sizes(144, 136, 40), 1, 1), with(sizes(48, 32, 16), "batch", 3),
          with(transposed(sizes(9, 24, 17), 1, 0), "batch", 2)})
      cases.push_back(with(values, "type", type));
  return registerConformanceTests(matmulOperation(), cases);
}();

// Warpgroups: several blocks each way, rounds of the ring of four stages (k beyond 256), boxes that stand over every
// edge, products of a batch that begin in the middle of what would be a box.
const bool kWarpgroupsRegistered = [] {
  std::vector<LadderCase> cases;
  for (const std::int64_t type : {kFp16, kBf16})
    for (const LadderCase& values : {sizes(1, 8, 8), sizes(1, 8, 600), sizes(129, 264, 72), sizes(200, 520, 328),
                                     transposed(sizes(136, 72, 70), 1, 0), transposed(sizes(65, 33, 136), 0, 1),
                                     transposed(sizes(136, 261, 264), 1, 1), with(sizes(70, 72, 136), "batch", 3),
                                     with(transposed(sizes(72, 40, 80), 1, 1), "batch", 2)})
      cases.push_back(with(values, "type", type));
  return registerConformanceTests(matmulOperation(), cases);
}();

}  // namespace
}  // namespace strata::matmul_conformance
