#pragma once

#include <QString>
#include <span>
#include <string>

#include "engine/protocol/run_result.h"

namespace strata::inline studio {

/// Of a message that may have several.
QString firstSentenceOf(const std::string& message);

/// That a run came to its end, and what of it failed.
QString doneText(std::span<const RunResult> results);

}  // namespace strata::inline studio
