#include "kernels/mandelbrot/mandelbrot_work.h"

#include <algorithm>
#include <cmath>

#include "engine/base/mutex.h"
#include "kernels/mandelbrot/mandelbrot_view.h"

namespace strata::inline kernels {
namespace {

constexpr std::int64_t kMostSide = 64;

MandelbrotWork workOf(float cx, float cy, std::int64_t iterations) {
  float x = 0, y = 0, keptX = 0, keptY = 0;
  for (std::int64_t count = 0; count < iterations;) {
    if (std::fma(x, x, y * y) > 4) return {static_cast<double>(count), static_cast<double>(count)};
    const float next = std::fma(x, x, std::fma(-y, y, cx));
    y = std::fma(x + x, y, cy);
    x = next;
    ++count;
    if (x == keptX && y == keptY) return {static_cast<double>(iterations), static_cast<double>(count)};
    if ((count & (count - 1)) == 0) {
      keptX = x;
      keptY = y;
    }
  }
  return {static_cast<double>(iterations), static_cast<double>(iterations)};
}

MandelbrotWork workOf(const Problem& problem) {
  const MandelbrotView view(problem);
  const std::int64_t rows = problem["rows"], cols = problem["cols"];
  const std::int64_t down = std::min(rows, kMostSide), across = std::min(cols, kMostSide);
  MandelbrotWork sum;
  for (std::int64_t i = 0; i < down; ++i)
    for (std::int64_t j = 0; j < across; ++j) {
      const MandelbrotWork one =
          workOf(view.real(j * cols / across), view.imaginary(i * rows / down), problem["iterations"]);
      sum.counted += one.counted;
      sum.computed += one.computed;
    }
  const double each = static_cast<double>(rows * cols) / static_cast<double>(down * across);
  return {each * sum.counted, each * sum.computed};
}

/// Costs are asked for at each launch, and mostly of one problem many times over. Any thread may ask.
class LastWork {
 public:
  MandelbrotWork of(const Problem& problem) {
    const Lock lock(m_mutex);
    if (m_problem == problem) return m_work;
    m_problem = problem;
    return m_work = workOf(problem);
  }

 private:
  Mutex m_mutex;
  Problem m_problem STRATA_GUARDED_BY(m_mutex);
  MandelbrotWork m_work STRATA_GUARDED_BY(m_mutex);
};

}  // namespace

MandelbrotWork mandelbrotWork(const Problem& problem) {
  static LastWork last;
  return last.of(problem);
}

}  // namespace strata::inline kernels
