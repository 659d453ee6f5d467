#pragma once

#include "engine/protocol/experiment_info.h"

namespace strata::inline workloads {

/// The experiment "cnn" as data; its variants are the ways of the ladder conv2d.
ExperimentInfo cnnExperiment();

}  // namespace strata::inline workloads
