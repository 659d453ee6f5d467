#include "layers/workloads/common/outcome.h"

namespace strata::inline workloads {

RunResult outcome(const std::string& variant, const Error& error) {
  const bool unsupported = error.code == ErrorCode::Unsupported || error.code == ErrorCode::Unavailable;
  RunResult result;
  result.variant = variant;
  result.status = unsupported ? RunResult::Status::Unsupported : RunResult::Status::Failed;
  result.message = error.message;
  return result;
}

RunResult unsafe(const std::string& variant) {
  return outcome(variant,
                 {ErrorCode::CheckFailed, variant + " was not run: it would read or write where nothing is, or not end",
                  Storey::Model});
}

}  // namespace strata::inline workloads
