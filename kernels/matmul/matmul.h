#pragma once

#include <cstdint>
#include <span>

namespace strata::inline kernels {

struct MatmulShape {
  std::int64_t m = 0, n = 0, k = 0;
  double multiplyAdds() const { return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k); }
};

/// A matrix of floats as it lies in memory: element (i, j) is data[i · rowStride + j · columnStride].
struct MatrixView {
  const float* data = nullptr;
  std::int64_t rowStride = 0, columnStride = 1;
};

/// The truth, in fp64 on the host: c[i·n + j] = Σ a(i, l) · b(l, j). Blocked, on the calling thread.
void matmulReference(const MatmulShape& shape, MatrixView a, MatrixView b, std::span<double> c);

}  // namespace strata::inline kernels
