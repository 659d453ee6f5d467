#pragma once

#include <cstdint>
#include <vector>

#include "engine/device/device_info.h"
#include "kernels/operation/operation.h"

namespace strata::test {

/// At most `most` different problems, drawn from a seed, that the operation and the step take on this device: sizes of
/// every kind, most of them odd, and all choices; each small enough to be watched in a fraction of a second.
std::vector<Problem> oddProblems(const Operation& operation, const Step& step, const DeviceInfo& device,
                                 std::uint64_t seed, std::size_t most);

}  // namespace strata::test
