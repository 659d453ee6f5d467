#include "kernels/mandelbrot/mandelbrot_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::inline kernels {
namespace {

constexpr double kWidth = 3;  ///< of a view with zoom 0, which counts doublings
constexpr int kFractionBits = std::numeric_limits<float>::digits - 1;

double stepOf(const Problem& problem) {
  return kWidth * std::exp2(-problem.fraction("zoom")) / static_cast<double>(problem["cols"]);
}

/// Of the pixels along a side, from the middle to the outermost.
double reachOf(const Problem& problem, std::string_view side) {
  return stepOf(problem) * static_cast<double>(problem[side] - 1) / 2;
}

}  // namespace

MandelbrotView::MandelbrotView(const Problem& problem)
    : left(static_cast<float>(problem.fraction("x") - reachOf(problem, "cols"))),
      top(static_cast<float>(problem.fraction("y") + reachOf(problem, "rows"))),
      step(static_cast<float>(stepOf(problem))) {}

float MandelbrotView::real(std::int64_t col) const {
  return std::fma(static_cast<float>(col), step, left);
}

float MandelbrotView::imaginary(std::int64_t row) const {
  return std::fma(static_cast<float>(-row), step, top);
}

// Two numbers apart, so that rounding never makes one of two pixels.
std::string mandelbrotMisfit(const Problem& problem) {
  const double farthest = std::max(std::abs(problem.fraction("x")) + reachOf(problem, "cols"),
                                   std::abs(problem.fraction("y")) + reachOf(problem, "rows"));
  if (farthest == 0 || stepOf(problem) >= std::ldexp(2.0, std::ilogb(farthest) - kFractionBits)) return "";
  return "neighbouring pixels are one number in fp32 at this zoom; zoom out, or take fewer columns";
}

}  // namespace strata::inline kernels
