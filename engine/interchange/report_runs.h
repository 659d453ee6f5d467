#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/kept_json.h"
#include "engine/trace/timed_part.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// What a report says of one variant.
struct ReportResult {
  std::string variant, status;
  KeptJson told;          ///< the whole result, as docs/json.md has it; calls as its agent numbers them
  bool modelled = false;  ///< its time on another GPU is known
  std::uint32_t firstCall = 0, lastCall = 0;  ///< as its agent numbers them; 0: none
};

/// The results of one request of one agent.
struct ReportRun {
  std::uint64_t request = 0;
  std::string run;                ///< of the agent's Hello
  std::uint32_t callsBefore = 0;  ///< calls that the session numbers before its agent's first
  std::vector<ReportResult> results;
  std::string experiment;          ///< "matmul"; empty: not told
  KeptJson parameters;             ///< an object; null: not told
  std::optional<TimeRange> timed;  ///< from its first timed call to its last; nullopt: none is there
  std::vector<TimedPart> parts;    ///< of that, what its results were measured in
};

/// What was run, in the order in which it came.
std::vector<ReportRun> reportRuns(const TraceSnapshot& snapshot);

/// What the results of all these runs were measured with.
TimedCalls timedCallsOf(const std::vector<ReportRun>& runs);

}  // namespace strata::inline interchange
