#include <chrono>
#include <thread>

#include "engine/backends/cpu/cpu_device.h"
#include "engine/protocol/agent_loop.h"
#include "layers/runtime/stack_observer.h"
#include "tests/session/faults_workload.h"

// An agent over the CPU device whose kernels go wrong on demand; its device 1 does not open.

namespace strata {
namespace {

Result<std::unique_ptr<Device>> open(int index) {
  if (index == 0) return openCpuDevice(0);
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

}  // namespace
}  // namespace strata

int main(int argc, char** argv) {
  using namespace strata;
  AgentParts parts;
  parts.name = "faulty-agent";
  parts.openDevice = open;
  parts.observe = observeStack;
  parts.workloads.push_back(faultsWorkload());
  return agentMain(argc, argv, std::move(parts));
}
