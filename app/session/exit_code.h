#pragma once

#include <span>
#include <string_view>

#include "engine/base/result.h"

namespace strata::inline session {

/// What other programs rely on.
enum class ExitCode : int {
  Done = 0,
  Internal = 1,
  Usage = 2,
  Unavailable = 3,
  CheckFailed = 4,
  AgentDied = 5,
  Io = 6,
  Slower = 7,
  Interrupted = 130,
};

struct ExitCodeMeaning {
  ExitCode code = ExitCode::Done;
  std::string_view meaning;
};
/// All of them; README, strata --help and strata(1) show this table.
std::span<const ExitCodeMeaning> exitCodes();

ExitCode exitCodeOf(ErrorCode code);

}  // namespace strata::inline session
