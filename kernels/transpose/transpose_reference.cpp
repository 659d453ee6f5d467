#include "kernels/transpose/transpose_operation.h"

namespace strata::inline kernels {

void transposeReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin,
                        std::int64_t end, std::span<double> out) {
  const auto rows = static_cast<std::size_t>(problem["rows"]), cols = static_cast<std::size_t>(problem["cols"]);
  const auto first = static_cast<std::size_t>(begin), count = static_cast<std::size_t>(end - begin);
  for (std::size_t c = 0; c < count; ++c)
    for (std::size_t r = 0; r < rows; ++r) out[c * rows + r] = static_cast<double>(inputs[0][r * cols + first + c]);
}

}  // namespace strata::inline kernels
