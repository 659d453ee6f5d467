#pragma once

#include <cstdint>
#include <string>

#include "kernels/operation/problem.h"

namespace strata::inline kernels {

/// What the operation's parameters hold for each 1: of the centre's coordinates, and of zoom, a doubling.
inline constexpr std::int64_t kCentrePerOne = 1'000'000'000, kZoomPerOne = 1000;

/// The centres of a picture's pixels: left + col · step, and (top − row · step) · i.
struct MandelbrotView {
  float left = 0, top = 0, step = 0;

  explicit MandelbrotView(const Problem& problem);
  float real(std::int64_t col) const;
  float imaginary(std::int64_t row) const;
};

/// Why fp32 cannot tell the pixels of this view apart; empty where it can.
std::string mandelbrotMisfit(const Problem& problem);

}  // namespace strata::inline kernels
