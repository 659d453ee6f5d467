#pragma once

#include "app/views/tensor/tensor_layout.h"

// The parts of the tensor view. Each draws into its own place only, and nothing where that has no size.

namespace strata::inline views {

void drawHistogram(Canvas& canvas, const TensorLayout& layout, const TensorPicture& picture);
void drawTensorFacts(Canvas& canvas, const TensorLayout& layout, const TensorPicture& picture);
/// Lines from the cell to what made it.
void drawCrosshair(Canvas& canvas, const TensorLayout& layout, const TensorPicture& picture, TensorCell cell);
/// How a cell was computed; without one, that it can be asked.
void drawWorkings(Canvas& canvas, Rect box, const TensorPicture& picture, std::optional<TensorCell> cell);
/// The place of element `i` of `shown` that stand evenly among `count`.
template <class Int>
constexpr Int spacedAt(Int i, Int shown, Int count) {
  return i * count / shown;
}
/// One channel of an operand, thinned to `most` elements each way: more than pixels tell nobody anything.
void drawPlaneOf(Canvas& canvas, Rect box, const TensorOperand& operand, std::int64_t channel, std::int64_t most);
/// Where in a plane of the input, drawn in `box`, the filter lies that makes this cell; cut at the box.
Rect windowIn(Rect box, const TensorPicture& picture, TensorCell cell);
/// The two pictures of workings, below their words.
void drawProductStrips(Canvas& canvas, Rect box, const CellSum& sum);
void drawFilterTiles(Canvas& canvas, Rect box, const TensorPicture& picture, TensorCell cell, const CellSum& sum);

}  // namespace strata::inline views
