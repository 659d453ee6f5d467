#include "kernels/reduce/reduce_operation.h"

namespace strata::inline kernels {

void reduceReference(const Problem&, std::span<const TensorValues> inputs, std::int64_t, std::int64_t,
                     std::span<double> out) {
  out[0] = 0;
  for (const float value : inputs[0]) out[0] += static_cast<double>(value);
}

}  // namespace strata::inline kernels
