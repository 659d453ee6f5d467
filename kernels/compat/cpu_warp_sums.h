#pragma once

// CUDA's warp functions that compare and add up the values of all lanes of a mask, and those without a mask that older
// kernels and HIP have, for the CPU device.

#include "kernels/compat/cpu_warp.h"
#include "kernels/compat/lane_joins.h"

namespace strata::cpu {

template <class T>
struct Match {
  T value;
  LaneMask same, voters;

  STRATA_OF_DEVICE static void serve(std::uint64_t lanes, void* const* operands) {
    for (const int lane : LanesOf{lanes}) {
      auto& mine = *static_cast<Match*>(operands[lane]);
      mine.same = 0;
      mine.voters = lanes;
      for (const int other : LanesOf{lanes})
        mine.same |= LaneMask{static_cast<Match*>(operands[other])->value == mine.value} << other;
    }
  }
};

template <class T>
Match<T> match(LaneMask mask, T value) {
  Match<T> operand{value, 0, 0};
  meetLanes(mask, &operand, Match<T>::serve);
  return operand;
}

template <class T, class Join>
struct LaneSum {
  T value, result;

  STRATA_OF_DEVICE static void serve(std::uint64_t lanes, void* const* operands) {
    bool first = true;
    T sum{};
    for (const int lane : LanesOf{lanes}) {
      const T& value = static_cast<LaneSum*>(operands[lane])->value;
      sum = first ? value : Join{}(sum, value);
      first = false;
    }
    for (const int lane : LanesOf{lanes}) static_cast<LaneSum*>(operands[lane])->result = sum;
  }
};

}  // namespace strata::cpu

namespace strata::lanes {

/// The number of the lane that runs.
inline int own() {
  return cpu::lane();
}

/// All values of the mask's lanes in one, in the order of the lanes; for each the same.
template <class Join, class T>
T join(LaneMask mask, T value) {
  cpu::LaneSum<T, Join> operand{value, value};
  cpu::meetLanes(mask, &operand, cpu::LaneSum<T, Join>::serve);
  return operand.result;
}

}  // namespace strata::lanes

/// The lanes of the mask that have the same value.
template <class T>
LaneMask __match_any_sync(LaneMask mask, T value) {
  return strata::cpu::match(mask, value).same;
}
/// The mask, where all of its lanes have one value; else 0.
template <class T>
LaneMask __match_all_sync(LaneMask mask, T value, int* all) {
  const strata::cpu::Match<T> match = strata::cpu::match(mask, value);
  *all = match.same == match.voters;
  return *all ? match.voters : 0;
}

#include "kernels/compat/lane_reductions.h"

// Without a mask: all lanes that live take part, as they do where a warp is not in a branch.
template <class T>
T __shfl(T value, int source, int width = warpSize) {
  return __shfl_sync(kFullMask, value, source, width);
}
template <class T>
T __shfl_up(T value, unsigned delta, int width = warpSize) {
  return __shfl_up_sync(kFullMask, value, delta, width);
}
template <class T>
T __shfl_down(T value, unsigned delta, int width = warpSize) {
  return __shfl_down_sync(kFullMask, value, delta, width);
}
template <class T>
T __shfl_xor(T value, int laneMask, int width = warpSize) {
  return __shfl_xor_sync(kFullMask, value, laneMask, width);
}
inline LaneMask __ballot(int predicate) {
  return __ballot_sync(kFullMask, predicate);
}
inline int __any(int predicate) {
  return __any_sync(kFullMask, predicate);
}
inline int __all(int predicate) {
  return __all_sync(kFullMask, predicate);
}
