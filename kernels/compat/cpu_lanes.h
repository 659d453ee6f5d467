#pragma once

// Lanes as a register of the processor. What they do is in lanes.h.

#include <immintrin.h>

#if defined(__AVX512F__)
constexpr int kLanes = 16;
#elif defined(__AVX2__)
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif

using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));
using LaneBits = unsigned __attribute__((vector_size(kLanes * sizeof(float))));
using LaneIntegers = int __attribute__((vector_size(kLanes * sizeof(float))));
#if defined(__AVX512F__)
// A mask where none is needed: of functions without one GCC 12 says that they read what was never written.
constexpr __mmask16 kEveryLane = 0xFFFF;
#endif

#define STRATA_LANES inline __attribute__((always_inline))

STRATA_LANES Lanes lanesOf(float x) {
  return x - Lanes{};
}

STRATA_LANES Lanes loadLanes(const float* from) {
  Lanes result;
  __builtin_memcpy(&result, from, sizeof(result));
  return result;
}

STRATA_LANES void storeLanes(float* to, const Lanes& value) {
  __builtin_memcpy(to, &value, sizeof(value));
}

STRATA_LANES Lanes loadLanes(const half* from) {
#if defined(__AVX512F__)
  return (Lanes)_mm512_maskz_cvtph_ps(kEveryLane, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
#elif defined(__AVX2__)
  return (Lanes)_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
#else
  return Lanes{float(from[0]), float(from[1]), float(from[2]), float(from[3])};
#endif
}

STRATA_LANES Lanes loadLanes(const bfloat16* from) {
#if defined(__AVX512F__)
  const __m256i bits = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  return (Lanes)((LaneBits)_mm512_maskz_cvtepu16_epi32(kEveryLane, bits) << 16);
#elif defined(__AVX2__)
  return (Lanes)((LaneBits)_mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))) << 16);
#else
  return Lanes{float(from[0]), float(from[1]), float(from[2]), float(from[3])};
#endif
}

STRATA_LANES Lanes loadLanes(const signed char* from) {
#if defined(__AVX512F__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  return __builtin_convertvector((LaneIntegers)_mm512_maskz_cvtepi8_epi32(kEveryLane, bytes), Lanes);
#elif defined(__AVX2__)
  return __builtin_convertvector((LaneIntegers)_mm256_cvtepi8_epi32(_mm_loadu_si64(from)), Lanes);
#else
  return Lanes{float(from[0]), float(from[1]), float(from[2]), float(from[3])};
#endif
}

STRATA_LANES Lanes loadLanes(const float* from, int count) {
#if defined(__AVX512F__)
  return (Lanes)_mm512_maskz_loadu_ps(static_cast<__mmask16>((1u << count) - 1), from);
#else
  Lanes result = {};
  for (int i = 0; i < count; ++i) result[i] = from[i];
  return result;
#endif
}

STRATA_LANES Lanes loadLanes(const half* from, int count) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  const __m256i bits = _mm256_maskz_loadu_epi16(static_cast<__mmask16>((1u << count) - 1), from);
  return (Lanes)_mm512_maskz_cvtph_ps(kEveryLane, bits);
#else
  Lanes result = {};
  for (int i = 0; i < count; ++i) result[i] = float(from[i]);
  return result;
#endif
}

STRATA_LANES void storeLanes(float* to, const Lanes& value, int count) {
#if defined(__AVX512F__)
  _mm512_mask_storeu_ps(to, static_cast<__mmask16>((1u << count) - 1), (__m512)value);
#else
  for (int i = 0; i < count; ++i) to[i] = value[i];
#endif
}

#if defined(__AVX2__)
STRATA_LANES __m256 folded(const Lanes& v) {
#if defined(__AVX512F__)
  return (__m256)(__builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7) +
                  __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15));
#else
  return (__m256)v;
#endif
}
#endif

STRATA_LANES float lanesSum(const Lanes& v) {
#if defined(__AVX2__)
  const __m256 eight = folded(v);
  const __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
  const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
#else
  return (v[0] + v[2]) + (v[1] + v[3]);
#endif
}

#if defined(__AVX512F__)
// Each folds two at once: the sums of the one and of the other, half as many of each, share a register.
STRATA_LANES Lanes foldedHalves(const Lanes& a, const Lanes& b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31) +
         __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23);
}

STRATA_LANES Lanes foldedPairs(const Lanes& a, const Lanes& b) {
  return __builtin_shufflevector(a, b, 0, 1, 18, 19, 4, 5, 22, 23, 8, 9, 26, 27, 12, 13, 30, 31) +
         __builtin_shufflevector(a, b, 2, 3, 16, 17, 6, 7, 20, 21, 10, 11, 24, 25, 14, 15, 28, 29);
}

STRATA_LANES Lanes foldedNeighbours(const Lanes& a, const Lanes& b) {
  return __builtin_shufflevector(a, b, 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30) +
         __builtin_shufflevector(a, b, 1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31);
}
#endif

STRATA_LANES void lanesSums(float* to, const Lanes* v) {
#if defined(__AVX512F__)
  const Lanes first = foldedPairs(foldedHalves(v[0], v[4]), foldedHalves(v[1], v[5]));
  const Lanes second = foldedPairs(foldedHalves(v[2], v[6]), foldedHalves(v[3], v[7]));
  const Lanes both = foldedNeighbours(first, second);
  const auto sums = __builtin_shufflevector(both, both, 0, 1, 2, 3, 8, 9, 10, 11) +
                    __builtin_shufflevector(both, both, 4, 5, 6, 7, 12, 13, 14, 15);
  __builtin_memcpy(to, &sums, sizeof(sums));
#elif defined(__AVX2__)
  const __m256 first = _mm256_hadd_ps(_mm256_hadd_ps(v[0], v[1]), _mm256_hadd_ps(v[2], v[3]));
  const __m256 second = _mm256_hadd_ps(_mm256_hadd_ps(v[4], v[5]), _mm256_hadd_ps(v[6], v[7]));
  const __m256 sums =
      _mm256_add_ps(_mm256_permute2f128_ps(first, second, 0x20), _mm256_permute2f128_ps(first, second, 0x31));
  _mm256_storeu_ps(to, sums);
#else
  for (int i = 0; i < 8; ++i) to[i] = lanesSum(v[i]);
#endif
}

STRATA_LANES Lanes lanesGreater(const Lanes& a, const Lanes& b) {
  return a > b ? a : b;
}

STRATA_LANES float lanesMax(Lanes v) {
  for (int distance = kLanes / 2; distance > 0; distance /= 2) {
    Lanes other = v;
    for (int i = 0; i < distance; ++i) other[i] = v[i + distance];
    v = lanesGreater(v, other);
  }
  return v[0];
}

/// 2ⁿ · 2ᶠ with n whole and f in −½ … ½.
STRATA_LANES Lanes lanesExp(const Lanes& v) {
  const Lanes wanted = lanesGreater(v * 1.44269504f, lanesOf(-126.0f)), most = lanesOf(127.0f);
  const Lanes power = wanted < most ? wanted : most;
  const Lanes shifted = power + 12582912.0f;  // 1.5 · 2²³: what is behind the point falls off
  const Lanes f = power - (shifted - 12582912.0f);
  const Lanes fraction =
      1.0f + f * (0.6931472067f +
                  f * (0.2402265092f +
                       f * (0.05550327227f + f * (0.009618056679f + f * (0.001340042818f + f * 0.000154614447f)))));
  return (Lanes)((LaneBits)fraction + ((LaneBits)shifted << 23));  // n · 2²³ more is 2ⁿ times as much
}
