#pragma once

#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// How often z = z² + c, from 0 on, is computed before |z| exceeds 2, for each pixel c of a view; at most `iterations`.
/// The counts are those of fp32, each operation rounded as the kernels' text says, and exact. Near the set's border
/// orbits are chaotic and fp64 counts otherwise: 0.14 % of the pixels of the whole set, 11 % where a picture of its
/// border is 4096 times as small (256² pixels, 256 iterations). Tensor: out, rows × cols.
const Operation& mandelbrotOperation();

/// Rows begin … end−1 of out.
void mandelbrotReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin,
                         std::int64_t end, std::span<double> out);

}  // namespace strata::inline kernels
