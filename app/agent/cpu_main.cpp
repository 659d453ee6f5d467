#include "engine/backends/cpu/cpu_device.h"
#include "engine/protocol/agent_loop.h"
#include "kernels/matmul/matmul.h"
#include "layers/model/matmul_bench.h"
#include "layers/model/matmul_workload.h"
#include "layers/model/model_layer.h"
#include "layers/runtime/stack_observer.h"

int main(int argc, char** argv) {
  using namespace strata;
  AgentParts parts;
  parts.name = "strata-agent-cpu";
  parts.openDevice = [](int index) { return openCpuDevice(index); };
  parts.observe = observeStack;
  parts.probeStoreys = [](Device* device) { return probeCpuStack(device); };
  parts.workloads.push_back(std::make_unique<MatmulWorkload>(cpuMatmulRoutines(matmulEntry)));
  parts.workloads.push_back(std::make_unique<MatmulBench>(cpuMatmulRoutines(matmulEntry)));
  return agentMain(argc, argv, std::move(parts));
}
