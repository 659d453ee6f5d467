#include <array>
#include <cmath>

#include "kernels/mandelbrot/mandelbrot_operation.h"
#include "kernels/mandelbrot/mandelbrot_view.h"

namespace strata::inline kernels {
namespace {

double countOf(float real, float imaginary, std::int64_t iterations) {
  std::array<float, 2> z{};
  for (std::int64_t count = 0; count < iterations; ++count) {
    const auto [x, y] = z;
    const float ySquared = y * y;
    if (std::fma(x, x, ySquared) > 4) return static_cast<double>(count);
    z = {std::fma(x, x, std::fma(-y, y, real)), std::fma(2 * x, y, imaginary)};
  }
  return static_cast<double>(iterations);
}

}  // namespace

void mandelbrotReference(const Problem& problem, std::span<const TensorValues>, std::int64_t begin, std::int64_t end,
                         std::span<double> out) {
  const MandelbrotView view(problem);
  auto place = out.begin();
  for (std::int64_t row = begin; row < end; ++row)
    for (std::int64_t col = 0; col < problem["cols"]; ++col)
      *place++ = countOf(view.real(col), view.imaginary(row), problem["iterations"]);
}

}  // namespace strata::inline kernels
