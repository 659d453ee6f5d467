#pragma once

#include <functional>
#include <memory>

#include "engine/protocol/agent_loop.h"

namespace strata {

/// An experiment named "toy" with parameters n, m (follows n) and do, and variants a and b, whose work a test writes.
class ToyWorkload : public Workload {
 public:
  using Run = std::function<Result<void>(const Request&, WorkContext&)>;
  using Fetch = std::function<Result<SessionMessage>(std::string_view)>;
  explicit ToyWorkload(Run run, Fetch fetch = {});

  const ExperimentInfo& info() const override { return m_info; }
  Result<void> run(const Request& request, WorkContext& context) override;
  Result<SessionMessage> fetch(std::string_view tensor) override;

 private:
  ExperimentInfo m_info;
  Run m_run;
  Fetch m_fetch;
};

/// An agent over the null device with that one experiment.
AgentParts toyAgent(ToyWorkload::Run run, ToyWorkload::Fetch fetch = {});

}  // namespace strata
