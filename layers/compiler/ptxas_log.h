#pragma once

#include <optional>
#include <string_view>

#include "engine/base/time.h"
#include "engine/protocol/kernel_build.h"

namespace strata::inline compiler {

/// What ptxas -v said of the entry function `symbol`; all empty if it said nothing.
CompiledResources ptxasResources(std::string_view log, std::string_view symbol);

/// The time ptxas says it took for all entry functions together; empty if it does not say.
std::optional<Duration> ptxasTime(std::string_view log);

/// The part of a PTX text that is the entry function `symbol`, behind the head every function needs.
std::string ptxOfFunction(std::string_view ptx, std::string_view symbol);

}  // namespace strata::inline compiler
