#pragma once

#include <string_view>

#include "engine/protocol/experiment_info.h"

namespace strata::inline workloads {

/// What is read where no picture is named, below share/strata/models.
inline constexpr std::string_view kCnnPicture = "digits/own_7.pgm";

/// The experiment "cnn" as data; its variants are the ways of the ladder conv2d.
ExperimentInfo cnnExperiment();

}  // namespace strata::inline workloads
