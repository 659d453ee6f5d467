#pragma once

#include <span>
#include <vector>

#include "engine/protocol/run_result.h"
#include "layers/workloads/cnn/cnn_engine.h"

namespace strata::inline workloads {

/// The result of one variant: times, "it is a 7 (99.2 %)", and under "details" digit, logits, probabilities and the
/// stages with their median times.
RunResult cnnResult(const std::string& variant, const CnnPlan& plan, std::span<const CnnPass> passes, const Cost& cost,
                    const std::vector<float>& logits);

}  // namespace strata::inline workloads
