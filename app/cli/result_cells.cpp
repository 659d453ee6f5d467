#include "app/cli/result_cells.h"

#include <fmt/core.h>

#include "app/still/units.h"

namespace strata::inline cli {

std::string checkText(const RunResult& result) {
  if (!result.error) return result.status == RunResult::Status::Ok ? "not checked" : "–";
  const RunResult::Check& check = *result.error;
  const char* verdict = check.withinLimit() ? "≤" : "ABOVE";
  return fmt::format("{} {} {}", formatSmall(check.value), verdict, formatSmall(check.limit));
}

}  // namespace strata::inline cli
