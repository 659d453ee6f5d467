#include "tests/damage/footprint.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace strata::test {
namespace {

std::string textOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::uint64_t numberBehind(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at + word.size(), nullptr, 10);
}

}  // namespace

Footprint footprintOf(pid_t process) {
  constexpr std::uint64_t kKilo = 1024;
  const std::filesystem::path folder = "/proc/" + std::to_string(process);
  const std::string status = textOf(folder / "status");
  return {static_cast<int>(namesIn(folder / "fd").size()), static_cast<int>(numberBehind(status, "Threads:")),
          numberBehind(status, "VmRSS:") * kKilo};
}

std::vector<std::string> processesWith(const std::string& words) {
  std::vector<std::string> found;
  for (const std::string& name : namesIn("/proc")) {
    if (name.find_first_not_of("0123456789") != std::string::npos || name == std::to_string(::getpid())) continue;
    const std::filesystem::path folder = "/proc/" + name;
    if (textOf(folder / "environ").find(words) == std::string::npos) continue;
    std::string command = textOf(folder / "cmdline");
    std::ranges::replace(command, '\0', ' ');
    found.push_back(name + " " + command);
  }
  return found;
}

std::vector<std::string> namesIn(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator each(folder, error), end; !error && each != end; each.increment(error))
    names.push_back(each->path().filename().string());
  return names;
}

}  // namespace strata::test
