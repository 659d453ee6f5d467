#pragma once

#include <span>

#include "engine/trace/session_message.h"
#include "layers/workloads/ladder/ladder_data.h"
#include "layers/workloads/ladder/ladder_plan.h"

namespace strata::inline workloads {

/// The output of a run as a Tensor message. For a matrix product and a convolution it also carries, behind its own
/// values, the inputs that made the cells it shows, so that a viewer can compute any of them again: json `workings`,
/// see docs/trace-format.md. Where that would be too much, `workings` says so in `missing`.
SessionMessage outputPreview(const LadderPlan& plan, const LadderData& data, std::span<const float> output);

}  // namespace strata::inline workloads
