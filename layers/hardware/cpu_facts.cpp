#include "layers/hardware/cpu_facts.h"

#include <sched.h>

#include <charconv>
#include <fstream>
#include <sstream>

namespace strata {
namespace {

std::string firstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// The text after the colon of the first line of `path` that starts with `key`.
std::string field(const std::string& path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t start = line.find_first_not_of(" \t", line.find(':') + 1);
    return start == std::string::npos ? std::string() : line.substr(start);
  }
  return {};
}

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool hasAllFlags(const std::string& flags, std::initializer_list<std::string_view> wanted) {
  std::istringstream words(flags);
  std::size_t found = 0;
  for (std::string word; words >> word;)
    for (std::string_view want : wanted) found += word == want ? 1 : 0;
  return found == wanted.size();
}

std::uint32_t usableCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<std::uint32_t>(std::max(1, CPU_COUNT(&set)));
}

std::vector<CpuCache> readCaches(const std::string& root) {
  std::vector<CpuCache> caches;
  for (int index = 0; index < 8; ++index) {
    const std::string folder = root + "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    const std::string level = firstLine(folder + "level"), type = firstLine(folder + "type");
    if (level.empty() || type == "Instruction") continue;
    const std::string size = firstLine(folder + "size");
    const std::uint64_t unit = size.ends_with('M') ? 1 << 20 : 1 << 10;
    caches.push_back({"L" + level + (type == "Data" ? "d" : ""), number(size) * unit});
  }
  return caches;
}

}  // namespace

CpuFacts readCpuFacts(std::string_view root) {
  const std::string base(root);
  CpuFacts facts;
  facts.model = field(base + "/proc/cpuinfo", "model name");
  if (facts.model.empty()) facts.model = "unknown processor";
  facts.cores = usableCores();
  facts.avx512 = hasAllFlags(field(base + "/proc/cpuinfo", "flags"), {"avx512f", "avx512dq", "avx512bw", "avx512vl"});
  facts.caches = readCaches(base);
  return facts;
}

std::uint64_t availableMemory(std::string_view root) {
  return number(field(std::string(root) + "/proc/meminfo", "MemAvailable")) * 1024;
}

}  // namespace strata
