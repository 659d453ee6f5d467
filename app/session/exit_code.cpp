#include "app/session/exit_code.h"

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

}  // namespace strata
