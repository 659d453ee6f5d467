#include "engine/base/host_facts.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <thread>

namespace strata::inline base {
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
    const std::size_t colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string::npos) continue;
    const std::size_t start = line.find_first_not_of(" \t", colon + 1);
    return start == std::string::npos ? std::string() : line.substr(start);
  }
  return {};
}

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// In bytes.
struct HostMemory {
  std::uint64_t total = 0;                 ///< 0 where the system does not say
  std::optional<std::uint64_t> available;  ///< empty where it does not say
};

/// What the processes of this control group hold: not the files that it would let go of.
std::uint64_t heldMemory(const std::string& group) {
  std::uint64_t current = 0, files = 0;
  std::ifstream(group + "/memory.current") >> current;
  std::ifstream statistics(group + "/memory.stat");
  std::string key;
  for (std::uint64_t bytes = 0; statistics >> key >> bytes;)
    if (key == "inactive_file") files = bytes;
  return current - std::min(current, files);
}

/// How many bytes of addresses this process may have (`ulimit -v`); empty: as many as there are.
std::optional<std::uint64_t> addressLimit(const std::string& root) {
  constexpr std::string_view kKey = "Max address space";
  std::ifstream file(root + "/proc/self/limits");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(kKey)) continue;
    std::uint64_t bytes = 0;
    std::istringstream soft(line.substr(kKey.size()));
    return soft >> bytes ? std::optional(bytes) : std::nullopt;  // "unlimited" is no number
  }
  return std::nullopt;
}

/// How many it has.
std::uint64_t addressesHeld(const std::string& root) {
  std::uint64_t pages = 0;
  std::ifstream(root + "/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void limitMemory(HostMemory& memory, std::uint64_t limit, std::uint64_t held) {
  memory.total = std::min(limit, memory.total);
  memory.available = std::min(memory.available.value_or(memory.total), limit - std::min(limit, held));
}

HostMemory readMemory(const std::string& root) {
  HostMemory memory;
  std::ifstream file(root + "/proc/meminfo");
  std::string key;
  for (std::uint64_t kib = 0; file >> key >> kib; file.ignore(std::numeric_limits<std::streamsize>::max(), '\n')) {
    if (key == "MemTotal:") memory.total = kib * 1024;
    if (key == "MemAvailable:") memory.available = kib * 1024;
    if (memory.total > 0 && memory.available) break;
  }
  if (memory.total == 0 && root.empty())  // a bare system may have no /proc
    memory.total =
        static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::string group = root + "/sys/fs/cgroup";
  std::uint64_t allowed = 0;
  if (std::ifstream(group + "/memory.max") >> allowed)  // "max" where there is no limit
    limitMemory(memory, allowed, heldMemory(group));
  if (const auto addresses = addressLimit(root)) limitMemory(memory, *addresses, addressesHeld(root));
  return memory;
}

bool hasAllFlags(const std::string& flags, std::initializer_list<std::string_view> wanted) {
  std::istringstream words(flags);
  std::size_t found = 0;
  for (std::string word; words >> word;) found += std::ranges::count(wanted, std::string_view(word));
  return found == wanted.size();
}

/// Whether Linux sees the clock go up and down; a virtual machine seldom lets it.
bool hasFrequencies(const std::string& root) {
  return std::filesystem::exists(root + "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq");
}

std::uint32_t usableCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<std::uint32_t>(std::max(1, CPU_COUNT(&set)));
  return std::max(1u, std::thread::hardware_concurrency());  // more than such a set holds
}

/// As the kernel lists them: sysconf may add up those of a whole machine.
std::vector<HostCache> readCaches(const std::string& root) {
  std::vector<HostCache> caches;
  for (int index = 0; index < 8; ++index) {
    const std::string folder = root + "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    const std::string level = firstLine(folder + "level"), type = firstLine(folder + "type");
    if (level.empty() || type == "Instruction") continue;
    const std::string size = firstLine(folder + "size");
    const std::uint64_t unit = size.ends_with('M') ? 1 << 20 : 1 << 10;
    caches.push_back({static_cast<int>(number(level)), type == "Data", number(size) * unit});
  }
  return caches;
}

}  // namespace

HostFacts readHostFacts(std::string_view root) {
  const std::string base(root), processors = base + "/proc/cpuinfo";
  HostFacts facts;
  facts.model = field(processors, "model name");
  facts.cores = usableCores();
  const std::string flags = field(processors, "flags");
  facts.megahertz = std::strtod(field(processors, "cpu MHz").c_str(), nullptr);
  facts.clockIsNow = hasFrequencies(base) || !hasAllFlags(flags, {"hypervisor"});
  facts.avx512 = hasAllFlags(flags, {"avx512f", "avx512dq", "avx512bw", "avx512vl"});
  facts.caches = readCaches(base);
  return facts;
}

std::uint64_t totalMemory(std::string_view root) {
  return readMemory(std::string(root)).total;
}

std::uint64_t availableMemory(std::string_view root) {
  const HostMemory memory = readMemory(std::string(root));
  return std::min(memory.total, memory.available.value_or(memory.total));
}

}  // namespace strata::inline base
