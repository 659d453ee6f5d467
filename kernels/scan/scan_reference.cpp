#include "kernels/scan/scan_operation.h"

namespace strata::inline kernels {

void scanReference(const Problem&, std::span<const TensorValues> inputs, std::int64_t, std::int64_t,
                   std::span<double> out) {
  double sum = 0;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = sum += static_cast<double>(inputs[0][i]);
}

}  // namespace strata::inline kernels
