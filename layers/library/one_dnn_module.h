#pragma once

#include <cstddef>
#include <cstdint>

// The border between Strata and libstrata-onednn.so, the only piece of it that is compiled and linked against oneDNN:
// that library's C++ interface changed between 2 and 3, and the agent must start where it is missing.

namespace strata::inline library {

/// Letters as in kernels/conv2d/conv2d_shape.h; tensors X, W, bias where there is one, Y: dense and row-major.
struct OneDnnConvolution {
  std::int64_t n, c, h, w, k, r, s, p, q, stride, pad, dilation, groups;
  bool bias;
};

enum class OneDnnType : std::int32_t { F32, F16, BF16 };

/// Tensors A, B, C as in layers/library/matmul_problem.h.
struct OneDnnMatmul {
  std::int64_t m, n, k, batch;
  bool transA, transB;
  OneDnnType input;  ///< of A and B
};

struct OneDnnWork;  ///< a primitive, the reorders around it and their memory

struct OneDnnMessage {
  char text[256];
};

/// Functions that return a pointer or a bool say in `why` what went wrong where it is nullptr or false. Throws nothing.
struct OneDnnModule {
  const char* version;  ///< "2.6.3"
  /// Choose an implementation, and allocate nothing yet.
  OneDnnWork* (*convolution)(const OneDnnConvolution& shape, OneDnnMessage& why);
  OneDnnWork* (*matmul)(const OneDnnMatmul& shape, OneDnnMessage& why);
  const char* (*algorithm)(const OneDnnWork*);       ///< "brgconv:avx512_core; reorders X, W, Y"
  std::size_t (*workspaceBytes)(const OneDnnWork*);  ///< reordered tensors and scratchpad
  /// Generates the code and allocates the workspace, for tensors at these addresses.
  bool (*prepare)(OneDnnWork*, void* const* tensors, OneDnnMessage& why);
  /// Blocks. Where it fails the output is left full of NaN, which no check lets pass.
  void (*run)(OneDnnWork*);
  void (*destroy)(OneDnnWork*);
};

/// The one symbol of the module.
constexpr const char* kOneDnnModuleEntry = "strataOneDnnModule";
using OneDnnModuleEntry = const OneDnnModule*();

}  // namespace strata::inline library
