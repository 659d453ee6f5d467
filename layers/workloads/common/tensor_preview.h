#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/trace/session_message.h"

namespace strata::inline workloads {

/// A Tensor message: at most 128×128 elements of a row-major tensor seen as a matrix of its last dimension, evenly
/// spaced and unchanged, with its shape and the statistics of all its elements. json: name, rows, cols (of the blob),
/// shape, statistics {min, max, mean}, sampling.
SessionMessage tensorPreview(std::string_view name, std::span<const std::int64_t> shape, std::span<const float> values);

}  // namespace strata::inline workloads
