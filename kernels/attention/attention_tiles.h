#pragma once

#include <cstdint>

// Sizes that launches and counts share with the kernels' texts.

namespace strata::inline kernels {

inline constexpr std::uint32_t kAttentionNaiveBlock = 16;  ///< edge of the naive kernels' blocks
inline constexpr std::uint32_t kAttentionSoftmaxBlock = 64;
inline constexpr std::int64_t kAttentionMaxDim = 128;        ///< of all steps but the naive one
inline constexpr std::uint32_t kAttentionStreamedRows = 1;   ///< queries of a block
inline constexpr std::uint32_t kAttentionFusedRows = 8;      ///< queries of a block
inline constexpr std::int64_t kAttentionUnsplitKeys = 1024;  ///< no more are quicker in one block than split
inline constexpr std::int64_t kAttentionSplitKeys = 256;     ///< keys of a block where they are
inline constexpr std::int64_t kAttentionSplitThreads = 256;
inline constexpr std::int64_t kAttentionLaneElements = 16;   ///< of a key
inline constexpr std::uint32_t kAttentionRegisterRows = 64;  ///< queries of a block

/// Of attention_ring in specialised.cuh: 128 queries, and a ring of tiles of 128 keys or values, a side of dim padded
/// to whole boxes of 64 × 64.
struct AttentionRing {
  static constexpr std::int64_t kRows = 128, kKeys = 128, kBox = 64, kStages = 4, kThreads = 288, kElementBytes = 2;
  std::int64_t width;

  explicit constexpr AttentionRing(std::int64_t dim) : width(dim <= kBox ? kBox : 2 * kBox) {}
  constexpr std::int64_t bytes() const {
    constexpr std::int64_t kBarriers = (1 + 2 * kStages) * 8;
    return (kRows + kStages * kKeys) * width * kElementBytes + kBarriers;
  }
};

/// The keys that a block of attention_split takes, of so many.
constexpr std::int64_t attentionShare(std::int64_t keys) {
  return keys <= kAttentionUnsplitKeys ? kAttentionUnsplitKeys : kAttentionSplitKeys;
}

}  // namespace strata::inline kernels
