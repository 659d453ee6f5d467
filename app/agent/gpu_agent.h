#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/protocol/agent_facts.h"
#include "kernels/matmul/matmul.h"
#include "layers/library/gpu_blas_matmul.h"
#include "layers/runtime/gpu_observation.h"

namespace strata {

/// What tells one vendor's agent from another's.
struct GpuVendor {
  struct Compiler {
    std::string name, version, architectures;
  };
  std::string agent;  ///< "strata-agent-cuda"
  std::function<std::shared_ptr<GpuObservation>(Device&, TraceRecorder&)> observe;
  std::function<MatmulRoutines()> routines;
  std::vector<GpuBlasDialect> blas;
  Compiler compiler;
  std::string runtime, runtimeVersion;
  std::function<StoreyState()> driver;
};

/// An agent of a GPU: agentMain with this vendor's parts.
int gpuAgentMain(int argc, char** argv, GpuVendor vendor);

}  // namespace strata
