#pragma once

#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// A tensor as a picture: its values in colours between `low` and `high`, the nearest element at each pixel, and
/// `alpha` in each pixel that is seen. Tensors: in [rows, cols], colours [256, 4], picture [height, pitch, 4]; a colour
/// and a pixel are red, green, blue and alpha, a byte each.
const Operation& colourmapOperation();

/// Lines begin … end−1 of the picture.
void colourmapReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin,
                        std::int64_t end, std::span<double> out);

}  // namespace strata::inline kernels
