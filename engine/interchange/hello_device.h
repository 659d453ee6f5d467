#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// What the session's first Hello says of who wrote it; empty or 0 where it does not.
struct HelloFacts {
  std::string agent;  ///< "strata-agent-cuda 0.1.0"
  std::string device, backend, architecture;
  std::int64_t computeUnits = 0, memoryBytes = 0, maxThreadsPerBlock = 0, sharedBytesPerBlock = 0, waveSize = 0;
};

HelloFacts helloOf(const TraceSnapshot& snapshot);
/// The agents that wrote it, by their pids.
std::map<std::int64_t, std::string> agentsOf(const TraceSnapshot& snapshot);

}  // namespace strata::inline interchange
