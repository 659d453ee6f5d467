#include "app/cli/result_cells.h"

#include <fmt/core.h>

#include "app/still/units.h"

namespace strata::inline cli {

std::string checkText(const RunResult& result) {
  if (!result.error) return result.status == RunResult::Status::Ok ? "not checked" : "–";
  const RunResult::Check& check = *result.error;
  const char* verdict = check.value <= check.limit ? "≤" : "ABOVE";
  return fmt::format("{} {} {}", formatSmall(check.value), verdict, formatSmall(check.limit));
}

std::string statusText(const RunResult& result) {
  switch (result.status) {
    case RunResult::Status::Ok: return "ok";
    case RunResult::Status::Failed: return "FAILED";
    case RunResult::Status::Unsupported: return "unsupported";
    case RunResult::Status::Stopped: return "stopped";
    case RunResult::Status::NotRun: return result.leftOut() ? "left out" : "modelled";
  }
  return {};
}

}  // namespace strata::inline cli
