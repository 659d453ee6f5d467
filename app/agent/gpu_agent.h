#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/protocol/agent_facts.h"
#include "layers/compiler/run_time_compiler.h"
#include "layers/library/gpu_blas_routine.h"
#include "layers/library/gpu_dnn_routine.h"
#include "layers/runtime/gpu_observation.h"

namespace strata {

/// What tells one vendor's agent from another's.
struct GpuVendor {
  struct Compiler {
    std::string name, version, architectures;
  };
  std::string agent;  ///< "strata-agent-cuda"
  std::function<std::shared_ptr<GpuObservation>(Device&, TraceRecorder&)> observe;
  std::vector<GpuBlasDialect> blas;
  std::function<Result<std::unique_ptr<GpuDnn>>()> dnn;
  Compiler compiler;
  std::string runtime, runtimeVersion;
  std::function<StoreyState()> driver;
  RunTimeDialect (*compilesNow)() = nullptr;  ///< the vendor's compiler that works while the program runs
};

/// An agent of a GPU: agentMain with this vendor's parts.
int gpuAgentMain(int argc, char** argv, GpuVendor vendor);

}  // namespace strata
