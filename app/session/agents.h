#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/protocol/agent_facts.h"

namespace strata::inline session {

/// A device choice ("cpu", "cuda:1", "best") resolved to the command of the agent that has it.
struct AgentChoice {
  std::string device;   ///< "cpu", "cuda:1"
  std::string command;  ///< shell command
};

/// What one agent binary beside this program answers to a probe.
struct AgentReport {
  std::string backend;
  bool usable = false;
  std::string reason;                ///< if not usable: what is missing and what to do
  Storey storey = Storey::Hardware;  ///< where the reason lies
  std::vector<DeviceInfo> devices;   ///< empty if not usable
  std::vector<StoreyState> storeys;
  std::vector<std::string> commands;  ///< of an agent, for each device
};

/// A program of this installation: beside this one or, for test programs, in bin beside its folder; empty: there is
/// none.
std::string programOfStrata(std::string_view name);
/// The backends there are, in the order in which "best" chooses.
std::vector<std::string> agentBackends();
/// Asks the agent of one of them what it finds: starts it shortly. A stop ends that at once.
AgentReport probeAgent(const std::string& backend, const std::stop_token& stop = {});
/// Asks every agent of this installation.
std::vector<AgentReport> probeAgents();
/// "best" is CUDA, else HIP, else the CPU. Error Unavailable names what is missing and what to do. `hangLimit` is the
/// agents' watchdog's, from the first probe on; without one it is their own default.
Result<AgentChoice> chooseAgent(const std::string& device, std::optional<Duration> hangLimit = {});
/// The option of an agent's command line for that.
std::string hangLimitOption(Duration limit);
/// The option of this installation's agents for sessions that are not live.
inline constexpr const char* kHoldEventsOption = " --hold-events";
/// The shell command of this installation's agent of a backend ("cuda"); Unavailable if the build has none.
Result<std::string> agentProgram(const std::string& backend);

}  // namespace strata::inline session
