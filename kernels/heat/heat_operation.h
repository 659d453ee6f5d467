#pragma once

#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// Heat on a plate after `steps` time steps of explicit diffusion with α = 1/5: each cell becomes the mean of itself
/// and its four neighbours. No heat flows over the border. Tensors: in, out, both rows × cols.
const Operation& heatOperation();

/// All of out, its only piece.
void heatReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
                   std::span<double> out);

}  // namespace strata::inline kernels
