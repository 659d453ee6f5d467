#pragma once

// A matrix unit for the CPU device, so that kernels for one can be checked: the warp meets, and the lane that comes
// last multiplies. It also checks what wmma asks of pointers and strides. Lanes share a fragment as NVIDIA's do, and
// load and store it in the same pieces, so that what it asks of memory can be counted (kernels/microscope): of each
// square of 8 × 8 elements a lane has two that are neighbours in memory.

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "engine/backends/cpu/cpu_thread.h"

namespace matrix_unit {

struct row_major {};
struct col_major {};

constexpr int kEdge = 16, kElements = kEdge * kEdge;

template <class T>
struct lane_share {
  static constexpr int num_elements = kElements / 32;  // warps of 64 lanes use half of them
  T x[num_elements];
};
template <class T, class Layout = row_major>
struct fragment_a : lane_share<T> {};
template <class T, class Layout = row_major>
struct fragment_b : lane_share<T> {};
struct accumulator : lane_share<float> {};

inline void fill(accumulator& sum, float value) {
  for (float& x : sum.x) x = value;
}

/// Calls visit(index of the first of two elements in the lane's share, their line in memory, place of the first in it).
/// Unrolled and inlined: what it does belongs to the kernel's statement, which warps come by once.
template <class Visit>
__forceinline__ void for_each_pair(int lane, Visit visit) {
#pragma GCC unroll 4
  for (int i = 0; i < lane_share<float>::num_elements; i += 2) {
    const int pair = lane + i / 2 * warpSize, square = pair / 32;
    if (square < 4) visit(i, square % 2 * 8 + pair % 32 / 4, square / 2 * 8 + pair % 4 * 2);
  }
}

/// Calls visit(index in the lane's share, row, column) for each element of a lane.
template <class Layout, class Visit>
__forceinline__ void for_each_element(int lane, Visit visit) {
  for_each_pair(
      lane, [&](int first, int line, int place) __attribute__((always_inline)) {
        for (int i = 0; i < 2; ++i) {
          if (std::is_same_v<Layout, row_major>)
            visit(first + i, line, place + i);
          else
            visit(first + i, place + i, line);
        }
      });
}

template <class T>
void check_place(const T* pointer, int stride) {
  if (reinterpret_cast<std::uintptr_t>(pointer) % 32 != 0 || static_cast<std::size_t>(stride) * sizeof(T) % 16 != 0)
    throw strata::cpu::Misuse{"a matrix unit wants pointers aligned to 32 bytes and strides of 16, 32, … bytes"};
}

template <template <class, class> class Fragment, class T, class Layout>
__forceinline__ void load_matrix(Fragment<T, Layout>& part, const T* pointer, int stride) {
  using Word [[gnu::may_alias]] = std::uint32_t;
  check_place(pointer, stride);
  for_each_pair(
      strata::cpu::lane(), [&](int i, int line, int place) __attribute__((always_inline)) {
        const Word word = *reinterpret_cast<const Word*>(&pointer[line * stride + place]);
        const auto two = std::bit_cast<std::array<T, 2>>(word);
        part.x[i] = two[0];
        part.x[i + 1] = two[1];
      });
}

__forceinline__ void store_matrix(float* pointer, const accumulator& sum, int stride) {
  using Word [[gnu::may_alias]] = std::uint64_t;
  check_place(pointer, stride);
  for_each_pair(
      strata::cpu::lane(), [&](int i, int line, int place) __attribute__((always_inline)) {
        *reinterpret_cast<Word*>(&pointer[line * stride + place]) =
            std::bit_cast<std::uint64_t>(std::array<float, 2>{sum.x[i], sum.x[i + 1]});
      });
}

/// What one lane brings to a product.
template <class T, class LayoutA, class LayoutB>
struct product {
  const fragment_a<T, LayoutA>& a;
  const fragment_b<T, LayoutB>& b;
  const accumulator& c;
  accumulator& d;
  bool done = false;

  STRATA_OF_DEVICE static void serve(std::uint64_t lanes, void* const* operands) {
    if (std::popcount(lanes) != warpSize) return;
    float a[kEdge][kEdge], b[kEdge][kEdge], d[kEdge][kEdge];
    for (int lane = 0; lane < warpSize; ++lane) {
      const auto& mine = *static_cast<product*>(operands[lane]);
      for_each_element<LayoutA>(
          lane, [&](int i, int row, int col) __attribute__((always_inline)) { a[row][col] = float(mine.a.x[i]); });
      for_each_element<LayoutB>(
          lane, [&](int i, int row, int col) __attribute__((always_inline)) { b[row][col] = float(mine.b.x[i]); });
      for_each_element<row_major>(
          lane, [&](int i, int row, int col) __attribute__((always_inline)) { d[row][col] = mine.c.x[i]; });
    }
    for (int row = 0; row < kEdge; ++row)
      for (int k = 0; k < kEdge; ++k)
        for (int col = 0; col < kEdge; ++col) d[row][col] += a[row][k] * b[k][col];
    for (int lane = 0; lane < warpSize; ++lane) {
      auto& mine = *static_cast<product*>(operands[lane]);
      for_each_element<row_major>(
          lane, [&](int i, int row, int col) __attribute__((always_inline)) { mine.d.x[i] = d[row][col]; });
      mine.done = true;
    }
  }
};

template <class T, class LayoutA, class LayoutB>
void multiply_accumulate(accumulator& d, const fragment_a<T, LayoutA>& a, const fragment_b<T, LayoutB>& b,
                         const accumulator& c) {
  product<T, LayoutA, LayoutB> operand{a, b, c, d};
  strata::cpu::meetLanes(kFullMask, &operand, operand.serve);
  if (!operand.done) throw strata::cpu::Misuse{"multiply_accumulate was called by a part of a warp"};
}

}  // namespace matrix_unit
