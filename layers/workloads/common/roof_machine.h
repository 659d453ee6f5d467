#pragma once

#include <functional>
#include <string>

#include "engine/base/host_facts.h"
#include "engine/base/time.h"

namespace strata::inline workloads {

/// What this program, all its threads together, had of processors until now.
Duration ownProcessorTime();

/// Of /etc/machine-id; with the processors that this program may run on, where these are not all, and the time of
/// theirs that its control groups leave it.
std::string machineId(const HostFacts& host = thisHost());

/// What measuring roofs has to know of the machine that others use as well.
struct RoofMachine {
  std::function<Duration()> processorTime = ownProcessorTime;
  /// By it the programs of all users know that one of them measures; empty: nobody is told.
  std::string claim = "strata measures roofs";
  /// Of the machine, which may share its user's home with others of the same processor; empty: it has none.
  std::string id = machineId();
};

}  // namespace strata::inline workloads
