#pragma once

#include "engine/protocol/experiment_info.h"

namespace strata::inline workloads {

/// The experiment "transformer" as data: a language model reads a prompt and writes on.
ExperimentInfo transformerExperiment();

}  // namespace strata::inline workloads
