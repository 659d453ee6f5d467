#pragma once

#include <string_view>

namespace strata::inline trace::arg {

/// Of a compiler's slice: the kernels it made, "matmul_tiled<32>, mine".
inline constexpr std::string_view kKernels = "kernels";

}  // namespace strata::inline trace::arg
