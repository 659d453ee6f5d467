#pragma once

#include "engine/protocol/experiment_info.h"

// Parameters that ladders and kernels of one's own have in common: they say how to run, not what to compute.

namespace strata::inline workloads {

ParameterInfo seedParameter();
ParameterInfo repeatParameter();
ParameterInfo roofsParameter();
ParameterInfo observeParameter();

}  // namespace strata::inline workloads
