#pragma once

// Products of warpgroups for the CPU device, so that kernels for them can be checked. Matrices are found as PTX
// describes them, from the bits of their descriptors. It is as late as PTX allows: products are made when a thread
// waits for them, from what stands in shared memory then.

#include <cstdint>

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
  STRATA_OF_DEVICE described(const void* from, unsigned long long bits, bool acrossK)
      : begin(reinterpret_cast<std::uintptr_t>(from)),
        leading(static_cast<unsigned>(bits >> 16 & 0x3FFF) << 4),
        stride(static_cast<unsigned>(bits >> 32 & 0x3FFF) << 4),
        across(acrossK) {
    if ((bits & 0x3FFF) != (begin & 0x3FFFF) >> 4 || begin % 16 != 0 || bits >> 62 != 1 || (bits >> 49 & 7) != 0)
      throw strata::cpu::Misuse{"a matrix descriptor says another address, or no swizzle of 128 bytes"};
  }

  /// The element of row or column `i` and step of k `l`. Sixteen bytes are swizzled by the line of 128 they are in, of
  /// eight from an address that is a multiple of 1024.
  STRATA_OF_DEVICE const void* at(int i, int l) const {
    const auto line = static_cast<unsigned>(across ? l : i), place = static_cast<unsigned>(across ? i : l);
    const std::uintptr_t address =
        begin + line % 8 * 128 + line / 8 * stride + (across ? place / 64 * leading + place % 64 * 2 : place * 2);
    return reinterpret_cast<const void*>(address ^ (address >> 7 & 7) << 4);
  }
};

constexpr int kDepth = 16;  // steps of k in a product

/// A product that has begun. A lies in shared memory, or was in registers, of whose rows a thread has two.
struct begun_product {
  described a, b;
  float (*value)(const void*) = nullptr;
  float rows[2][kDepth];
};

template <int kColumns>
struct accumulator {
  static constexpr int num_elements = kColumns / 2;
  float x[num_elements];

  // Of the emulation.
  static constexpr int kMost = 16;
  begun_product begun[kMost];
  int count = 0;
  bool ready = false;
};

/// wgmma's instructions want whole warps: a lane waits here for the others.
STRATA_OF_DEVICE inline void meet_warp() {
  strata::cpu::meet(kFullMask, nullptr, [](std::uint64_t, void* const*) {});
}

template <int kColumns>
void fill(accumulator<kColumns>& sum, float value) {
  for (float& x : sum.x) x = value;
  sum.ready = false;
}

template <int kColumns>
STRATA_OF_DEVICE void begin(accumulator<kColumns>& sum) {
  meet_warp();
  sum.ready = true;
}

/// 64 × 16 of A, a thread's eight elements.
template <class T>
struct in_registers {
  const T* of;
};

template <class T, int kColumns>
struct rounded {
  T of[kColumns / 2];
  explicit rounded(const accumulator<kColumns>& sum) {
    for (int i = 0; i < sum.num_elements; ++i) of[i] = T(sum.x[i]);
  }
  in_registers<T> columns(int l) const { return {of + l / 2}; }
};

template <class T>
STRATA_OF_DEVICE float value_at(const void* place) {
  return float(*static_cast<const T*>(place));
}

template <int kColumns>
STRATA_OF_DEVICE void begin_product(accumulator<kColumns>& sum, const begun_product& product) {
  if (!sum.ready) throw strata::cpu::Misuse{"a product of a warpgroup began before warpgroup::begin(sum)"};
  if (sum.count == sum.kMost) throw strata::cpu::Misuse{"more products at a time than are emulated"};
  sum.begun[sum.count++] = product;
}

/// What a thread's share of an operand asks of shared memory: of `lines` × 16 elements 16 bytes at a time, of eight
/// lines together.
__forceinline__ void tell_operand(const described& of, int lines) {
#if defined(STRATA_OBSERVED)
  for (int i = static_cast<int>(threadIdx.x % 128); i < 2 * lines; i += 128)
    strata_observe_unit_read(of.across ? of.at(i / 128 * 64 + i % 8 * 8, i / 8 % 16) : of.at(i % lines, i / lines * 8),
                             16);
#else
  (void)of, (void)lines;
#endif
}

template <class T, int kColumns, bool kAcrossA, bool kAcrossB>
__forceinline__ void multiply_accumulate(accumulator<kColumns>& sum, const matrix<T, kAcrossA>& a,
                                         const matrix<T, kAcrossB>& b) {
  const begun_product product{{a.begin, a.bits, kAcrossA}, {b.begin, b.bits, kAcrossB}, value_at<T>, {}};
  tell_operand(product.a, 64);
  tell_operand(product.b, kColumns);
  begin_product(sum, product);
}

/// Four lanes share two rows. All lanes of the warp meet, and each finds its rows whole.
template <class T>
struct shared_rows {
  in_registers<T> own;
  float (*rows)[kDepth];

  STRATA_OF_DEVICE static void serve(std::uint64_t present, void* const* lanes) {
    for (int lane = 0; lane < 64; ++lane)
      for (int other = lane / 4 * 4; other < lane / 4 * 4 + 4; ++other)
        if ((present >> lane & present >> other & 1) != 0) hand_over(lanes[other], other % 4, lanes[lane]);
  }

 private:
  STRATA_OF_DEVICE static void hand_over(const void* from, int place, void* to) {
    const T* const elements = static_cast<const shared_rows*>(from)->own.of;
    float(*const rows)[kDepth] = static_cast<shared_rows*>(to)->rows;
    for (int i = 0; i < 8; ++i) rows[i / 2 % 2][i / 4 * 8 + place * 2 + i % 2] = float(elements[i]);
  }
};

template <class T>
STRATA_OF_DEVICE void find_rows(const in_registers<T>& own, float (*rows)[kDepth]) {
  shared_rows<T> mine{own, rows};
  strata::cpu::meet(kFullMask, &mine, shared_rows<T>::serve);
}

template <class T, int kColumns, bool kAcrossB>
__forceinline__ void multiply_accumulate(accumulator<kColumns>& sum, const in_registers<T>& a,
                                         const matrix<T, kAcrossB>& b) {
  begun_product product{{}, {b.begin, b.bits, kAcrossB}, value_at<T>, {}};
  find_rows(a, product.rows);
  tell_operand(product.b, kColumns);
  begin_product(sum, product);
}

template <int kColumns>
STRATA_OF_DEVICE void end_product(accumulator<kColumns>& sum, begun_product& product) {
  for (int half = 0; half < 2; ++half) {
    float* const a = product.rows[half];
    if (product.a.begin != 0)
      for (int l = 0; l < kDepth; ++l) a[l] = product.value(product.a.at(row(2 * half), l));
    for (int i = 2 * half; i < sum.num_elements; i += i % 2 == 0 ? 1 : 3)
      for (int l = 0; l < kDepth; ++l) sum.x[i] += a[l] * product.value(product.b.at(column(i), l));
  }
}

template <int kColumns>
STRATA_OF_DEVICE void wait(accumulator<kColumns>& sum) {
  for (int i = 0; i < sum.count; ++i) end_product(sum, sum.begun[i]);
  sum.count = 0;
  sum.ready = false;
  meet_warp();
}

}  // namespace warpgroup
