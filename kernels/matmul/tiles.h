#pragma once

namespace strata::inline kernels {

inline constexpr int kMatmulTile = 32;  ///< edge of the tiled kernel's tiles and blocks

}  // namespace strata::inline kernels
