#pragma once

#include <string>

#include "engine/protocol/run_result.h"

namespace strata::inline facts {

/// "watched at 67×65×66: accesses 4096, threads 128, blocks 2, counted"
std::string watchedText(const KernelFindings& found);
/// Whether the text does not end, or reads or writes where nothing is: a run of it would end its agent.
bool endsItsAgent(const KernelFindings& found);
/// Whether the result is wrong although nothing was found.
bool isWrongUnseen(const RunResult& result);
/// Nothing was found: what that does not mean, or what is left to be wrong.
std::string soundText(const RunResult& result);
/// "Thread (3, 0) of block … 238 times."
std::string findingText(const Finding& finding);

}  // namespace strata::inline facts
