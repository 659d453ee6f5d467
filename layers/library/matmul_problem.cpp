#include "layers/library/matmul_problem.h"

#include "kernels/matmul/matmul_sizes.h"

namespace strata::inline library {

MatmulProblem matmulProblem(const Problem& problem) {
  const MatmulSizes sizes(problem);
  return {.m = sizes.m,
          .n = sizes.n,
          .k = sizes.k,
          .batch = sizes.batch,
          .transA = sizes.transA,
          .transB = sizes.transB,
          .input = sizes.type,
          .tf32 = sizes.tf32};
}

}  // namespace strata::inline library
