#include "engine/backends/gpu/gpu_device.h"
#include "engine/protocol/agent_loop.h"
#include "tests/gpu/profiler.h"
#include "tests/session/faults_workload.h"

// An agent over this machine's GPU whose kernels go wrong on demand.

int main(int argc, char** argv) {
  using namespace strata;
  AgentParts parts;
  parts.name = "faulty-gpu-agent";
  parts.openDevice = openGpuDevice;
  parts.observe = [](Device& device, TraceRecorder& recorder) {
    return std::static_pointer_cast<void>(openProfiler(device, recorder));
  };
  parts.workloads.push_back(faultsWorkload());
  return agentMain(argc, argv, std::move(parts));
}
