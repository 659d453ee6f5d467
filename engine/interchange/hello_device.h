#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/base/kept_json.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// What the session's first Hello says of who wrote it; empty or 0 where it does not.
struct HelloFacts {
  std::string agent;  ///< "strata-agent-cuda 0.1.0"
  std::string device, backend, architecture;
  std::int64_t computeUnits = 0, memoryBytes = 0, maxThreadsPerBlock = 0, sharedBytesPerBlock = 0, waveSize = 0;
};

HelloFacts helloOf(const TraceSnapshot& snapshot);
/// What the agents said of themselves and their devices, oldest first: JSON objects, one for each.
std::vector<KeptJson> greetingsOf(const TraceSnapshot& snapshot);
/// What the newest agent has of the seven storeys: a list; null: not told.
KeptJson newestStack(const TraceSnapshot& snapshot);
/// The agents that wrote it, by their pids.
std::map<std::int64_t, std::string> agentsOf(const TraceSnapshot& snapshot);

}  // namespace strata::inline interchange
