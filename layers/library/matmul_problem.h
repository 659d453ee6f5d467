#pragma once

#include <cstdint>

#include "kernels/ladder/ladder.h"

namespace strata {

/// A problem of the matmul ladder as BLAS libraries want it: `batch` products C = A · B of dense row-major matrices
/// that follow each other; a transposed A lies there as k×m, a transposed B as n×k.
struct MatmulProblem {
  std::int64_t m = 0, n = 0, k = 0, batch = 1;
  bool transA = false, transB = false;
  DataType input = DataType::F32, output = DataType::F32;
};

MatmulProblem matmulProblem(const Problem& problem);

}  // namespace strata
