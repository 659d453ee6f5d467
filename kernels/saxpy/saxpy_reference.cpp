#include "kernels/saxpy/saxpy_operation.h"

namespace strata::inline kernels {

void saxpyReference(const Problem&, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
                    std::span<double> out) {
  for (std::int64_t i = begin; i < end; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double x = static_cast<double>(inputs[0][at]), y = static_cast<double>(inputs[1][at]);
    out[static_cast<std::size_t>(i - begin)] = static_cast<double>(kSaxpyA) * x + y;
  }
}

}  // namespace strata::inline kernels
