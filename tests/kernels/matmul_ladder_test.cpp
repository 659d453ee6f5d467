#include "kernels/matmul/matmul_ladder.h"
#include "tests/kernels/ladder_conformance.h"

namespace strata {
namespace {

LadderCase sizes(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {{"m", m}, {"n", n}, {"k", k}};
}

const bool kRegistered = registerLadderTests(
    matmulLadder(), {sizes(1, 1, 1), sizes(1, 1, 997), sizes(2, 3, 5), sizes(31, 37, 41), sizes(32, 32, 32),
                     sizes(33, 31, 64), sizes(1, 127, 33), sizes(113, 1, 7), sizes(64, 96, 32), sizes(65, 33, 67),
                     sizes(128, 129, 16), sizes(257, 130, 511)});

}  // namespace
}  // namespace strata
