#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/workload.h"
#include "layers/workloads/common/kept_previews.h"
#include "layers/workloads/common/workload_parts.h"
#include "layers/workloads/ladder/ladder_run.h"

namespace strata::inline workloads {

/// The experiment of one ladder: every variant asked for, timed and checked against the same fp64 reference. Where none
/// is asked for by name, those this agent has.
class LadderWorkload final : public Workload {
 public:
  LadderWorkload(const Operation& operation, WorkloadParts parts);

  const ExperimentInfo& info() const override { return m_info; }
  Result<void> run(const Request& request, WorkContext& context) override;
  /// A tensor of the last run as a preview; the output is what the last variant that was checked computed.
  Result<SessionMessage> fetch(std::string_view tensor) override;

 private:
  Result<Routines> ownRoutines(const LadderPlan& plan, WorkContext& context) const;
  Result<std::optional<Roofs>> roofs(const LadderPlan& plan, WorkContext& context) const;
  Result<void> addModelled(LadderRun& run, RunResult& result, WorkContext& context) const;

  const Operation& m_operation;
  ExperimentInfo m_info;
  WorkloadParts m_parts;
  KeptPreviews m_previews;
  KeptModels m_models;
};

}  // namespace strata::inline workloads
