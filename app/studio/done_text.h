#pragma once

#include <QString>
#include <span>
#include <string>

#include "engine/base/result.h"
#include "engine/protocol/run_result.h"

namespace strata::inline studio {

/// Of a message that may have several.
QString firstSentenceOf(const std::string& message);

/// "8 problems in a.json: the first one's first sentence."; there are two or more.
QString fileProblemsText(std::span<const Error> errors, const QString& file);

/// That a run came to its end, and what of it failed.
QString doneText(std::span<const RunResult> results);

}  // namespace strata::inline studio
