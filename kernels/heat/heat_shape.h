#pragma once

namespace strata::inline kernels {

inline constexpr int kHeatTile = 32;         ///< edge of a tile; a row of it is a warp's
inline constexpr int kHeatRows = 8;          ///< rows of a block of threads
inline constexpr int kHeatRegionWidth = 64;  ///< of what a block of `several` holds: its tile and the halo around it
inline constexpr int kHeatRegionHeight = 32;
inline constexpr int kHeatRegionRows = 4;  ///< rows of its block of threads
inline constexpr int kHeatMostSteps = 4;   ///< time steps of one launch

}  // namespace strata::inline kernels
