#include "engine/base/host_facts.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

#include "engine/base/control_group.h"

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
  for (const GroupMemory& group : groupMemory(root)) limitMemory(memory, group.allowed, group.held);
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

/// "0-3,8" → 0, 1, 2, 3, 8.
std::vector<std::uint32_t> numbersOf(std::string_view list) {
  std::vector<std::uint32_t> numbers;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size()), dash = list.substr(0, comma).find('-');
    const std::uint64_t first = number(list), last = dash < comma ? number(list.substr(dash + 1)) : first;
    for (std::uint64_t each = first; each <= last; ++each) numbers.push_back(static_cast<std::uint32_t>(each));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return numbers;
}

/// 0, 1, 2, 3, 8 → "0-3,8".
std::string listOf(const std::vector<std::uint32_t>& numbers) {
  std::string list;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t first = i;
    while (i + 1 < numbers.size() && numbers[i + 1] == numbers[i] + 1) ++i;
    list += (first > 0 ? "," : "") + std::to_string(numbers[first]);
    if (i > first) list += "-" + std::to_string(numbers[i]);
  }
  return list;
}

/// Those that this thread may run on and that are switched on: /proc lists the others, too. Empty: Linux does not tell.
std::vector<std::uint32_t> allowedNow() {
  constexpr std::size_t kMostSets = 64;
  std::vector<cpu_set_t> sets(1);  // of 1024 processors each
  while (sched_getaffinity(0, sets.size() * sizeof(cpu_set_t), sets.data()) != 0) {
    if (errno != EINVAL || sets.size() >= kMostSets) return {};
    sets.resize(2 * sets.size());
  }
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t each = 0; each < sets.size() * CPU_SETSIZE; ++each)
    if (CPU_ISSET_S(each, sets.size() * sizeof(cpu_set_t), sets.data())) numbers.push_back(each);
  return numbers;
}

std::string folderOf(const std::string& root, std::uint32_t processor) {
  return root + "/sys/devices/system/cpu/cpu" + std::to_string(processor) + "/";
}

/// Several processors may be threads of one.
std::uint32_t coresOf(const std::string& root, const std::vector<std::uint32_t>& processors) {
  std::set<std::string> cores;
  for (const std::uint32_t each : processors) {
    const std::string siblings = firstLine(folderOf(root, each) + "topology/thread_siblings_list");
    cores.insert(siblings.empty() ? std::to_string(each) : siblings);
  }
  return static_cast<std::uint32_t>(cores.size());
}

/// As the kernel lists them for one processor: sysconf may add up those of a whole machine.
std::vector<HostCache> cachesOf(const std::string& root, std::uint32_t processor, std::set<std::string>& seen) {
  std::vector<HostCache> caches;
  for (int index = 0; index < 8; ++index) {
    const std::string folder = folderOf(root, processor) + "cache/index" + std::to_string(index) + "/";
    const std::string level = firstLine(folder + "level"), type = firstLine(folder + "type");
    if (level.empty() || type == "Instruction") continue;
    const std::string size = firstLine(folder + "size"), sharing = firstLine(folder + "shared_cpu_list");
    if (!seen.insert(level + " " + type + " " + (sharing.empty() ? std::to_string(processor) : sharing)).second)
      continue;
    const std::uint64_t unit = size.ends_with('M') ? 1 << 20 : 1 << 10, bytes = number(size) * unit;
    caches.push_back({static_cast<int>(number(level)), type == "Data", bytes, bytes});
  }
  return caches;
}

/// Those of the first processor, each with all of its kind that the others have.
std::vector<HostCache> readCaches(const std::string& root, const std::vector<std::uint32_t>& processors) {
  std::set<std::string> seen;
  std::vector<HostCache> caches;
  for (const std::uint32_t processor : processors) {
    const std::vector<HostCache> more = cachesOf(root, processor, seen);
    if (processor == processors.front()) {
      caches = more;
      continue;
    }
    for (const HostCache& cache : more)
      for (HostCache& own : caches)
        if (own.level == cache.level && own.dataOnly == cache.dataOnly) own.bytesOfAll += cache.bytes;
  }
  return caches;
}

/// Of narrow floats, those that a library may multiply faster with than with fp32.
std::vector<std::string> narrowProducts(const std::string& flags) {
  std::vector<std::string> found;
  for (const char* flag : {"amx_bf16", "amx_fp16", "amx_tf32", "avx512_bf16", "avx512_fp16"})
    if (hasAllFlags(flags, {flag})) found.emplace_back(flag);
  return found;
}

}  // namespace

HostFacts readHostFacts(const std::string& root, std::vector<std::uint32_t> processors) {
  const std::string told = root + "/proc/cpuinfo";
  HostFacts facts;
  facts.model = field(told, "model name");
  if (processors.empty()) processors = numbersOf(field(root + "/proc/thread-self/status", "Cpus_allowed_list"));
  facts.allowed = listOf(processors);
  if (processors.empty()) {
    processors.resize(std::max(1u, std::thread::hardware_concurrency()));
    std::iota(processors.begin(), processors.end(), 0u);
  }
  facts.processors = static_cast<std::uint32_t>(processors.size());
  facts.cores = coresOf(root, processors);
  if (const auto time = groupProcessors(root); time && *time < facts.processors) {
    facts.timeLimit = time;
    facts.processors = static_cast<std::uint32_t>(std::ceil(*time));
  }
  const std::string flags = field(told, "flags");
  facts.megahertz = std::strtod(field(told, "cpu MHz").c_str(), nullptr);
  facts.clockIsNow = hasFrequencies(root) || !hasAllFlags(flags, {"hypervisor"});
  facts.avx512 = hasAllFlags(flags, {"avx512f", "avx512dq", "avx512bw", "avx512vl"});
  facts.narrowProducts = narrowProducts(flags);
  facts.caches = readCaches(root, processors);
  return facts;
}

HostFacts readHostFacts() {
  return readHostFacts("", allowedNow());
}

const HostFacts& thisHost() {
  static const HostFacts facts = readHostFacts();
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
