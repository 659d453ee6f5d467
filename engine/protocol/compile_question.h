#pragma once

#include <optional>
#include <string>

#include "engine/protocol/request.h"

namespace strata::inline protocol {

/// A variant's kernels, and what to compile them for.
struct CompileQuestion {
  std::string experiment, variant;    ///< "matmul", "tiled"
  std::string target;                 ///< "x86-64-v3", "sm_90", "gfx90a"
  std::optional<OwnKernel> own = {};  ///< compiled in the variant's place
  friend bool operator==(const CompileQuestion&, const CompileQuestion&) = default;
};

}  // namespace strata::inline protocol
