#pragma once

#include <nlohmann/json_fwd.hpp>

#include "layers/hardware/gpu_model/gpu_model.h"

namespace strata::inline hardware {

/// As a session keeps it: {"blocks": …, "instructions": …, "rounds": [4]}, so that the model can be asked again.
nlohmann::json toJson(const LaunchDemand& demand);
/// What is absent or no number is 0.
LaunchDemand launchDemandFromJson(const nlohmann::json& json);

}  // namespace strata::inline hardware
