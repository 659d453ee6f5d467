#include "engine/base/control_group.h"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <utility>

namespace strata::inline base {
namespace {

constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 60;  ///< version 1 tells a number for none

struct Group {
  std::string folder;
  bool unified = true;  ///< version 2: one tree for all
};

/// "/a/b" → "/a/b", "/a", "".
std::vector<std::string> withParents(std::string path) {
  std::vector<std::string> paths;
  while (path.size() > 1) {
    paths.push_back(path);
    path.erase(path.rfind('/'));
  }
  paths.emplace_back();
  return paths;
}

bool isAmong(std::string_view controllers, std::string_view wanted) {
  while (!controllers.empty()) {
    const std::size_t comma = std::min(controllers.find(','), controllers.size());
    if (controllers.substr(0, comma) == wanted) return true;
    controllers.remove_prefix(std::min(comma + 1, controllers.size()));
  }
  return false;
}

/// Those that may limit what `controller` shares out: this process's, and all around it. In a container the tree that
/// is seen begins at its own, whatever the path says.
std::vector<Group> groupsOf(const std::string& root, std::string_view controller) {
  const std::string tree = root + "/sys/fs/cgroup";
  std::vector<Group> groups;
  const auto add = [&](const std::string& top, const std::string& path, bool unified) {
    for (const std::string& each : withParents(path)) groups.push_back({top + each, unified});
  };
  std::ifstream file(root + "/proc/self/cgroup");
  bool any = false;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    any = true;
    if (controllers.empty())
      add(tree, path, true);
    else if (isAmong(controllers, controller))
      add(tree + "/" + controllers, path, false);
  }
  if (!any) groups.push_back({tree, true});
  return groups;
}

std::optional<std::uint64_t> numberIn(const std::string& file) {
  std::uint64_t value = 0;
  return std::ifstream(file) >> value ? std::optional(value) : std::nullopt;  // "max" is none
}

std::uint64_t heldBy(const Group& group) {
  const auto& [current, idle] = group.unified ? std::pair("/memory.current", "inactive_file")
                                              : std::pair("/memory.usage_in_bytes", "total_inactive_file");
  const std::uint64_t all = numberIn(group.folder + current).value_or(0);
  std::ifstream statistics(group.folder + "/memory.stat");
  std::uint64_t files = 0, bytes = 0;
  for (std::string key; statistics >> key >> bytes;)
    if (key == idle) files = bytes;
  return all - std::min(all, files);
}

std::optional<double> processorsOf(const Group& group) {
  double time = 0, period = 0;
  if (group.unified) {
    std::ifstream(group.folder + "/cpu.max") >> time >> period;
  } else {
    std::ifstream(group.folder + "/cpu.cfs_quota_us") >> time;  // -1: none
    std::ifstream(group.folder + "/cpu.cfs_period_us") >> period;
  }
  return time > 0 && period > 0 ? std::optional(time / period) : std::nullopt;
}

}  // namespace

std::vector<GroupMemory> groupMemory(const std::string& root) {
  std::vector<GroupMemory> limits;
  for (const Group& group : groupsOf(root, "memory")) {
    const auto allowed = numberIn(group.folder + (group.unified ? "/memory.max" : "/memory.limit_in_bytes"));
    if (allowed && *allowed < kUnlimited) limits.push_back({*allowed, heldBy(group)});
  }
  return limits;
}

std::optional<double> groupProcessors(const std::string& root) {
  std::optional<double> least;
  for (const Group& group : groupsOf(root, "cpu"))
    if (const auto some = processorsOf(group)) least = std::min(least.value_or(*some), *some);
  return least;
}

}  // namespace strata::inline base
