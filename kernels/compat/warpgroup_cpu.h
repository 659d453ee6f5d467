#pragma once

// Products of warpgroups for the CPU device, so that kernels for them can be checked. Matrices are found as PTX
// describes them, from the bits of their descriptors. It is as late as PTX allows: products are made when a thread
// waits for them, from what stands in shared memory then.

#include <cstdint>
#include <stdexcept>

namespace warpgroup {

constexpr bool kBuilt = true;

template <class T, bool kAcrossK>
struct matrix {
  const T* begin;
  unsigned long long bits;
  matrix(const T* from, unsigned leading, unsigned stride)
      : begin(from), bits(descriptor(static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(from)), leading, stride)) {}
};

/// What a descriptor says, read as the unit reads it (PTX ISA, "Matrix Descriptor Format" and "Strides").
struct described {
  std::uintptr_t begin = 0;
  unsigned leading = 0, stride = 0;
  bool across = false;

  described() = default;
  STRATA_OF_UNIT described(const void* from, unsigned long long bits, bool acrossK)
      : begin(reinterpret_cast<std::uintptr_t>(from)),
        leading(static_cast<unsigned>(bits >> 16 & 0x3FFF) << 4),
        stride(static_cast<unsigned>(bits >> 32 & 0x3FFF) << 4),
        across(acrossK) {
    if ((bits & 0x3FFF) != (begin & 0x3FFFF) >> 4 || begin % 16 != 0 || bits >> 62 != 1 || (bits >> 49 & 7) != 0)
      throw std::invalid_argument("a matrix descriptor says another address, or no swizzle of 128 bytes");
  }

  /// The element of row or column `i` and step of k `l`. Sixteen bytes are swizzled by the line of 128 they are in, of
  /// eight from an address that is a multiple of 1024.
  STRATA_OF_UNIT const void* at(int i, int l) const {
    const auto line = static_cast<unsigned>(across ? l : i), place = static_cast<unsigned>(across ? i : l);
    const std::uintptr_t address =
        begin + line % 8 * 128 + line / 8 * stride + (across ? place / 64 * leading + place % 64 * 2 : place * 2);
    return reinterpret_cast<const void*>(address ^ (address >> 7 & 7) << 4);
  }
};

/// A product that has begun.
struct begun_product {
  described a, b;
  float (*value)(const void*) = nullptr;
};

struct accumulator {
  static constexpr int num_elements = 128;
  float x[num_elements];

  // Of the emulation.
  static constexpr int kMost = 16;
  begun_product begun[kMost];
  int count = 0;
  bool ready = false;
};

/// wgmma's instructions want whole warps: a lane waits here for the others.
STRATA_OF_UNIT inline void meet_warp() {
  strata::cpu::meet(kFullMask, nullptr, [](std::uint64_t, void* const*) {});
}

inline void fill(accumulator& sum, float value) {
  for (float& x : sum.x) x = value;
  sum.ready = false;
}

STRATA_OF_UNIT inline void begin(accumulator& sum) {
  meet_warp();
  sum.ready = true;
}

template <class T>
STRATA_OF_UNIT float value_at(const void* place) {
  return float(*static_cast<const T*>(place));
}

STRATA_OF_UNIT inline void begin_product(accumulator& sum, const begun_product& product) {
  if (!sum.ready) throw std::logic_error("a product of a warpgroup began before warpgroup::begin(sum)");
  if (sum.count == accumulator::kMost) throw std::length_error("more products at a time than are emulated");
  sum.begun[sum.count++] = product;
}

/// What a thread's share of the operands asks of shared memory: of 64 × 16 and 16 × 256 elements 16 bytes at a time, of
/// eight lines together.
__forceinline__ void tell_operands(const described& a, const described& b) {
#if defined(STRATA_OBSERVED)
  const auto piece = [](const described& of, int i, int lines) {
    return of.across ? of.at(i / 128 * 64 + i % 8 * 8, i / 8 % 16) : of.at(i % lines, i / lines * 8);
  };
  const int thread = static_cast<int>(threadIdx.x % 128);
  strata_observe_unit_read(piece(a, thread, 64), 16);
  for (int part = 0; part < 4; ++part) strata_observe_unit_read(piece(b, thread + 128 * part, 256), 16);
#else
  (void)a, (void)b;
#endif
}

template <class T, bool kAcrossA, bool kAcrossB>
__forceinline__ void multiply_accumulate(accumulator& sum, const matrix<T, kAcrossA>& a, const matrix<T, kAcrossB>& b) {
  const begun_product product{{a.begin, a.bits, kAcrossA}, {b.begin, b.bits, kAcrossB}, value_at<T>};
  tell_operands(product.a, product.b);
  begin_product(sum, product);
}

STRATA_OF_UNIT inline void end_product(accumulator& sum, const begun_product& product) {
  constexpr int kDepth = 16;
  for (int half = 0; half < 2; ++half) {
    float a[kDepth];
    for (int l = 0; l < kDepth; ++l) a[l] = product.value(product.a.at(row(2 * half), l));
    for (int i = 2 * half; i < accumulator::num_elements; i += i % 2 == 0 ? 1 : 3)
      for (int l = 0; l < kDepth; ++l) sum.x[i] += a[l] * product.value(product.b.at(column(i), l));
  }
}

STRATA_OF_UNIT inline void wait(accumulator& sum) {
  for (int i = 0; i < sum.count; ++i) end_product(sum, sum.begun[i]);
  sum.count = 0;
  sum.ready = false;
  meet_warp();
}

}  // namespace warpgroup
