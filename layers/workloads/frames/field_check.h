#pragma once

#include <vector>

#include "layers/workloads/frames/frame_content.h"

namespace strata::inline workloads {

/// The values of a tensor on the device; waits for it.
Result<std::vector<float>> fetchField(WorkContext& context, Ops& ops, Stream& stream, const Tensor& field);

/// The newest field of an operation with one result against fp64, computed of `input` (empty: it has none).
Result<RunResult::Check> fieldCheck(WorkContext& context, Ops& ops, Stream& stream, const Operation& operation,
                                    const Problem& problem, std::span<const float> input, const Tensor& field);

}  // namespace strata::inline workloads
