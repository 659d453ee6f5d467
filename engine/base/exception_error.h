#pragma once

#include <exception>
#include <string>

#include "engine/base/result.h"

namespace strata::inline base {

/// What ended `doing`, which begins the sentence ("The command"): a limit of the machine where the exception is of one,
/// else a bug in Strata.
Error exceptionError(const std::string& doing, const std::exception& thrown);

}  // namespace strata::inline base
