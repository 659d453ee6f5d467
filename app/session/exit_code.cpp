#include "app/session/exit_code.h"

namespace strata::inline session {

std::span<const ExitCodeMeaning> exitCodes() {
  static constexpr ExitCodeMeaning kAll[] = {
      {ExitCode::Done, "done"},
      {ExitCode::Internal, "a bug in Strata"},
      {ExitCode::Usage, "wrong usage"},
      {ExitCode::Unavailable,
       "a device, storey or memory is not available, or there is nothing to show, export or compare: which, why, "
       "what to do"},
      {ExitCode::CheckFailed, "a result failed its check"},
      {ExitCode::AgentDied, "the agent died or was killed"},
      {ExitCode::Io,
       "a file cannot be read or written, or standard output did not take the result; a reader that leaves early is no "
       "failure"},
      {ExitCode::Slower, "a comparison found something slower than --fail-above allows"},
      {ExitCode::Interrupted,
       "stopped by Ctrl-C, SIGTERM or a terminal that was closed; what was measured is reported"},
  };
  return kAll;
}

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

}  // namespace strata::inline session
