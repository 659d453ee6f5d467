#pragma once

#include "kernels/operation/problem.h"

namespace strata::inline kernels {

inline constexpr int kColours = 256;

/// The colour of a value is the one at value · scale + offset: the first for `low`, just beyond the last for `high`.
struct ColourmapScale {
  float scale = 1, offset = 0;
  explicit ColourmapScale(const Problem& problem);
};

}  // namespace strata::inline kernels
