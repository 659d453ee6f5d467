#pragma once

// CUDA's reads with a hint for the caches, and what it does to bits and integers, for the CPU device.

#include <bit>
#include <cstdint>

// The caches of a processor take no hints like these.
#define STRATA_LOAD(name)    \
  template <class T>         \
  T name(const T* address) { \
    return *address;         \
  }
STRATA_LOAD(__ldg)
STRATA_LOAD(__ldca)
STRATA_LOAD(__ldcg)
STRATA_LOAD(__ldcs)
STRATA_LOAD(__ldcv)
STRATA_LOAD(__ldlu)
#undef STRATA_LOAD

#define STRATA_STORE(name)                               \
  template <class T>                                     \
  void name(T* address, std::type_identity_t<T> value) { \
    *address = value;                                    \
  }
STRATA_STORE(__stcg)
STRATA_STORE(__stcs)
STRATA_STORE(__stwb)
STRATA_STORE(__stwt)
#undef STRATA_STORE

inline int __popc(unsigned x) {
  return std::popcount(x);
}
inline int __popcll(unsigned long long x) {
  return std::popcount(x);
}
/// Number of the lowest bit that is set, from 1; 0 where none is.
inline int __ffs(int x) {
  return __builtin_ffs(x);
}
inline int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
/// Zeros above the highest bit that is set.
inline int __clz(int x) {
  return std::countl_zero(static_cast<unsigned>(x));
}
inline int __clzll(long long x) {
  return std::countl_zero(static_cast<unsigned long long>(x));
}
/// The bits in the other order.
inline unsigned __brev(unsigned x) {
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1) << (31 - bit);
  return reversed;
}
inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}
/// Four of the eight bytes of y:x, chosen by the hexadecimal digits of `select`.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned select) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(y) << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) result |= static_cast<unsigned>(bytes >> (select >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return result;
}
/// hi:lo, shifted, and the upper (left) or lower (right) half of that; with c not by more than 32.
inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(hi) << 32 | lo) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(hi) << 32 | lo) >> (shift & 31));
}
inline unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}

/// The upper half of a product.
inline int __mulhi(int x, int y) {
  return static_cast<int>(static_cast<std::int64_t>(x) * y >> 32);
}
inline unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<std::uint64_t>(x) * y >> 32);
}
__extension__ typedef __int128 StrataInt128;
__extension__ typedef unsigned __int128 StrataUnsigned128;
inline long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<StrataInt128>(x) * y >> 64);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<StrataUnsigned128>(x) * y >> 64);
}
/// Of the lower 24 bits of each.
inline int __mul24(int x, int y) {
  const auto low = [](int value) { return static_cast<int>(static_cast<unsigned>(value) << 8) >> 8; };
  return static_cast<int>(static_cast<unsigned>(low(x)) * static_cast<unsigned>(low(y)));
}
inline unsigned __umul24(unsigned x, unsigned y) {
  return (x & 0xffffff) * (y & 0xffffff);
}
/// |x − y| + z
inline unsigned __sad(int x, int y, unsigned z) {
  return (x > y ? static_cast<unsigned>(x) - static_cast<unsigned>(y)
                : static_cast<unsigned>(y) - static_cast<unsigned>(x)) +
         z;
}
inline unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return (x > y ? x - y : y - x) + z;
}
/// The mean of two, rounded down; with r up.
inline int __hadd(int x, int y) {
  return static_cast<int>((static_cast<std::int64_t>(x) + y) >> 1);
}
inline int __rhadd(int x, int y) {
  return static_cast<int>((static_cast<std::int64_t>(x) + y + 1) >> 1);
}
inline unsigned __uhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(x) + y) >> 1);
}
inline unsigned __urhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(x) + y + 1) >> 1);
}
/// The products of four pairs of bytes, added up.
inline int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 32; i += 8) c += static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i);
  return c;
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 0xff) * (b >> i & 0xff);
  return c;
}
