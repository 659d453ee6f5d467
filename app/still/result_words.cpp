#include "app/still/result_words.h"

#include <fmt/core.h>

#include "app/still/printable.h"
#include "app/still/units.h"

namespace strata::inline still {

std::string statusText(const RunResult& result) {
  switch (result.status) {
    case RunResult::Status::Ok: return result.torn() ? "TORN" : "ok";
    case RunResult::Status::Failed: return "FAILED";
    case RunResult::Status::Unsupported: return "unsupported";
    case RunResult::Status::Stopped: return "stopped";
    case RunResult::Status::NotRun: return result.leftOut() ? "left out" : result.modelled ? "modelled" : "not run";
  }
  return {};
}

std::string spreadText(const RunResult& result) {
  const RunResult::Seconds& seconds = result.seconds;
  if (seconds.repeats == 0) return "–";
  return fmt::format("{} – {}", formatSeconds(seconds.min), formatSeconds(seconds.max));
}

std::string modelledOn(std::span<const RunResult> results) {
  for (const RunResult& result : results)
    if (result.modelled) return result.modelled->gpuTitle;
  return {};
}

std::string reasonsText(std::span<const RunResult> results, std::string_view indent) {
  std::string text;
  for (const RunResult& result : results)
    if (!result.message.empty() && !(result.modelled && result.status == RunResult::Status::NotRun))
      text += fmt::format("{}{}: {}\n", indent, printable(result.variant), printableLines(result.message));
  return text;
}

}  // namespace strata::inline still
