#pragma once

#include <memory>
#include <string_view>

#include "engine/protocol/workload.h"
#include "layers/library/routine.h"

namespace strata::inline workloads {

/// One operation again and again: from the call on the model storey to the end of the wait for it, on the host's clock.
/// What it takes with and without a trace is what tracing costs. One result for each variant asked for ("library" where
/// none is); nothing is checked. Not listed: what `strata bench` runs, under the name "<ladder>-loop".
class LoopBench final : public Workload {
 public:
  LoopBench(const Operation& operation, std::shared_ptr<const Routines> routines);

  const ExperimentInfo& info() const override { return m_info; }
  Result<void> run(const Request& request, WorkContext& context) override;
  Result<SessionMessage> fetch(std::string_view tensor) override;

 private:
  const Operation& m_operation;
  std::shared_ptr<const Routines> m_routines;
  ExperimentInfo m_info;
};

}  // namespace strata::inline workloads
