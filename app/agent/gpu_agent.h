#pragma once

#include <functional>
#include <memory>
#include <string>

#include "layers/compiler/run_time_compiler.h"
#include "layers/model/stack.h"
#include "layers/runtime/gpu_observation.h"

namespace strata::inline agent {

/// What tells one vendor's agent from another's.
struct GpuVendor {
  std::string agent;    ///< "strata-agent-cuda"
  std::string targets;  ///< AgentParts::targets
  GpuStack stack;
  std::function<std::shared_ptr<GpuObservation>(Device&, TraceRecorder&)> observe;
  RunTimeDialect (*compilesNow)() = nullptr;  ///< the vendor's compiler that works while the program runs
};

/// An agent of a GPU: agentMain with this vendor's parts.
int gpuAgentMain(int argc, char** argv, GpuVendor vendor);

}  // namespace strata::inline agent
