#include "app/cli/exit_code.h"

#include <fmt/core.h>

#include <cstdio>

#include "app/cli/printable.h"

namespace strata {

ExitCode exitCodeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::Usage: return ExitCode::Usage;
    case ErrorCode::Unavailable:
    case ErrorCode::Unsupported:
    case ErrorCode::OutOfMemory: return ExitCode::Unavailable;
    case ErrorCode::CheckFailed: return ExitCode::CheckFailed;
    case ErrorCode::AgentDied: return ExitCode::AgentDied;
    case ErrorCode::Io: return ExitCode::Io;
    case ErrorCode::Stopped: return ExitCode::Interrupted;
    case ErrorCode::Internal: break;
  }
  return ExitCode::Internal;
}

ExitCode complain(const Error& error) {
  const bool placed = error.storey != Storey::Other;
  const std::string where = placed ? fmt::format(" ({} storey)", storeyInfo(error.storey).key) : std::string{};
  fmt::print(stderr, "strata{}: {}\n", where, printable(error.message));
  return exitCodeOf(error.code);
}

}  // namespace strata
