#pragma once

#include <cstdint>

namespace strata::inline kernels {

inline constexpr int kConv2dBlock = 256;           ///< threads of a block where each works by itself
inline constexpr int kConv2dTileWidth = 32;        ///< outputs of a block of the tiled kernel, along a row
inline constexpr int kConv2dTileHeight = 8;        ///< and down a column
inline constexpr int kConv2dFiltersPerThread = 8;  ///< of the tiled kernel
inline constexpr int kConv2dDepth = 8;             ///< products of each sum in one tile of the matrix products
inline constexpr int kConv2dEach = 8;              ///< a thread of theirs has 8 × 8 sums
inline constexpr int kConv2dColumns = 128;         ///< outputs of a block of theirs
inline constexpr int kConv2dFewFilters = 32;       ///< filters of a block of theirs where a group has no more,
inline constexpr int kConv2dManyFilters = 64;      ///< and where it has more

constexpr std::int64_t conv2dBlockFilters(std::int64_t filters) {
  return filters <= kConv2dFewFilters ? kConv2dFewFilters : kConv2dManyFilters;
}

}  // namespace strata::inline kernels
