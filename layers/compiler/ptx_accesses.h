#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strata::inline compiler {

/// An instruction of a PTX text that loads or stores, and the line of a kernel's text (*.cuh) it was made of: what was
/// inlined from other files counts for the line that calls it. An atomic update is a store.
struct PtxAccess {
  enum class Space : std::uint8_t { Global, Shared, Any };
  std::string symbol;  ///< of the kernel, as the compiler mangled it
  std::string file;    ///< "kernels/matmul/vectorised.cuh"
  int line = 0;
  Space space = Space::Any;  ///< Any: the instruction does not say
  bool store = false;
  std::uint32_t bytes = 0;  ///< a lane
};

/// Of a text with line numbers (-lineinfo), in its order. Without those to a thread's own memory and to parameters.
std::vector<PtxAccess> ptxAccesses(std::string_view ptx);

/// What made the text, and for what: "nvcc 13.0, sm_90".
std::string ptxOrigin(std::string_view ptx);

}  // namespace strata::inline compiler
