#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/colourmap/colourmap_operation.h"
#include "kernels/colourmap/colourmap_scale.h"

namespace strata::inline kernels {
namespace {

/// Of `size` elements the one on which the centre of pixel i of `pixels` lies.
std::size_t nearest(std::int64_t i, std::int64_t pixels, std::int64_t size) {
  return static_cast<std::size_t>((2 * i + 1) * size / (2 * pixels));
}

std::size_t colourAt(float place) {
  if (!(place > 0)) return 0;
  return place >= kColours ? kColours - 1 : static_cast<std::size_t>(place);
}

}  // namespace

void colourmapReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin,
                        std::int64_t end, std::span<double> out) {
  const std::int64_t rows = problem["rows"], cols = problem["cols"], height = problem["height"],
                     width = problem["width"], pitch = problem["pitch"];
  const auto alpha = static_cast<double>(static_cast<std::int8_t>(problem["alpha"]));
  const ColourmapScale map(problem);
  std::ranges::fill(out, 0.0);
  for (std::int64_t i = begin * pitch; i < end * pitch; ++i) {
    const auto pixel = out.subspan(static_cast<std::size_t>(4 * (i - begin * pitch)), 4);
    const std::int64_t x = i % pitch, y = i / pitch;
    if (x >= width) continue;
    const float value = inputs[0][nearest(y, height, rows) * static_cast<std::size_t>(cols) + nearest(x, width, cols)];
    const std::size_t colour = colourAt(std::fma(value, map.scale, map.offset));
    for (std::size_t byte = 0; byte < 3; ++byte) pixel[byte] = static_cast<double>(inputs[1][4 * colour + byte]);
    pixel[3] = alpha;
  }
}

}  // namespace strata::inline kernels
