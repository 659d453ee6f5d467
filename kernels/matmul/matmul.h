#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/device/kernel.h"
#include "kernels/ladder/kernel_table.h"

// C = A · B in fp32, row-major: A is m×k, B is k×n, C is m×n. Any sizes from 1.
// Kernel arguments, in this order: const float* A, const float* B, float* C, int m, int n, int k.

namespace strata {

struct MatmulShape {
  std::int64_t m = 0, n = 0, k = 0;
  double multiplyAdds() const { return static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k); }
};

/// One of our own steps of the ladder, as data: the viewer links this and no device code.
struct MatmulStep {
  std::string_view name;    ///< "tiled"
  std::string_view title;   ///< "Tiled in shared memory"
  std::string_view idea;    ///< the one idea added, and why it helps; one sentence
  std::string_view kernel;  ///< as profilers show it
  std::string_view file;    ///< repository path of the source
  std::string_view source;  ///< the very text that is compiled
  LaunchShape (*launch)(const MatmulShape&);
  Cost (*cost)(const MatmulShape&);
};

/// The ladder, slowest first: naive, tiled.
std::span<const MatmulStep> matmulSteps();

/// The device code of a step in this binary; function is nullptr for an unknown name.
inline KernelEntry matmulEntry(std::string_view step) {
  for (const MatmulStep& each : matmulSteps())
    if (each.name == step) {
      KernelEntry entry = findKernel("old " + std::string(each.kernel));
      entry.name = each.kernel;
      return entry;
    }
  return {};
}

/// A matrix of floats as it lies in memory: element (i, j) is data[i · rowStride + j · columnStride].
struct MatrixView {
  const float* data = nullptr;
  std::int64_t rowStride = 0, columnStride = 1;
};

/// The truth, in fp64 on the host: c[i·n + j] = Σ a(i, l) · b(l, j). Blocked, on the calling thread.
void matmulReference(const MatmulShape& shape, MatrixView a, MatrixView b, std::span<double> c);

/// The same for row-major a and b, threaded; for checks.
void matmulReference(const MatmulShape& shape, std::span<const float> a, std::span<const float> b, std::span<double> c);

}  // namespace strata
