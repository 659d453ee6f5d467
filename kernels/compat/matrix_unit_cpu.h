#pragma once

// A matrix unit for the CPU device, so that kernels for one can be checked: the warp meets, and the lane that comes
// last multiplies. It also checks what wmma asks of pointers and strides. Element e of 16 · 16 is with lane e %
// warpSize.

#include <cstdint>
#include <stdexcept>
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

/// Calls visit(index in the lane's share, row, column) for each element of a lane.
template <class Visit>
void for_each_element(int lane, Visit visit) {
  for (int e = lane, i = 0; e < kElements; e += warpSize, ++i) visit(i, e / kEdge, e % kEdge);
}

template <class T>
void check_place(const T* pointer, int stride) {
  if (reinterpret_cast<std::uintptr_t>(pointer) % 32 != 0 || static_cast<std::size_t>(stride) * sizeof(T) % 16 != 0)
    throw std::invalid_argument("a matrix unit wants pointers aligned to 32 bytes and strides of 16, 32, … bytes");
}

template <template <class, class> class Fragment, class T, class Layout>
void load_matrix(Fragment<T, Layout>& part, const T* pointer, int stride) {
  check_place(pointer, stride);
  for_each_element(strata::cpu::lane(), [&](int i, int row, int col) {
    part.x[i] = pointer[std::is_same_v<Layout, row_major> ? row * stride + col : col * stride + row];
  });
}

inline void store_matrix(float* pointer, const accumulator& sum, int stride) {
  check_place(pointer, stride);
  for_each_element(strata::cpu::lane(), [&](int i, int row, int col) { pointer[row * stride + col] = sum.x[i]; });
}

/// What one lane brings to a product.
template <class T>
struct product {
  const lane_share<T>&a, &b;
  const accumulator& c;
  accumulator& d;
  bool done = false;

  static void serve(std::uint64_t lanes, void* const* operands) {
    if (std::popcount(lanes) != warpSize) return;
    float a[kEdge][kEdge], b[kEdge][kEdge], d[kEdge][kEdge];
    for (int lane = 0; lane < warpSize; ++lane) {
      const auto& mine = *static_cast<product*>(operands[lane]);
      for_each_element(lane, [&](int i, int row, int col) {
        a[row][col] = float(mine.a.x[i]);
        b[row][col] = float(mine.b.x[i]);
        d[row][col] = mine.c.x[i];
      });
    }
    for (int row = 0; row < kEdge; ++row)
      for (int k = 0; k < kEdge; ++k)
        for (int col = 0; col < kEdge; ++col) d[row][col] += a[row][k] * b[k][col];
    for (int lane = 0; lane < warpSize; ++lane) {
      auto& mine = *static_cast<product*>(operands[lane]);
      for_each_element(lane, [&](int i, int row, int col) { mine.d.x[i] = d[row][col]; });
      mine.done = true;
    }
  }
};

template <class T, class LayoutA, class LayoutB>
void multiply_accumulate(accumulator& d, const fragment_a<T, LayoutA>& a, const fragment_b<T, LayoutB>& b,
                         const accumulator& c) {
  product<T> operand{a, b, c, d};
  strata::cpu::meet(kFullMask, &operand, product<T>::serve);
  if (!operand.done) throw std::logic_error("multiply_accumulate was called by a part of a warp");
}

}  // namespace matrix_unit
