#pragma once

#include <span>

#include "layers/framework/ops.h"

namespace strata::inline workloads {

/// Whose kernels a transformer runs with.
enum class KernelWish {
  Auto,     ///< what is fastest for the shape, by rules that the trace shows
  Own,      ///< Strata's only
  Library,  ///< the vendor's wherever it has a routine
};

/// Prepares an operation with the variant that fits the wish, the device and the shape; the trace says why.
Result<PreparedOp> prepareWished(Ops& ops, const DeviceInfo& device, KernelWish wish, const Operation& operation,
                                 const Problem& problem, std::span<const TensorPlace> tensors);

/// Whether y = x · Wᵀ of so many rows is computed as a matrix product, not as a linear layer.
/// `plain`: W, [out, in], is fp32, and there is no bias.
bool throughMatmul(KernelWish wish, const DeviceInfo& device, std::int64_t rows, std::int64_t in, std::int64_t out,
                   bool plain);

}  // namespace strata::inline workloads
