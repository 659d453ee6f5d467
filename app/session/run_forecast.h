#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/session/session_messages.h"

namespace strata::inline session {

/// How long a request should take: modelled, from what its variants took on the same device at another size.
struct RunForecast {
  Duration time;                     ///< of the variants that are known and not left out, with counting
  Duration counting;                 ///< of that, for times on a GPU that is not here
  int times = 0;                     ///< that each runs
  std::vector<std::string> slow;     ///< left out, since they would take longer than kSlowStep
  std::vector<std::string> unknown;  ///< never measured there
};

/// nullopt where nothing is known, or what the request names is no ladder or does not fit it. `device` as in RunRecord.
std::optional<RunForecast> forecast(const Request& request, const std::string& device, std::span<const RunRecord> runs);

/// The operation that a run computed, "512×512×512"; empty where its experiment is no ladder.
std::string shapeOf(const RunRecord& run);

}  // namespace strata::inline session
