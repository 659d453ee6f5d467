#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace strata::inline operation {

/// A __global__ function of a kernel's text.
struct OutlinedKernel {
  std::string name;
  bool isTemplate = false;
  std::vector<std::string> parameters;  ///< "const float* A": as written, but for the file's typedefs
  int line = 0;
};

/// What a kernel's text (CUDA or HIP C++) defines, as far as it takes to launch it. Nothing is expanded: what macros
/// make is not seen.
struct KernelOutline {
  std::vector<OutlinedKernel> kernels;
  /// `extern __shared__ float tile[];`
  struct DynamicShared {
    std::string type, name;
  };
  std::vector<DynamicShared> dynamicShared;
  /// `__shared__ float tile[32][33];` and the dynamic ones, where the text tells the size of an element. One that two
  /// kernels declare otherwise is none.
  struct Shared {
    std::string name;
    std::size_t elementBytes = 0;
    int dimensions = 0;  ///< 0: no array
    friend bool operator==(const Shared&, const Shared&) = default;
  };
  std::vector<Shared> shared;

  const OutlinedKernel* find(std::string_view name) const;
};

KernelOutline outlineOf(std::string_view text);

}  // namespace strata::inline operation
