#include "layers/workloads/common/outcome.h"

#include <fmt/format.h>

#include <algorithm>

namespace strata::inline workloads {

namespace {

RunResult::Status statusOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::Unsupported:
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

RunResult unsafe(const std::string& variant, const KernelFindings& findings) {
  std::string why = fmt::format("{} was not run: ", variant);
  const auto cause = std::ranges::find(findings.findings, true, &Finding::ends);
  if (cause == findings.findings.end())
    why += "threads of it had to be ended while it was watched";
  else
    why += fmt::format("{}:{}: {}: {}", cause->file, cause->line, cause->kind, cause->sentence);
  return outcome(variant, {ErrorCode::CheckFailed, why, Storey::Model});
}

}  // namespace strata::inline workloads
