#pragma once

namespace strata {

inline constexpr int kElementwiseBlock = 256;  ///< threads of a block
inline constexpr int kElementwisePiece = 256;  ///< elements of a thread that computes in lanes

}  // namespace strata
