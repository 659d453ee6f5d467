#pragma once

namespace strata::inline kernels {

inline constexpr int kElementwiseBlock = 256;   ///< threads of a block
inline constexpr int kElementwisePiece = 256;   ///< elements of a thread that computes in lanes
inline constexpr int kElementwiseRopeRows = 8;  ///< of rope, rows of such a thread

}  // namespace strata::inline kernels
