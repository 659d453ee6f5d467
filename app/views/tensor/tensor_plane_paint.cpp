#include <algorithm>

#include "app/views/tensor/tensor_paint.h"

namespace strata::inline views {

void drawPlaneOf(Canvas& canvas, Rect box, const TensorOperand& operand, std::int64_t channel, std::int64_t most) {
  if (box.w <= 0 || box.h <= 0) return;
  const std::int64_t rows = std::min(operand.height, most), cols = std::min(operand.width, most);
  std::vector<float> values;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < cols; ++j) {
      const std::int64_t row = channel * operand.height + spacedAt(i, rows, operand.height);
      values.push_back(
          operand.values[static_cast<std::size_t>(row * operand.width + spacedAt(j, cols, operand.width))]);
    }
  const auto [low, high] = finiteRange(values);
  canvas.image(box, static_cast<std::uint32_t>(cols), static_cast<std::uint32_t>(rows), heatPixels(values, low, high));
  canvas.stroke(box, canvas.theme().wellBorder, 1);
}

}  // namespace strata::inline views
