#pragma once

#include <QString>
#include <string>
#include <vector>

#include "app/facts/compiler_notes.h"
#include "engine/protocol/run_result.h"

namespace strata::inline studio {

/// What came of a run or a check of the kernel in this file.
QString sentenceOf(const RunResult& result, const QString& file);
/// What is wrong at lines of this file, the errors first. Of a line's errors the first: others mostly follow from it.
std::vector<CompilerNote> notesAtLines(const std::string& words, const std::string& file);

}  // namespace strata::inline studio
