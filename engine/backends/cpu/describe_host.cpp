#include "engine/backends/cpu/describe_host.h"

#include "engine/backends/cpu/cpu_thread.h"
#include "engine/base/host_facts.h"

namespace strata::cpu {
namespace {

void addFact(DeviceInfo& info, std::string key, double value, const char* unit, Provenance provenance) {
  if (value > 0) info.facts.push_back({std::move(key), value, unit, provenance});
}

}  // namespace

std::string architectureLevel() {
  const auto all = [](auto... has) { return (... && (has != 0)); };
  const bool v2 =
      all(__builtin_cpu_supports("sse4.2"), __builtin_cpu_supports("popcnt"), __builtin_cpu_supports("ssse3"));
  const bool v3 = v2 && all(__builtin_cpu_supports("avx2"), __builtin_cpu_supports("fma"),
                            __builtin_cpu_supports("bmi"), __builtin_cpu_supports("bmi2"));
  const bool v4 = v3 && all(__builtin_cpu_supports("avx512f"), __builtin_cpu_supports("avx512bw"),
                            __builtin_cpu_supports("avx512cd"), __builtin_cpu_supports("avx512dq"),
                            __builtin_cpu_supports("avx512vl"));
  return v4 ? "x86-64-v4" : v3 ? "x86-64-v3" : v2 ? "x86-64-v2" : "x86-64";
}

DeviceInfo describeHost(std::uint64_t deviceMemory) {
  const HostFacts& host = thisHost();
  DeviceInfo info;
  info.backend = "cpu";
  info.name = host.model.empty() ? "x86-64 processor" : host.model;
  info.architecture = architectureLevel();
  info.computeUnitName = host.cores < host.processors ? "hardware thread" : "core";
  info.computeUnits = host.processors;
  info.memoryBytes = deviceMemory;
  info.sharedBytesPerBlock = kDynamicSharedBytes;
  addFact(info, host.clockIsNow ? "clock now" : "nominal clock", host.megahertz, "MHz",
          host.clockIsNow ? Provenance::Measured : Provenance::Spec);
  for (const HostCache& cache : host.caches) {
    const std::string name = "L" + std::to_string(cache.level) + (cache.dataOnly ? " data cache" : " cache");
    addFact(info, name, static_cast<double>(cache.bytes), "B", Provenance::Spec);
    const bool isLast = &cache == &host.caches.back();
    if (isLast && cache.bytesOfAll > cache.bytes)
      addFact(info, name + "s together", static_cast<double>(cache.bytesOfAll), "B", Provenance::Spec);
  }
  info.narrowProducts = host.narrowProducts;
  addFact(info, std::string(kTimeLimitFact), host.timeLimit.value_or(0), "processors", Provenance::Measured);
  addFact(info, "host memory", static_cast<double>(totalMemory()), "B", Provenance::Measured);
  return info;
}

}  // namespace strata::cpu
