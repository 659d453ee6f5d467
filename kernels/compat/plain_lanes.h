#pragma once

// Lanes as four numbers, for GPUs and for the build whose every load is watched. What they do is in lanes.h.

constexpr int kLanes = 4;

struct Lanes {
  float of[kLanes];
};

#define STRATA_LANES_OPERATOR(op)                                       \
  __device__ inline Lanes operator op(const Lanes& a, const Lanes& b) { \
    Lanes result;                                                       \
    for (int i = 0; i < kLanes; ++i) result.of[i] = a.of[i] op b.of[i]; \
    return result;                                                      \
  }

STRATA_LANES_OPERATOR(+)
STRATA_LANES_OPERATOR(-)
STRATA_LANES_OPERATOR(*)
STRATA_LANES_OPERATOR(/)
#undef STRATA_LANES_OPERATOR

__device__ inline Lanes lanesOf(float x) {
  Lanes result;
  for (int i = 0; i < kLanes; ++i) result.of[i] = x;
  return result;
}

template <class T>
__device__ inline Lanes loadLanes(const T* from, int count = kLanes) {
  Lanes result;
  for (int i = 0; i < kLanes; ++i) result.of[i] = i < count ? float(from[i]) : 0.0f;
  return result;
}

__device__ inline void storeLanes(float* to, const Lanes& value, int count = kLanes) {
  for (int i = 0; i < count; ++i) to[i] = value.of[i];
}

__device__ inline float lanesSum(const Lanes& v) {
  return (v.of[0] + v.of[2]) + (v.of[1] + v.of[3]);
}

__device__ inline float lanesMax(const Lanes& v) {
  return fmaxf(fmaxf(v.of[0], v.of[1]), fmaxf(v.of[2], v.of[3]));
}

__device__ inline void lanesSums(float* to, const Lanes* v) {
  for (int i = 0; i < 8; ++i) to[i] = lanesSum(v[i]);
}

__device__ inline Lanes lanesGreater(const Lanes& a, const Lanes& b) {
  Lanes result;
  for (int i = 0; i < kLanes; ++i) result.of[i] = a.of[i] > b.of[i] ? a.of[i] : b.of[i];
  return result;
}

__device__ inline Lanes lanesExp(const Lanes& v) {
  Lanes result;
  for (int i = 0; i < kLanes; ++i) result.of[i] = fmaxf(expf(fminf(v.of[i], 88.0f)), 1.17549435e-38f);
  return result;
}
