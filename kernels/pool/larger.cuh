// The larger of two numbers; where one is NaN, so is the result, while fmaxf would take the other: what went wrong in a
// network is to show at its end.

#pragma once

__device__ inline float poolLarger(float a, float b) {
  return b > a || b != b ? b : a;  // only NaN differs from itself
}
