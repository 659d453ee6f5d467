#pragma once

#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// How often z = z² + c, from 0 on, is computed before |z| exceeds 2, for each pixel c of a view; at most `iterations`.
/// The counts are those of fp32, each operation rounded as the kernels' text says, and exact: near the set's border an
/// orbit is chaotic, and fp64 counts differently for some pixels. Tensor: out, rows × cols.
const Operation& mandelbrotOperation();

/// Rows begin … end−1 of out.
void mandelbrotReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin,
                         std::int64_t end, std::span<double> out);

}  // namespace strata::inline kernels
