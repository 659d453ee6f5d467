#pragma once

#include <optional>

#include "app/facts/kernel_facts.h"

namespace strata::inline facts {

/// Of the launch that is shown, else as the run's agent told it of the variant's own kernel, else on the GPU that its
/// time is modelled on.
std::optional<KernelOccupancy> kernelOccupancy(const ViewState& state, const KernelFacts& facts);

}  // namespace strata::inline facts
