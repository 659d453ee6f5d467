#pragma once

#include "kernels/operation/problem.h"

namespace strata::inline kernels {

/// Iterations of all pixels together: those counted, and those computed where orbits that repeat end early. Exact up to
/// 64 × 64 pixels; of larger views so many evenly spread ones stand for all.
struct MandelbrotWork {
  double counted = 0, computed = 0;
};
MandelbrotWork mandelbrotWork(const Problem& problem);

}  // namespace strata::inline kernels
