// A library with the functions of ROCm SMI that Strata calls, with units and numbers of the vendor's rocm_smi.h: three
// devices, of which the one in the middle is the GPU.

#include "tests/layers/amd_management_fakes.h"

namespace {

using strata::test::FakeAmdGpu;

constexpr int kNotSupported = 2;
constexpr std::uint32_t kGpu = 1;

FakeAmdGpu g_gpu;

int answerOf(std::uint32_t device) {
  return device == kGpu && g_gpu.answers && g_gpu.started > g_gpu.stopped ? 0 : kNotSupported;
}

}  // namespace

extern "C" {

FakeAmdGpu* strataFakeAmdGpu() {
  return &g_gpu;
}

int rsmi_init(std::uint64_t flags) {
  ++g_gpu.started;
  return static_cast<int>(flags);
}
int rsmi_shut_down() {
  ++g_gpu.stopped;
  return 0;
}
int rsmi_num_monitor_devices(std::uint32_t* count) {
  *count = kGpu + 2;
  return 0;
}
int rsmi_dev_pci_id_get(std::uint32_t device, std::uint64_t* address) {
  const std::uint64_t partition = 2ULL << 28;
  const std::uint32_t bus = g_gpu.bus + device - kGpu;
  *address = std::uint64_t{g_gpu.domain} << 32 | partition | bus << 8 | g_gpu.device << 3;
  return 0;
}
int rsmi_dev_busy_percent_get(std::uint32_t device, std::uint32_t* percent) {
  *percent = g_gpu.busyPercent;
  return answerOf(device);
}
int rsmi_dev_memory_usage_get(std::uint32_t device, int type, std::uint64_t* bytes) {
  *bytes = type == 0 ? g_gpu.memoryBytes : 1;
  return answerOf(device);
}
int rsmi_dev_power_ave_get(std::uint32_t device, std::uint32_t, std::uint64_t* microwatts) {
  if (g_gpu.averageWatts == FakeAmdGpu::kNone) return kNotSupported;
  *microwatts = g_gpu.averageWatts * 1'000'000ULL;
  return answerOf(device);
}
int rsmi_dev_power_get(std::uint32_t device, std::uint64_t* microwatts, int* kind) {
  const bool current = g_gpu.currentWatts != FakeAmdGpu::kNone;
  *kind = current ? 1 : 0;
  if (!current) return rsmi_dev_power_ave_get(device, 0, microwatts);
  *microwatts = g_gpu.currentWatts * 1'000'000ULL;
  return answerOf(device);
}
int rsmi_dev_temp_metric_get(std::uint32_t device, std::uint32_t sensor, int metric, std::int64_t* millidegrees) {
  if (metric != 0 || sensor > 1 || (sensor == 0 && !g_gpu.hasEdge)) return kNotSupported;
  *millidegrees = (sensor == 0 ? g_gpu.edgeCelsius : g_gpu.junctionCelsius) * 1000;
  return answerOf(device);
}
}
