#pragma once

#include <string>

#include "engine/protocol/run_result.h"

namespace strata::inline cli {

std::string checkText(const RunResult& result);  ///< "6.5e-08 ≤ 2.4e-06"

}  // namespace strata::inline cli
