#pragma once

#include <string>

namespace strata::inline microscope {

/// A line of a kernel's text.
struct SourceLine {
  std::string file;  ///< "kernels/matmul/tiled.cuh"; empty where the program does not know
  int line = 0;

  friend auto operator<=>(const SourceLine&, const SourceLine&) = default;  // NOLINT(modernize-use-nullptr)
};

}  // namespace strata::inline microscope
