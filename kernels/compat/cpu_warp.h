#pragma once

// CUDA's warp functions for the CPU device, and for HIP-CPU. The lanes meet, and the one that comes last does the work
// of all (engine/backends/cpu/cpu_thread.h).

#include <cstdint>

#if defined(STRATA_HIP_CPU)
#include "kernels/compat/hip_cpu_block.h"
#else
#include "engine/backends/cpu/cpu_thread.h"
#endif

using LaneMask = unsigned long long;
constexpr LaneMask kFullMask = ~0ull;

namespace strata::cpu {

inline int lane() {
  const unsigned row = threadIdx.y + blockDim.y * threadIdx.z;
  return static_cast<int>(threadIdx.x + blockDim.x * row) & (warpSize - 1);
}

/// The number of each bit, for a loop over them. Inlined, so that a service of lanes is nothing but itself where every
/// step is watched.
struct LanesOf {
  std::uint64_t lanes;

  __attribute__((always_inline)) LanesOf begin() const { return *this; }
  __attribute__((always_inline)) LanesOf end() const { return {0}; }
  __attribute__((always_inline)) bool operator!=(const LanesOf& other) const { return lanes != other.lanes; }
  __attribute__((always_inline)) int operator*() const { return __builtin_ctzll(lanes); }
  __attribute__((always_inline)) void operator++() { lanes &= lanes - 1; }
};

/// Meets the lanes of the mask, and says so where every step is watched.
inline void meetLanes(LaneMask mask, void* operand, WarpService serve) {
#if defined(STRATA_OBSERVED)
  strata_observe_meeting(mask);
#endif
  meet(mask, operand, serve);
}

template <class T>
struct Shuffle {
  T value;     ///< what the lane gives
  int source;  ///< whose value it asks for
  T result;
  bool there = true;

  /// A lane that asks for one that is not there gets its own: CUDA leaves open what.
  STRATA_OF_DEVICE static void serve(std::uint64_t lanes, void* const* operands) {
    for (const int lane : LanesOf{lanes}) {
      auto& mine = *static_cast<Shuffle*>(operands[lane]);
      mine.there = (lanes >> mine.source & 1) != 0;
      mine.result = mine.there ? static_cast<Shuffle*>(operands[mine.source])->value : mine.value;
    }
  }
};

template <class T>
T shuffle(LaneMask mask, T value, int source) {
  Shuffle<T> operand{value, source, value};
  meetLanes(mask, &operand, Shuffle<T>::serve);
#if defined(STRATA_OBSERVED)
  if (!operand.there) strata_observe_missing_lane(source);
#endif
  return operand.result;
}

struct Vote {
  bool yes;
  LaneMask ayes, voters;

  STRATA_OF_DEVICE static void serve(std::uint64_t lanes, void* const* operands) {
    LaneMask ayes = 0;
    for (const int lane : LanesOf{lanes}) ayes |= LaneMask{static_cast<Vote*>(operands[lane])->yes} << lane;
    for (const int lane : LanesOf{lanes}) {
      static_cast<Vote*>(operands[lane])->ayes = ayes;
      static_cast<Vote*>(operands[lane])->voters = lanes;
    }
  }
};

inline Vote vote(LaneMask mask, bool yes) {
  Vote operand{yes, 0, 0};
  meetLanes(mask, &operand, Vote::serve);
  return operand;
}

inline void serveSync(std::uint64_t lanes, void* const*) {
#if defined(STRATA_OBSERVED)
  strata_observe_met(lanes);
#else
  (void)lanes;
#endif
}

}  // namespace strata::cpu

// `width` is a power of two up to warpSize: the warp falls into groups of so many lanes.

template <class T>
T __shfl_sync(LaneMask mask, T value, int source, int width = warpSize) {
  const int lane = strata::cpu::lane();
  return strata::cpu::shuffle(mask, value, (lane & -width) + (source & (width - 1)));
}
template <class T>
T __shfl_up_sync(LaneMask mask, T value, unsigned delta, int width = warpSize) {
  const int lane = strata::cpu::lane(), source = lane - static_cast<int>(delta);
  return strata::cpu::shuffle(mask, value, source < (lane & -width) ? lane : source);
}
template <class T>
T __shfl_down_sync(LaneMask mask, T value, unsigned delta, int width = warpSize) {
  const int lane = strata::cpu::lane(), source = lane + static_cast<int>(delta);
  return strata::cpu::shuffle(mask, value, source > (lane | (width - 1)) ? lane : source);
}
/// Lanes of lower groups may be asked too, those of higher ones not.
template <class T>
T __shfl_xor_sync(LaneMask mask, T value, int laneMask, int width = warpSize) {
  const int lane = strata::cpu::lane(), source = lane ^ laneMask;
  return strata::cpu::shuffle(mask, value, source > (lane | (width - 1)) ? lane : source);
}

inline LaneMask __ballot_sync(LaneMask mask, int predicate) {
  return strata::cpu::vote(mask, predicate != 0).ayes;
}
inline int __any_sync(LaneMask mask, int predicate) {
  return strata::cpu::vote(mask, predicate != 0).ayes != 0;
}
inline int __all_sync(LaneMask mask, int predicate) {
  const strata::cpu::Vote vote = strata::cpu::vote(mask, predicate != 0);
  return vote.ayes == vote.voters;
}
/// Which lanes run together is the processor's business, and on this one each thread runs alone.
inline LaneMask __activemask() {
  return LaneMask{1} << strata::cpu::lane();
}
inline void __syncwarp(LaneMask mask = kFullMask) {
  strata::cpu::meetLanes(mask, nullptr, strata::cpu::serveSync);
}
