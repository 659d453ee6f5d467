#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/trace/timed_part.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// Groups the results of a session into runs, taken in one after the other: one for each request of each agent, in the
/// order in which they came. `Run` has request, run (of its agent's Hello), callsBefore and results, of which each has
/// variant, modelled, firstCall and lastCall.
template <class Run>
class RunGroups {
 public:
  /// The agent that speaks from now on, and the calls that the session numbers before its first. The same once more, as
  /// after a probe, begins nothing.
  void greet(std::string_view agent, std::uint32_t callsBefore) {
    if (m_agent == agent) return;
    m_agent = agent;
    m_callsBefore = callsBefore;
  }

  /// The newest run, if it is of that request of the agent that speaks; nullptr: it is another's, or there is none.
  Run* known(std::uint64_t request) {
    if (m_runs.empty() || m_runs.back().request != request || m_runs.back().run != m_agent.value_or("")) return nullptr;
    return &m_runs.back();
  }

  /// The run of a request that is answered now; it has no results if it begins with this.
  Run& of(std::uint64_t request) {
    if (Run* run = known(request)) return *run;
    Run& begun = m_runs.emplace_back();
    begun.request = request;
    begun.run = m_agent.value_or("");
    begun.callsBefore = m_callsBefore;
    return begun;
  }

  const std::vector<Run>& runs() const& { return m_runs; }
  std::vector<Run> runs() && { return std::move(m_runs); }
  std::uint32_t callsBefore() const { return m_callsBefore; }  ///< the first of the agent that speaks

 private:
  std::optional<std::string> m_agent;
  std::uint32_t m_callsBefore = 0;
  std::vector<Run> m_runs;
};

/// A variant comes a second time when its time on another GPU is known, too.
template <class Result>
void addResult(std::vector<Result>& results, Result result) {
  const auto known = std::ranges::find(results, result.variant, &Result::variant);
  const bool more = known != results.end() && !known->modelled &&
                    (result.modelled || (known->firstCall != 0 && known->firstCall == result.firstCall));
  more ? void(*known = std::move(result)) : results.push_back(std::move(result));
}

/// What one of a run's results was measured in; empty: it was not timed, or none of its calls is there.
template <class Run, class Result>
std::vector<TimedPart> timedPartsOf(const Run& run, const Result& result, const TraceSnapshot& snapshot) {
  if (result.firstCall == 0) return {};
  const std::size_t before = run.callsBefore;
  return timedPartsOf(before + result.firstCall, before + result.lastCall, snapshot);
}

/// The parts that a run's results were measured in, in order; results that share calls or time share a part.
template <class Run>
std::vector<TimedPart> timedParts(const Run& run, const TraceSnapshot& snapshot) {
  std::vector<TimedPart> parts;
  parts.reserve(run.results.size());
  for (const auto& result : run.results) {
    const std::vector<TimedPart> some = timedPartsOf(run, result, snapshot);
    parts.insert(parts.end(), some.begin(), some.end());
  }
  return joinedParts(std::move(parts));
}

/// From a run's first timed call to its last; nullopt: none of its calls is there.
template <class Run>
std::optional<TimeRange> timedPart(const Run& run, const TraceSnapshot& snapshot) {
  const std::vector<TimedPart> parts = timedParts(run, snapshot);
  return parts.empty() ? std::nullopt : std::optional(TimeRange{parts.front().range.begin, parts.back().range.end});
}

}  // namespace strata::inline interchange
