#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/workload.h"
#include "layers/library/routine.h"
#include "layers/model/ladder_run.h"

namespace strata {

/// A ladder's steps, compiled from their text when they are made ready.
using RunTimeRoutines = std::function<Routines(const Ladder& ladder, WorkContext& context)>;

/// What ladders run with on an agent's device.
struct LadderParts {
  std::shared_ptr<const Routines> routines;
  ResourceFinder resources = {};         ///< empty where nobody knows
  MemoryWatch memory = {};               ///< empty where accesses cannot be counted
  std::optional<RoofKeeper> roofs = {};  ///< nullopt: roofs are not measured
  RunTimeRoutines atRunTime = {};        ///< empty where no compiler works while the program runs
};

/// The experiment of one ladder: every variant asked for, timed and checked against the same fp64 reference. Where none
/// is asked for by name, those this agent has.
class LadderWorkload final : public Workload {
 public:
  LadderWorkload(const Ladder& ladder, LadderParts parts);

  const ExperimentInfo& info() const override { return m_info; }
  Result<void> run(const Request& request, WorkContext& context) override;
  /// A tensor of the last run as a preview; the output is what the last variant that was checked computed.
  Result<SessionMessage> fetch(std::string_view tensor) override;

 private:
  Result<std::optional<Roofs>> roofs(const LadderPlan& plan, WorkContext& context) const;
  void keep(std::string_view tensor, SessionMessage preview);

  const Ladder& m_ladder;
  ExperimentInfo m_info;
  LadderParts m_parts;
  std::map<std::string, SessionMessage, std::less<>> m_previews;
};

/// One workload for each ladder.
std::vector<std::unique_ptr<Workload>> ladderWorkloads(const LadderParts& parts);

}  // namespace strata
