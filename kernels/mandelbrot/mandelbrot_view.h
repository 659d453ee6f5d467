#pragma once

#include <cstdint>
#include <string>

#include "kernels/operation/problem.h"

namespace strata::inline kernels {

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
