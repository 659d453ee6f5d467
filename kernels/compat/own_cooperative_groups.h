#pragma once

// Cooperative groups for the CPU device and for HIP: blocks, and lanes of a warp with their shuffles, votes and sums.

#include "kernels/compat/lane_joins.h"

namespace cooperative_groups {

class thread_block {
 public:
  __device__ static void sync() { __syncthreads(); }
  __device__ static unsigned thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  __device__ static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static unsigned num_threads() { return size(); }
  __device__ static dim3 group_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
  __device__ static dim3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
  __device__ static dim3 group_dim() { return {blockDim.x, blockDim.y, blockDim.z}; }
  __device__ static dim3 dim_threads() { return group_dim(); }
};
__device__ inline thread_block this_thread_block() {
  return {};
}

/// All threads of a launch. They cannot wait for each other.
class grid_group {
 public:
  __device__ static unsigned long long block_rank() {
    return blockIdx.x + gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z);
  }
  __device__ static unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  __device__ static unsigned long long size() { return num_blocks() * thread_block::size(); }
  __device__ static unsigned long long num_threads() { return size(); }
  __device__ static dim3 group_dim() { return {gridDim.x, gridDim.y, gridDim.z}; }
};
__device__ inline grid_group this_grid() {
  return {};
}

/// Some lanes of a warp, ranked in their order.
class lane_group {
 public:
  __device__ explicit lane_group(LaneMask lanes) : m_lanes(lanes) {}
  __device__ void sync() const { __syncwarp(m_lanes); }
  __device__ unsigned size() const { return static_cast<unsigned>(__popcll(m_lanes)); }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const {
    return static_cast<unsigned>(__popcll(m_lanes & ((LaneMask{1} << strata::lanes::own()) - 1)));
  }
  template <class T>
  __device__ T shfl(T value, int rank) const {
    return __shfl_sync(m_lanes, value, laneOf(static_cast<unsigned>(rank) % size()));
  }
  template <class T>
  __device__ T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank(), other = rank + delta;
    return __shfl_sync(m_lanes, value, laneOf(other < size() ? other : rank));
  }
  template <class T>
  __device__ T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return __shfl_sync(m_lanes, value, laneOf(rank < delta ? rank : rank - delta));
  }
  template <class T>
  __device__ T shfl_xor(T value, unsigned mask) const {
    const unsigned rank = thread_rank(), other = rank ^ mask;
    return __shfl_sync(m_lanes, value, laneOf(other < size() ? other : rank));
  }
  __device__ int any(int predicate) const { return __any_sync(m_lanes, predicate); }
  __device__ int all(int predicate) const { return __all_sync(m_lanes, predicate); }
  /// A bit for each rank.
  __device__ LaneMask ballot(int predicate) const { return ranksOf(__ballot_sync(m_lanes, predicate)); }
  template <class T>
  __device__ LaneMask match_any(T value) const {
    return ranksOf(__match_any_sync(m_lanes, value));
  }
  __device__ LaneMask lanes() const { return m_lanes; }

 private:
  __device__ int laneOf(unsigned rank) const {
    LaneMask lanes = m_lanes;
    while (rank-- > 0) lanes &= lanes - 1;
    return firstOf(lanes);
  }
  __device__ LaneMask ranksOf(LaneMask some) const {
    LaneMask ranks = 0;
    int rank = 0;
    for (LaneMask lanes = m_lanes; lanes != 0; lanes &= lanes - 1) ranks |= (some >> firstOf(lanes) & 1) << rank++;
    return ranks;
  }
  __device__ static int firstOf(LaneMask lanes) { return __ffsll(lanes) - 1; }

  LaneMask m_lanes;
};

/// So many neighbouring lanes as a tile has; the last one's may be fewer.
__device__ inline LaneMask tileLanes(unsigned size) {
  return (~LaneMask{0} >> (64 - size)) << (static_cast<unsigned>(strata::lanes::own()) & ~(size - 1));
}

/// A power of two of lanes, no more than a warp has.
template <unsigned Size, class Parent = thread_block>
class thread_block_tile : public lane_group {
 public:
  static_assert(Size <= 64 && (Size & (Size - 1)) == 0, "a tile is a part of a warp");
  __device__ thread_block_tile() : lane_group(tileLanes(Size)) {}
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static unsigned thread_rank() { return static_cast<unsigned>(strata::lanes::own()) % Size; }
  __device__ static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
  __device__ static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
};

template <unsigned Size, class Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

/// A group of which only the running program knows what it is.
class thread_group {
 public:
  __device__ thread_group(const thread_block&) : m_block(true), m_lanes(0) {}
  __device__ thread_group(const lane_group& lanes) : m_block(false), m_lanes(lanes) {}
  __device__ void sync() const { m_block ? thread_block::sync() : m_lanes.sync(); }
  __device__ unsigned size() const { return m_block ? thread_block::size() : m_lanes.size(); }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const { return m_block ? thread_block::thread_rank() : m_lanes.thread_rank(); }

 private:
  bool m_block;
  lane_group m_lanes;
};
/// `size`: as of a tile.
template <class Parent>
__device__ thread_group tiled_partition(const Parent&, unsigned size) {
  return lane_group(tileLanes(size));
}

using coalesced_group = lane_group;
/// The lanes that run together; on the CPU device each runs alone.
__device__ inline coalesced_group coalesced_threads() {
  return lane_group(__activemask());
}

/// Those of a group that say the same.
__device__ inline coalesced_group binary_partition(const lane_group& group, bool predicate) {
  const LaneMask ayes = __ballot_sync(group.lanes(), predicate);
  return lane_group(predicate ? ayes : group.lanes() & ~ayes);
}
template <class T>
__device__ coalesced_group labeled_partition(const lane_group& group, T label) {
  return lane_group(__match_any_sync(group.lanes(), label));
}

template <class Group>
__device__ void sync(const Group& group) {
  group.sync();
}

template <class T>
struct plus : strata::lanes::JoinAdd {};
template <class T>
struct less : strata::lanes::JoinMin {};
template <class T>
struct greater : strata::lanes::JoinMax {};
template <class T>
struct bit_and : strata::lanes::JoinAnd {};
template <class T>
struct bit_or : strata::lanes::JoinOr {};
template <class T>
struct bit_xor : strata::lanes::JoinXor {};

/// In the order of the lanes.
template <class T, class Join>
__device__ T reduce(const lane_group& group, T value, Join) {
  return strata::lanes::join<Join>(group.lanes(), value);
}

}  // namespace cooperative_groups
