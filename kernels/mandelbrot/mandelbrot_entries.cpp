#include <array>
#include <span>

#include "kernels/compat/device.h"
#include "kernels/mandelbrot/cycles.cuh"
#include "kernels/mandelbrot/rows.cuh"
#include "kernels/mandelbrot/squares.cuh"

namespace strata::inline kernels {

std::span<const KernelEntry> mandelbrotKernels() {
  static const auto kKernels = std::to_array({
      kernelEntry<mandelbrot_rows>("mandelbrot_rows"),
      kernelEntry<mandelbrot_squares>("mandelbrot_squares"),
      kernelEntry<mandelbrot_cycles>("mandelbrot_cycles"),
  });
  return kKernels;
}

}  // namespace strata::inline kernels
