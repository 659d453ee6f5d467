#pragma once

#include <QString>

#include "engine/protocol/run_result.h"

namespace strata::inline studio {

/// What came of a run or a check of the kernel in this file.
QString sentenceOf(const RunResult& result, const QString& file);

}  // namespace strata::inline studio
