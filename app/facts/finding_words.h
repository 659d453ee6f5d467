#pragma once

#include <string>

#include "engine/protocol/finding.h"

namespace strata::inline facts {

/// "watched at 67×65×66: accesses 4096, threads 128, blocks 2, counted"
std::string watchedText(const KernelFindings& found);
/// Nothing was found, and what that does not mean.
std::string soundText(const KernelFindings& found);
/// "Thread (3, 0) of block … 238 times."
std::string findingText(const Finding& finding);

}  // namespace strata::inline facts
