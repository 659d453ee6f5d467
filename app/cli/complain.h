#pragma once

#include "app/session/exit_code.h"

namespace strata::inline cli {

/// Writes the sentence to standard error and returns its exit code.
ExitCode complain(const Error& error);

}  // namespace strata::inline cli
