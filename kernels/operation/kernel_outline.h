#pragma once

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

  const OutlinedKernel* find(std::string_view name) const;
};

KernelOutline outlineOf(std::string_view text);

}  // namespace strata::inline operation
