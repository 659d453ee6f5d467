#include "layers/workloads/common/outcome.h"

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

RunResult unsafe(const std::string& variant) {
  return outcome(variant,
                 {ErrorCode::CheckFailed, variant + " was not run: it would read or write where nothing is, or not end",
                  Storey::Model});
}

}  // namespace strata::inline workloads
