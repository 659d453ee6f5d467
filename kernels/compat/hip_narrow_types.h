#pragma once

// CUDA's functions of bf16, where HIP does not have them: before ROCm 6. Each rounds once, to nearest even.

struct alignas(4) bfloat162 {
  bfloat16 x, y;
};
using __nv_bfloat16 = bfloat16;
using __nv_bfloat162 = bfloat162;
using nv_bfloat16 = bfloat16;
using nv_bfloat162 = bfloat162;

__device__ inline bfloat16 __float2bfloat16(float x) {
  return bfloat16(x);
}
__device__ inline bfloat16 __float2bfloat16_rn(float x) {
  return bfloat16(x);
}
__device__ inline float __bfloat162float(bfloat16 x) {
  return float(x);
}
__device__ inline bfloat162 __floats2bfloat162_rn(float x, float y) {
  return {bfloat16(x), bfloat16(y)};
}
__device__ inline bfloat162 __float2bfloat162_rn(float x) {
  return {bfloat16(x), bfloat16(x)};
}
__device__ inline bfloat162 __float22bfloat162_rn(float2 v) {
  return {bfloat16(v.x), bfloat16(v.y)};
}
__device__ inline float2 __bfloat1622float2(bfloat162 v) {
  return make_float2(float(v.x), float(v.y));
}
__device__ inline float __low2float(bfloat162 v) {
  return float(v.x);
}
__device__ inline float __high2float(bfloat162 v) {
  return float(v.y);
}

#define STRATA_BFLOAT16(one, two, expression)                 \
  __device__ inline bfloat16 one(bfloat16 a, bfloat16 b) {    \
    const float x = float(a), y = float(b);                   \
    return bfloat16(expression);                              \
  }                                                           \
  __device__ inline bfloat162 two(bfloat162 a, bfloat162 b) { \
    return {one(a.x, b.x), one(a.y, b.y)};                    \
  }
STRATA_BFLOAT16(__hadd, __hadd2, x + y)
STRATA_BFLOAT16(__hsub, __hsub2, x - y)
STRATA_BFLOAT16(__hmul, __hmul2, x* y)
STRATA_BFLOAT16(__hdiv, __h2div, x / y)
STRATA_BFLOAT16(__hmax, __hmax2, fmaxf(x, y))
STRATA_BFLOAT16(__hmin, __hmin2, fminf(x, y))
#undef STRATA_BFLOAT16

__device__ inline bfloat16 __hfma(bfloat16 a, bfloat16 b, bfloat16 c) {
  return bfloat16(fmaf(float(a), float(b), float(c)));
}
__device__ inline bfloat162 __hfma2(bfloat162 a, bfloat162 b, bfloat162 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
