#pragma once

#include "engine/base/result.h"

namespace strata {

/// What other programs rely on; see README.
enum class ExitCode : int {
  Done = 0,
  Internal = 1,  ///< a bug of Strata's own
  Usage = 2,
  Unavailable = 3,
  CheckFailed = 4,
  AgentDied = 5,
  Io = 6,
  Interrupted = 130,  ///< Ctrl-C
};

ExitCode exitCodeOf(ErrorCode code);

}  // namespace strata
