#pragma once

// CUDA's warp functions that compare and add up the values of all lanes of a mask, for HIP.

#include "kernels/compat/hip_warp_names.h"
#include "kernels/compat/lane_joins.h"

namespace strata::lanes {

/// The number of the lane that runs.
__device__ inline int own() {
  return static_cast<int>(__lane_id());
}

/// Calls visit(lane, value of the lane) for those of the mask that are here.
template <class T, class Visit>
__device__ void forEach(LaneMask mask, T value, Visit visit) {
  for (LaneMask left = mask & __activemask(); left != 0; left &= left - 1) {
    const int lane = __ffsll(static_cast<unsigned long long>(left)) - 1;
    visit(lane, __shfl(value, lane));
  }
}

/// All values of the mask's lanes in one, in the order of the lanes; for each the same.
template <class Join, class T>
__device__ T join(LaneMask mask, T value) {
  bool first = true;
  T sum = value;
  forEach(mask, value, [&](int, const T& other) {
    sum = first ? other : Join{}(sum, other);
    first = false;
  });
  return sum;
}

}  // namespace strata::lanes

template <class T>
__device__ LaneMask __match_any_sync(LaneMask mask, T value) {
  LaneMask same = 0;
  strata::lanes::forEach(mask, value, [&](int lane, const T& other) { same |= LaneMask{other == value} << lane; });
  return same;
}
template <class T>
__device__ LaneMask __match_all_sync(LaneMask mask, T value, int* all) {
  const LaneMask same = __match_any_sync(mask, value);
  *all = same == (mask & __activemask());
  return *all ? same : 0;
}

#include "kernels/compat/lane_reductions.h"
