#pragma once

#include <string>

#include "app/session/session_messages.h"

namespace strata::inline still {

/// "matmul 512×512×512"; empty: the session does not tell.
std::string runTitle(const RunRecord& run);
/// The parameters that it would not have had unasked, "n=512, repeat=3"; empty: none, or not told.
std::string chosenParameters(const RunRecord& run);

}  // namespace strata::inline still
