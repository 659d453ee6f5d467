#include <exception>

#include "engine/backends/cpu/block_executor.h"
#include "engine/backends/gpu/gpu_device.h"
#include "tests/gpu/conformance_exceptions.h"
#include "tests/gpu/gpu_runtime_fake.h"
#include "tests/kernels/test_device.h"

// A Hopper that is this processor: the CUDA backend's host code runs on our runtime and driver, and a launch on the CPU
// device's executor, at once, with the kernels that the host's compiler made.

namespace strata {
namespace {

using test::gpuRuntimeFake;

Dim3 ours(dim3 d) {
  return {d.x, d.y, d.z};
}

void runOnCpu(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t sharedBytes) {
  static cpu::BlockExecutor executor;
  const cpu::Grid all{reinterpret_cast<CpuThreadFunction>(const_cast<void*>(function)),
                      arguments,
                      {ours(grid), ours(block), sharedBytes},
                      32};
  executor.run(all, 0, all.shape.grid.count());
  gpuRuntimeFake().lastError = executor.takeError() ? cudaErrorLaunchFailure : cudaSuccess;
}

}  // namespace

Result<std::unique_ptr<Device>> openTestDevice() {
  gpuRuntimeFake().run = runOnCpu;
  gpuRuntimeFake().warpSize = 32;
  gpuRuntimeFake().major = 9;
  return openGpuDevice(0);
}

std::map<std::string, std::string> conformanceExceptions() {
  const std::string graphs = "CUDA on the CPU: launches are not captured";
  const std::string atOnce = "CUDA on the CPU: what is queued is done in that call";
  return {{"CapturedWorkIsDoneAtEachLaunchAndNotBefore", graphs},
          {"AGraphReadsWhatStandsInItsTensorsNow", graphs},
          {"AGraphKeepsItsArgumentsAndItsPlaceInTheStream", graphs},
          {"CopiesOfPinnedMemoryArePartOfAGraph", graphs},
          {"WhatCannotBeCapturedIsNamedAndTheStreamGoesOn", graphs},
          {"ALaunchThatIsRefusedEndsTheCapture", graphs},
          {"SaysWhatItWorksOn", atOnce},
          {"EventsTellTimeAndState", atOnce},
          {"HostFunctionsRunInStreamOrder", atOnce},
          {"TheHostWaitsForAnEventAndNotForWhatComesAfter", atOnce},
          {"AStreamWaitsForAnotherOnesEvent", atOnce}};
}

}  // namespace strata
