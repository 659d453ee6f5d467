#include "layers/library/matmul_routine.h"

namespace strata {

Cost operandCost(const MatmulShape& shape) {
  const auto m = static_cast<double>(shape.m), n = static_cast<double>(shape.n), k = static_cast<double>(shape.k);
  const double bytes = sizeof(float) * (m * k + k * n + m * n);
  return {.flop = 2 * shape.multiplyAdds(), .globalBytes = bytes, .minBytes = bytes};
}

}  // namespace strata
