#include "layers/workloads/common/outcome.h"

#include <fmt/format.h>

namespace strata::inline workloads {

namespace {

RunResult::Status statusOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::Unsupported:
    case ErrorCode::Io:  // of this machine's folders and processes, not of what was computed
    case ErrorCode::Unavailable: return RunResult::Status::Unsupported;
    case ErrorCode::Stopped: return RunResult::Status::Stopped;
    default: return RunResult::Status::Failed;
  }
}

}  // namespace

RunResult outcome(const std::string& variant, const Error& error) {
  RunResult result;
  result.variant = variant;
  result.status = statusOf(error.code);
  result.message = error.message;
  return result;
}

const Finding* leadingFinding(const KernelFindings& findings) {
  const Finding* leading = nullptr;
  for (const Finding& each : findings.findings) {
    if (findings.threadsEnded > 0 && !each.ends) continue;
    if (!leading || (each.problem.empty() && !leading->problem.empty())) leading = &each;
  }
  return leading;
}

RunResult unsafe(const std::string& variant, const KernelFindings& findings) {
  std::string why = fmt::format("{} was not run: ", variant);
  const Finding* cause = leadingFinding(findings);
  if (!cause)
    why += "threads of it had to be ended while it was watched";
  else
    why += fmt::format("{}:{}: {}: {}", cause->file, cause->line, cause->kind, cause->sentence);
  return outcome(variant, {ErrorCode::CheckFailed, why, Storey::Model});
}

}  // namespace strata::inline workloads
