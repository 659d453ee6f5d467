#pragma once

// Numbers side by side, as many as one register of the processor's vector unit holds: for the steps that are
// for processors, where a "thread" works alone and its width is that of its registers. Every device can run them; only
// the processor's own compiler makes them fast.
//
//   kLanes                  4, 8 or 16, by the level of the instruction set; 4 on GPUs
//   Lanes                   kLanes floats: + - * /, each lane for itself
//   lanesOf(x)              x in every lane
//   loadLanes(p)            p[0] … p[kLanes − 1], no alignment needed; half, bfloat16 and signed char become float
//   loadLanes(p, count)     the first `count`; 0 in the others, whose memory is not touched; of float and half
//   storeLanes(p, v), storeLanes(p, v, count)
//   lanesSum(v), lanesMax(v)                of one
//   lanesSums(to, v)        to[i] = lanesSum(v[i]) for eight at once, which costs little more than one
//   lanesGreater(a, b)      the greater of each lane
//   lanesExp(v)             eˣ; what is below e⁻⁸⁷ is 2⁻¹²⁶, above e⁸⁸ it grows no further

#if defined(STRATA_DEVICE_CPU) && !defined(STRATA_OBSERVED)
#include "kernels/compat/cpu_lanes.h"
#else
#include "kernels/compat/plain_lanes.h"
#endif

/// sum += a · b.
__device__ inline void lanesAdd(Lanes& sum, const Lanes& a, const Lanes& b) {
  sum = sum + a * b;
}
