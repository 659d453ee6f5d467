#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/protocol/workload.h"
#include "layers/library/routine.h"
#include "layers/workloads/ladder/ladder_plan.h"

namespace strata::inline workloads {

/// What a first run of this cost is given before it counts as late: slower than any kernel of Strata should be.
Duration slowestTime(const Cost& cost);

/// How long variants of a plan should take on this device: modelled, by the work of each and its speed at a smaller
/// problem of the same kind, which is measured.
class LadderForecast {
 public:
  /// Measures nothing, and knows nothing, where even the slowest kernel would be done soon, and where kernels are
  /// compiled first. An Error only where the run cannot go on.
  static Result<LadderForecast> make(const LadderPlan& plan, const Routines& routines, WorkContext& context);

  /// One run; nullopt: not known.
  std::optional<Duration> once(std::string_view variant) const;
  /// A plan's warm-up and repeats.
  std::optional<Duration> all(const LadderPlan& plan, std::string_view variant) const;
  /// Whether the plan leaves the variant out for it.
  bool leavesOut(const LadderPlan& plan, std::string_view variant) const;
  /// Instead of the result of a variant that is left out: why, and what to do.
  RunResult leftOut(const LadderPlan& plan, const std::string& variant) const;
  void addFigure(RunResult& result) const;

 private:
  std::string m_measuredAt;  ///< shape of the smaller problem
  std::map<std::string, Duration, std::less<>> m_once;
};

}  // namespace strata::inline workloads
