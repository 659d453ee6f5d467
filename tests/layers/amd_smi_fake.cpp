// A library with the functions of AMD SMI that Strata calls. Structs, units and numbers are those of the vendor's
// amdsmi.h 27, not of Strata's source: members that a GPU does not support have all bits set, temperatures are in °C.

#include <algorithm>
#include <cstring>

#include "tests/layers/amd_management_fakes.h"

namespace {

using strata::test::FakeAmdGpu;
using Processor = void*;

constexpr int kInvalid = 1, kNotSupported = 2, kNotFound = 31;
constexpr std::uint64_t kAmdGpus = 1U << 1;

union Bdf {
  struct {
    std::uint64_t function : 3, device : 5, bus : 8, domain : 48;
  } part;
  std::uint64_t whole;
};

struct Version {
  std::uint32_t major, minor, release;
  const char* build;
};

struct EngineUsage {
  std::uint32_t gfx_activity, umc_activity, mm_activity, reserved[13];
};

struct PowerInfo {
  std::uint64_t socket_power;
  std::uint32_t current_socket_power, average_socket_power;
  std::uint64_t gfx_voltage, soc_voltage, mem_voltage;
  std::uint32_t power_limit, ubb_power;
  std::uint64_t reserved[18];
};

struct ClockInfo {
  std::uint32_t clk, min_clk, max_clk;
  std::uint8_t clk_locked, clk_deep_sleep;
  std::uint32_t reserved[4];
};

FakeAmdGpu g_gpu;
int g_handle;

int answerOf(Processor processor) {
  if (processor != &g_handle || g_gpu.started <= g_gpu.stopped) return kInvalid;
  return g_gpu.answers ? 0 : kNotSupported;
}

}  // namespace

extern "C" {

FakeAmdGpu* strataFakeAmdGpu() {
  return &g_gpu;
}

int amdsmi_init(std::uint64_t kinds) {
  if (kinds != kAmdGpus) return kInvalid;
  ++g_gpu.started;
  return 0;
}
int amdsmi_shut_down() {
  ++g_gpu.stopped;
  return 0;
}
int amdsmi_get_lib_version(Version* version) {
  *version = {g_gpu.libraryMajor, 0, 0, "fake"};
  return 0;
}
int amdsmi_get_processor_handle_from_bdf(Bdf bdf, Processor* processor) {
  const bool here = bdf.part.domain == g_gpu.domain && bdf.part.bus == g_gpu.bus && bdf.part.device == g_gpu.device &&
                    bdf.part.function == 0;
  *processor = here ? &g_handle : nullptr;
  return here ? 0 : kNotFound;
}
int amdsmi_get_gpu_activity(Processor processor, EngineUsage* usage) {
  if (const int status = answerOf(processor); status != 0) return status;
  std::memset(usage, 0xFF, sizeof *usage);
  usage->gfx_activity = g_gpu.busyPercent;
  return 0;
}
int amdsmi_get_gpu_memory_usage(Processor processor, int type, std::uint64_t* bytes) {
  if (const int status = answerOf(processor); status != 0) return status;
  *bytes = type == 0 ? g_gpu.memoryBytes : 1;
  return 0;
}
int amdsmi_get_power_info(Processor processor, PowerInfo* power) {
  if (const int status = answerOf(processor); status != 0) return status;
  std::memset(power, 0xFF, sizeof *power);
  power->current_socket_power = g_gpu.currentWatts;
  power->average_socket_power = g_gpu.averageWatts;
  return 0;
}
int amdsmi_get_temp_metric(Processor processor, int sensor, int metric, std::int64_t* celsius) {
  if (const int status = answerOf(processor); status != 0) return status;
  if (metric != 0 || sensor > 1 || (sensor == 0 && !g_gpu.hasEdge)) return kNotSupported;
  *celsius = sensor == 0 ? g_gpu.edgeCelsius : g_gpu.junctionCelsius;
  return 0;
}
int amdsmi_get_clock_info(Processor processor, int type, ClockInfo* clock) {
  if (const int status = answerOf(processor); status != 0) return status;
  std::memset(clock, 0xFF, sizeof *clock);
  clock->clk = type == 0 ? g_gpu.clockMegahertz : 1;
  return 0;
}
}
