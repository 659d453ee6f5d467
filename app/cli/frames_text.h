#pragma once

#include <string>
#include <vector>

#include "engine/protocol/run_result.h"

namespace strata::inline cli {

/// Whether they are results of frames: one of them counts those that were drawn.
bool isOfFrames(const RunResult& result);
bool haveFrames(const std::vector<RunResult>& results);

/// A row a way: frames, times to the drawn picture, bytes; then what no column says.
std::string framesText(const std::vector<RunResult>& results);

}  // namespace strata::inline cli
