#include <algorithm>
#include <cstddef>

#include "kernels/conv2d/conv2d_shape.h"

namespace strata::inline kernels {
namespace {

/// Outputs whose tap at `offset` from their filter's start lies in the picture: begin … end−1.
struct Range {
  std::int64_t begin, end;

  Range(std::int64_t offset, std::int64_t stride, std::int64_t picture, std::int64_t outputs)
      : begin(offset >= 0 ? 0 : (-offset + stride - 1) / stride),
        end(offset >= picture ? 0 : std::min(outputs, (picture - offset + stride - 1) / stride)) {}
};

// Adds one weight times the picture, moved to where the tap is, to the plane of outputs.
void addTap(const Conv2dShape& shape, const float* plane, double weight, std::int64_t i, std::int64_t j, double* out) {
  const std::int64_t down = i * shape.dilation - shape.pad, along = j * shape.dilation - shape.pad;
  const Range rows(down, shape.stride, shape.h, shape.p), columns(along, shape.stride, shape.w, shape.q);
  for (std::int64_t row = rows.begin; row < rows.end; ++row) {
    const float* from = plane + (row * shape.stride + down) * shape.w + along;
    for (std::int64_t column = columns.begin; column < columns.end; ++column)
      out[row * shape.q + column] += weight * static_cast<double>(from[column * shape.stride]);
  }
}

}  // namespace

void conv2dReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
                     std::span<double> out) {
  const Conv2dShape shape(problem);
  const std::int64_t channels = shape.channels(), taps = shape.r * shape.s, outputs = shape.p * shape.q;
  for (std::int64_t unit = begin; unit < end; ++unit) {
    const std::int64_t image = unit / shape.k, filter = unit % shape.k;
    const std::int64_t firstChannel = image * shape.c + filter / shape.filters() * channels;
    double* plane = out.data() + (unit - begin) * outputs;
    std::fill_n(plane, outputs, shape.bias ? static_cast<double>(inputs[2][static_cast<std::size_t>(filter)]) : 0.0);
    for (std::int64_t channel = 0; channel < channels; ++channel) {
      const float* picture = inputs[0].data() + (firstChannel + channel) * shape.h * shape.w;
      const float* weights = inputs[1].data() + (filter * channels + channel) * taps;
      for (std::int64_t tap = 0; tap < taps; ++tap)
        addTap(shape, picture, static_cast<double>(weights[tap]), tap / shape.s, tap % shape.s, plane);
    }
  }
}

}  // namespace strata::inline kernels
