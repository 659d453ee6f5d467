#pragma once

#include <cstdint>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

constexpr int kMatmulTf32 = 3;  ///< parameter "type": fp32 numbers that may be rounded to 11 binary digits

/// A problem of matmul: `batch` products C = A · B that follow each other in memory. A is m×k, or stored as
/// k×m where it is transposed; B is k×n, or n×k; C is m×n.
struct MatmulSizes {
  std::int64_t m, n, k, batch;
  bool transA, transB;
  bool tf32;
  DataType type;  ///< of A and B

  explicit MatmulSizes(const Problem& problem);
  double multiplyAdds() const {
    return static_cast<double>(batch) * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  }
};

/// How a step divides a product: a block computes m×n elements of C, and holds k columns of A and rows of B in shared
/// memory at a time.
struct MatmulTile {
  std::int64_t m, n, k;

  double blocks(const MatmulSizes& sizes) const;
  double depthSteps(const MatmulSizes& sizes) const;
  /// Elements that all blocks load where each loads every element it needs of A and B once, and none outside of them.
  double loadedElements(const MatmulSizes& sizes) const;
};

/// FLOP are those the product needs: what a kernel computes beside it at the edges does not make it faster.
Cost matmulCost(const Problem& problem, double loadedElements, double sharedBytes);

/// The steps that compute fp32, then those that compute fp16 and bf16 with matrix units; in teaching order.
std::span<const Step> matmulFp32Steps();
std::span<const Step> matmulUnitSteps();

}  // namespace strata::inline kernels
