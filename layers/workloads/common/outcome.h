#pragma once

#include <string>

#include "engine/protocol/run_result.h"

namespace strata::inline workloads {

/// Of a variant that an error kept from being measured.
RunResult outcome(const std::string& variant, const Error& error);
/// Of one that was watched first, and had threads that had to be ended: with the first finding that it was for.
RunResult unsafe(const std::string& variant, const KernelFindings& findings);

}  // namespace strata::inline workloads
