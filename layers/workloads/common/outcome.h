#pragma once

#include <string>

#include "engine/protocol/run_result.h"

namespace strata::inline workloads {

/// Of a variant that an error kept from being measured.
RunResult outcome(const std::string& variant, const Error& error);
/// What a result says first of all that was found: where threads had to be ended, for what they were; and rather what
/// was seen at the run's own size. nullptr where nothing was found, or what ended them is not known.
const Finding* leadingFinding(const KernelFindings& findings);
/// Of one that was watched first, and had threads that had to be ended: with the leading finding.
RunResult unsafe(const std::string& variant, const KernelFindings& findings);

}  // namespace strata::inline workloads
