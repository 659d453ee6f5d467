#pragma once

#include <cstdint>

// Sizes that launches and counts share with the kernels' texts.

namespace strata::inline kernels {

inline constexpr std::uint32_t kAttentionNaiveBlock = 16;  ///< edge of the naive kernels' blocks
inline constexpr std::uint32_t kAttentionSoftmaxBlock = 64;
inline constexpr std::int64_t kAttentionMaxDim = 128;       ///< of all steps but the naive one
inline constexpr std::uint32_t kAttentionStreamedRows = 1;  ///< queries of a block
inline constexpr std::uint32_t kAttentionFusedRows = 8;     ///< queries of a block
inline constexpr std::uint32_t kAttentionSplitKeys = 256;   ///< keys of a block
inline constexpr std::uint32_t kAttentionSplitThreads = 64;
inline constexpr std::uint32_t kAttentionRegisterRows = 64;  ///< queries of a block

}  // namespace strata::inline kernels
