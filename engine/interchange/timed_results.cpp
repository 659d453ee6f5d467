#include "engine/interchange/timed_results.h"

#include <algorithm>

#include "engine/interchange/run_groups.h"

namespace strata::inline interchange {

TimedResults::TimedResults(const TraceSnapshot& snapshot) : m_told(reportRuns(snapshot)) {
  for (const ReportRun& told : m_told) {
    Run& run = m_runs.emplace_back(Run{TimedCalls(told.parts), {}});
    for (const ReportResult& result : told.results)
      for (const TimedPart& part : timedPartsOf(told, result, snapshot))
        run.variants.emplace_back(part, result.variant);
  }
}

bool TimedResults::any() const {
  return std::ranges::any_of(m_runs, [](const Run& run) { return !run.calls.all(); });
}

std::optional<TimedResults::Measured> TimedResults::of(const TraceEvent& event) const {
  for (const Run& run : m_runs) {
    if (run.calls.all() || !run.calls.holds(event)) continue;
    Measured measured{static_cast<std::size_t>(&run - m_runs.data()) + 1, {}};
    bool several = false;
    for (const auto& [part, variant] : run.variants) {
      if (!part.holds(event)) continue;
      several = several || !measured.variant.empty();
      measured.variant = variant;
    }
    if (several) measured.variant = {};
    return measured;
  }
  return std::nullopt;
}

void addTimedCells(CsvTable& table, const TimedResults& results, const TraceEvent& event) {
  const auto measured = results.of(event);
  if (measured)
    table.integer(1).integer(static_cast<std::int64_t>(measured->run)).text(measured->variant);
  else if (results.any())
    table.integer(0).none().none();
  else
    table.none().none().none();
}

}  // namespace strata::inline interchange
