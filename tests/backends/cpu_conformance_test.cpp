#include "engine/backends/cpu/cpu_device.h"
#include "kernels/compat/device.h"
#include "tests/backends/conformance_kernels.cuh"
#include "tests/backends/device_conformance.h"

namespace strata {
namespace {

ConformanceKernels cpuKernels() {
  return {kernelEntry<add_one>("add_one"), kernelEntry<reverse_blocks>("reverse_blocks"), kernelEntry<spin>("spin"),
          kernelEntry<coordinates>("coordinates"), kernelEntry<leave_early>("leave_early")};
}

DeviceUnderTest cpu(const char* name, unsigned workers) {
  return {name, [workers] { return openCpuDevice(0, {.memoryBytes = 0, .workers = workers}); }, cpuKernels()};
}

INSTANTIATE_TEST_SUITE_P(Cpu, DeviceConformance, testing::Values(cpu("OneWorker", 1), cpu("FourWorkers", 4)),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace strata
