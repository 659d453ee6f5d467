#pragma once

#include <cstdint>

#include "kernels/operation/operation.h"

namespace strata::inline library {

/// A problem of matmul as BLAS libraries want it: `batch` products C = A · B of dense row-major matrices
/// that follow each other; a transposed A lies there as k×m, a transposed B as n×k. C is fp32 always.
struct MatmulProblem {
  std::int64_t m = 0, n = 0, k = 0, batch = 1;
  bool transA = false, transB = false;
  DataType input = DataType::F32;
  bool tf32 = false;  ///< fp32 numbers may be rounded to 11 binary digits before they are multiplied
};

MatmulProblem matmulProblem(const Problem& problem);

}  // namespace strata::inline library
