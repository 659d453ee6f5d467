#pragma once

namespace strata::inline kernels {

inline constexpr int kCopyBlock = 256;  ///< threads of a block
inline constexpr int kCopyLoads = 4;    ///< float4 a thread of the unrolled kernel has on the way at once

}  // namespace strata::inline kernels
