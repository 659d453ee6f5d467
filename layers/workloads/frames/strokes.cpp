#include "layers/workloads/frames/strokes.h"

#include <algorithm>
#include <cmath>

namespace strata::inline workloads {
namespace {

/// How far a point is from the line between two others.
float distance(float x, float y, const FrameStroke& stroke) {
  const float dx = stroke.toX - stroke.fromX, dy = stroke.toY - stroke.fromY, length = dx * dx + dy * dy;
  const float px = x - stroke.fromX, py = y - stroke.fromY;
  const float along = length > 0 ? std::clamp((px * dx + py * dy) / length, 0.0f, 1.0f) : 0;
  return std::hypot(px - along * dx, py - along * dy);
}

bool finite(const FrameStroke& stroke) {
  return std::isfinite(stroke.fromX + stroke.fromY + stroke.toX + stroke.toY + stroke.radius + stroke.amount);
}

}  // namespace

void paintStroke(std::span<float> field, std::int64_t height, std::int64_t width, const FrameStroke& stroke,
                 float full) {
  if (!finite(stroke)) return;  // it comes from another program
  const auto cell = [](float at, std::int64_t cells) {
    return std::clamp(static_cast<std::int64_t>(std::clamp(at, -1.0f, 2.0f) * static_cast<float>(cells)),
                      std::int64_t{0}, cells - 1);
  };
  // As thin as a stroke may be, it is seen: a cell wide.
  const float radius = std::max(std::abs(stroke.radius), 0.71f / static_cast<float>(std::min(height, width)));
  const std::int64_t left = cell(std::min(stroke.fromX, stroke.toX) - radius, width),
                     right = cell(std::max(stroke.fromX, stroke.toX) + radius, width),
                     top = cell(std::min(stroke.fromY, stroke.toY) - radius, height),
                     bottom = cell(std::max(stroke.fromY, stroke.toY) + radius, height);
  for (std::int64_t row = top; row <= bottom; ++row)
    for (std::int64_t col = left; col <= right; ++col) {
      const float x = (static_cast<float>(col) + .5f) / static_cast<float>(width),
                  y = (static_cast<float>(row) + .5f) / static_cast<float>(height);
      if (distance(x, y, stroke) <= radius)
        field[static_cast<std::size_t>(row * width + col)] = full * std::clamp(stroke.amount, 0.0f, 1.0f);
    }
}

}  // namespace strata::inline workloads
