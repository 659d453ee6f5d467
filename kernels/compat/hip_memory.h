#pragma once

// What CUDA does to memory and HIP lacks: loads and stores with a hint for the caches, and some atomics.

#include <type_traits>

#define STRATA_LOAD(name)               \
  template <class T>                    \
  __device__ T name(const T* address) { \
    return *address;                    \
  }
STRATA_LOAD(__ldca)
STRATA_LOAD(__ldcg)
STRATA_LOAD(__ldcs)
STRATA_LOAD(__ldcv)
STRATA_LOAD(__ldlu)
#undef STRATA_LOAD

#define STRATA_STORE(name)                                                         \
  template <class T>                                                               \
  __device__ void name(T* address, typename std::enable_if<true, T>::type value) { \
    *address = value;                                                              \
  }
STRATA_STORE(__stcg)
STRATA_STORE(__stcs)
STRATA_STORE(__stwb)
STRATA_STORE(__stwt)
#undef STRATA_STORE

namespace strata::hip {

/// Changes a word as one step: what was there before.
template <class Word, class Change>
__device__ Word atomicUpdate(Word* address, Change change) {
  Word seen = *address;
  for (;;) {
    const Word before = atomicCAS(address, seen, change(seen));
    if (before == seen) return before;
    seen = before;
  }
}

/// The same for two bytes in the word of four they lie in.
template <class Change>
__device__ unsigned short atomicUpdateHalf(void* address, Change change) {
  const auto at = reinterpret_cast<unsigned long long>(address);
  const int shift = (at & 2) != 0 ? 16 : 0;
  const unsigned before = atomicUpdate(reinterpret_cast<unsigned*>(at & ~2ull), [=](unsigned word) {
    const auto own = static_cast<unsigned short>(word >> shift);
    return (word & ~(0xffffu << shift)) | static_cast<unsigned>(change(own)) << shift;
  });
  return static_cast<unsigned short>(before >> shift);
}

template <class To, class From>
__device__ To sameBits(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof(to));
  return to;
}

}  // namespace strata::hip

__device__ inline unsigned short atomicCAS(unsigned short* address, unsigned short expected, unsigned short value) {
  return strata::hip::atomicUpdateHalf(address, [=](unsigned short is) { return is == expected ? value : is; });
}
__device__ inline __half atomicAdd(__half* address, __half value) {
  using strata::hip::sameBits;
  return sameBits<__half>(strata::hip::atomicUpdateHalf(
      address, [=](unsigned short is) { return sameBits<unsigned short>(__hadd(sameBits<__half>(is), value)); }));
}
__device__ inline __half2 atomicAdd(__half2* address, __half2 value) {
  using strata::hip::sameBits;
  return sameBits<__half2>(strata::hip::atomicUpdate(reinterpret_cast<unsigned*>(address), [=](unsigned is) {
    return sameBits<unsigned>(__hadd2(sameBits<__half2>(is), value));
  }));
}
__device__ inline long long atomicMax(long long* address, long long value) {
  return static_cast<long long>(strata::hip::atomicUpdate(
      reinterpret_cast<unsigned long long*>(address),
      [=](unsigned long long is) { return static_cast<unsigned long long>(max(static_cast<long long>(is), value)); }));
}
__device__ inline long long atomicMin(long long* address, long long value) {
  return static_cast<long long>(strata::hip::atomicUpdate(
      reinterpret_cast<unsigned long long*>(address),
      [=](unsigned long long is) { return static_cast<unsigned long long>(min(static_cast<long long>(is), value)); }));
}

// For a block alone: the same with more to wait for.
#define STRATA_OF_BLOCK(name)                               \
  template <class T, class... Values>                       \
  __device__ T name##_block(T* address, Values... values) { \
    return name(address, values...);                        \
  }
STRATA_OF_BLOCK(atomicAdd)
STRATA_OF_BLOCK(atomicSub)
STRATA_OF_BLOCK(atomicMax)
STRATA_OF_BLOCK(atomicMin)
STRATA_OF_BLOCK(atomicExch)
STRATA_OF_BLOCK(atomicCAS)
STRATA_OF_BLOCK(atomicAnd)
STRATA_OF_BLOCK(atomicOr)
STRATA_OF_BLOCK(atomicXor)
#undef STRATA_OF_BLOCK

/// The products of four pairs of bytes, added up.
__device__ inline int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 32; i += 8) c += static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i);
  return c;
}
__device__ inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 0xff) * (b >> i & 0xff);
  return c;
}
