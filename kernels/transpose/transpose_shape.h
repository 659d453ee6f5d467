#pragma once

namespace strata::inline kernels {

inline constexpr int kTransposeTile = 32;  ///< edge of a tile: a row of it is a warp's
inline constexpr int kTransposeRows = 4;   ///< rows of a block of threads; each thread moves tile / rows elements

}  // namespace strata::inline kernels
