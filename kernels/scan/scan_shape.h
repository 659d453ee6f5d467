#pragma once

namespace strata::inline kernels {

inline constexpr int kScanTile = 1024;            ///< elements of a block
inline constexpr int kScanFours = kScanTile / 4;  ///< threads of a block whose threads take four elements each
inline constexpr int kScanAddBlock = 256;         ///< threads of a block that adds prefixes
inline constexpr int kScanMostPieces = 64;        ///< for the threads of a processor

}  // namespace strata::inline kernels
