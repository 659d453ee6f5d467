#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/trace/session_message.h"

namespace strata::inline workloads {

/// A Tensor message of one stage. The channels of a picture (1 × channels × height × width) lie side by side on a
/// sheet, each whole while the sheet has room for it; json has `shape` as it is, and for pictures `sheet` {channels,
/// height, width, per_row}. Otherwise as tensorPreview.
SessionMessage cnnPreview(std::string_view name, const std::vector<std::int64_t>& shape, std::span<const float> values);

}  // namespace strata::inline workloads
