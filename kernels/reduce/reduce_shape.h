#pragma once

namespace strata::inline kernels {

inline constexpr int kReduceBlock = 256;        ///< threads of a block
inline constexpr int kReduceLoads = 4;          ///< loads a thread of the last two kernels has on its way at once
inline constexpr int kReduceMostBlocks = 2048;  ///< of those kernels' first launch

}  // namespace strata::inline kernels
