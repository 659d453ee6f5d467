#pragma once

#include <string_view>

namespace strata::inline trace {
namespace arg {

/// Of a compiler's slice: the kernels it made, "matmul_tiled<32>, mine".
inline constexpr std::string_view kKernels = "kernels";

}  // namespace arg
}  // namespace strata::inline trace
