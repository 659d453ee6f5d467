#pragma once

namespace strata::inline kernels {

inline constexpr int kSaxpyBlock = 256;        ///< threads of a block
inline constexpr int kSaxpyMostBlocks = 4096;  ///< of the grid-stride kernel: several for every SM there is

}  // namespace strata::inline kernels
