#include "kernels/copy/copy_operation.h"

namespace strata::inline kernels {

void copyReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
                   std::span<double> out) {
  const auto stride = static_cast<std::size_t>(problem["stride"]), offset = static_cast<std::size_t>(problem["offset"]);
  const auto first = static_cast<std::size_t>(begin), count = static_cast<std::size_t>(end - begin);
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<double>(inputs[0][offset + (first + i) * stride]);
}

}  // namespace strata::inline kernels
