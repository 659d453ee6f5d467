#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/interchange/csv_table.h"
#include "engine/interchange/report_runs.h"
#include "engine/trace/timed_part.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// Which results of a session were measured with what: the same rule as the report's (TimedCalls), run by run.
class TimedResults {
 public:
  explicit TimedResults(const TraceSnapshot& snapshot);

  struct Measured {
    std::size_t run = 0;       ///< from 1
    std::string_view variant;  ///< empty: several share it
  };
  /// nullopt: no result was measured with it.
  std::optional<Measured> of(const TraceEvent& event) const;
  bool any() const;  ///< whether any result of the session was timed

 private:
  struct Run {
    TimedCalls calls;
    std::vector<std::pair<TimedPart, std::string_view>> variants;
  };

  std::vector<ReportRun> m_told;
  std::vector<Run> m_runs;
};

/// The columns timed, run and variant of a table of calls or device work: 1, the run's number and the variant; 0 where
/// no result was measured with it; empty where nothing was timed.
void addTimedCells(CsvTable& table, const TimedResults& results, const TraceEvent& event);

}  // namespace strata::inline interchange
