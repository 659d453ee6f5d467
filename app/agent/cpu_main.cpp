#include <pthread.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/agent/build_order.h"
#include "app/agent/cpu_memory_watch.h"
#include "engine/backends/cpu/cpu_device.h"
#include "engine/protocol/agent_loop.h"
#include "kernels/conv2d/conv2d_operation.h"
#include "kernels/matmul/matmul_operation.h"
#include "kernels/operation/cpu_level.h"
#include "kernels/operation/kernel_table.h"
#include "layers/compiler/compiler_layer.h"
#include "layers/library/one_dnn_routine.h"
#include "layers/library/open_blas_routine.h"
#include "layers/library/sleeping_threads.h"
#include "layers/model/stack.h"
#include "layers/runtime/stack_observer.h"
#include "layers/workloads/bench/library_bench.h"
#include "layers/workloads/ladder/step_check.h"
#include "layers/workloads/workloads.h"

namespace {

std::shared_ptr<const strata::Routines> cpuRoutines() {
  auto routines = std::make_shared<strata::Routines>(
      strata::strataRoutines(strata::findKernel, [](const strata::KernelEntry&) -> strata::CodeOrigin {
        return {strata::hostCompiler(), "x86-64", "machine code"};
      }));
  routines->push_back(std::make_unique<strata::OneDnnRoutine>(strata::matmulOperation(), "onednn"));
  routines->push_back(std::make_unique<strata::OpenBlasRoutine>());
  routines->push_back(std::make_unique<strata::OneDnnRoutine>(strata::conv2dOperation(), "library"));
  return routines;
}

/// On its stack each thread has the shared memory of all kernels, some 2 MiB: more than `ulimit -s` may give it.
void giveThreadsRoom() {
  constexpr std::size_t kLeastStack = 8 << 20;
  pthread_attr_t usual;
  if (pthread_getattr_default_np(&usual) != 0) return;
  std::size_t bytes = 0;
  pthread_attr_getstacksize(&usual, &bytes);
  pthread_attr_setstacksize(&usual, std::max(bytes, kLeastStack));
  pthread_setattr_default_np(&usual);
  pthread_attr_destroy(&usual);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace strata;
  startWithSleepingThreads(argv);
  giveThreadsRoom();
  AgentParts parts;
  parts.name = "strata-agent-cpu";
  parts.targets = "x86-64 or a level of it, x86-64-v1 to x86-64-v4";
  parts.openDevice = [](int index) -> Result<std::unique_ptr<Device>> {
    STRATA_TRY(checkCpuLevel());
    return openCpuDevice(index);
  };
  parts.observe = observeStack;
  parts.probeStoreys = probeCpuStack;
  parts.workloads = allWorkloads(
      {.routines = cpuRoutines(),
       .memory = cpuMemoryWatch(),
       .roofs = RoofKeeper(),
       .own = hostKernels(),
       .direct = {{&matmulOperation(), directOpenBlas()}, {&conv2dOperation(), directOneDnn(conv2dOperation())}}});
  parts.lineOf = ownLineAt;
  parts.compile = compileWith(hostBuilder(findKernel));
  return agentMain(argc, argv, std::move(parts));
}
