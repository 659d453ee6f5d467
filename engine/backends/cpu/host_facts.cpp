#include "engine/backends/cpu/host_facts.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <thread>

#include "engine/device/cpu_thread.h"

namespace strata::cpu {
namespace {

/// The text after "key ... :" in the first line of a /proc file that starts with key; empty if none does.
std::string procValue(const char* file, std::string_view key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? std::string() : line.substr(begin);
  }
  return {};
}

double number(const std::string& text) {
  return text.empty() ? 0 : std::strtod(text.c_str(), nullptr);
}

void addFact(DeviceInfo& info, const char* key, double value, const char* unit, Provenance provenance) {
  if (value > 0) info.facts.push_back({key, value, unit, provenance});
}

std::string firstLine(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

/// The caches that one core sees, as the kernel lists them: sysconf may add up those of a whole machine.
void addCaches(DeviceInfo& info) {
  for (int index = 0; index < 8; ++index) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    const std::string level = firstLine(folder + "level"), type = firstLine(folder + "type");
    if (level.empty() || type == "Instruction") continue;
    const std::string size = firstLine(folder + "size");
    const double unit = size.ends_with('M') ? 1 << 20 : 1 << 10;
    const std::string key = "L" + level + (type == "Data" ? " data cache" : " cache");
    addFact(info, key.c_str(), number(size) * unit, "B", Provenance::Spec);
  }
}

}  // namespace

std::uint64_t totalMemory() {
  const auto physical =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::uint64_t limit = 0;
  std::ifstream group("/sys/fs/cgroup/memory.max");  // "max" where there is no limit: then nothing is read
  return group >> limit ? std::min(limit, physical) : physical;
}

std::uint64_t availableMemory() {
  const double kib = number(procValue("/proc/meminfo", "MemAvailable"));
  const std::uint64_t total = totalMemory();
  return kib > 0 ? std::min(total, static_cast<std::uint64_t>(kib) * 1024) : total;
}

unsigned usableCores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
  return std::max(1u, std::thread::hardware_concurrency());
}

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
  DeviceInfo info;
  info.backend = "cpu";
  info.name = procValue("/proc/cpuinfo", "model name");
  if (info.name.empty()) info.name = "x86-64 processor";
  info.architecture = architectureLevel();
  info.computeUnitName = "core";
  info.computeUnits = usableCores();
  info.memoryBytes = deviceMemory;
  info.sharedBytesPerBlock = kDynamicSharedBytes;
  addFact(info, "clock now", number(procValue("/proc/cpuinfo", "cpu MHz")), "MHz", Provenance::Measured);
  addCaches(info);
  addFact(info, "host memory", static_cast<double>(totalMemory()), "B", Provenance::Measured);
  return info;
}

}  // namespace strata::cpu
