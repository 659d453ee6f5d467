#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "layers/workloads/kernel/free_plan.h"

namespace strata::inline workloads {

/// What a plan's tensors hold before its launches, as their types hold it: of each its elements, or nothing where
/// nobody has written to it. Usage, with the line, for a formula that cannot be computed; Stopped where the token says
/// so.
Result<std::vector<std::vector<double>>> initialValues(const FreePlan& plan, std::uint64_t seed,
                                                       const std::stop_token& stop);

/// Writes elements in a type's form to `to`.
void encodeElements(DataType type, std::span<const double> values, void* to);
std::vector<double> decodeElements(DataType type, const void* from, std::size_t count);

}  // namespace strata::inline workloads
