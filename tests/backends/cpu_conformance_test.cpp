#include "engine/backends/cpu/cpu_device.h"
#include "kernels/compat/device.h"
#include "tests/backends/conformance_kernels.cuh"
#include "tests/backends/language_conformance.h"

namespace strata {
namespace {

ConformanceKernels cpuKernels() {
  return {kernelEntry<add_one>("add_one"), kernelEntry<reverse_blocks>("reverse_blocks"), kernelEntry<spin>("spin"),
          kernelEntry<coordinates>("coordinates"), kernelEntry<leave_early>("leave_early")};
}

DeviceUnderTest cpu(const char* name, const CpuDeviceOptions& options) {
  return {name, [options] { return openCpuDevice(0, options); }, cpuKernels()};
}

const auto kDevices = testing::Values(cpu("OneWorker", {.memoryBytes = 0, .workers = 1, .waveSize = 32}),
                                      cpu("FourWorkers", {.memoryBytes = 0, .workers = 4, .waveSize = 32}),
                                      cpu("WarpsOf64", {.memoryBytes = 0, .workers = 2, .waveSize = 64}));

INSTANTIATE_TEST_SUITE_P(Cpu, DeviceConformance, kDevices, [](const auto& each) { return each.param.name; });
INSTANTIATE_TEST_SUITE_P(Cpu, LanguageConformance, kDevices, [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace strata
