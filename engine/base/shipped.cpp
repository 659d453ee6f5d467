#include "engine/base/shipped.h"

#include <cstdlib>

namespace strata::inline base {
namespace {

/// Of an environment variable; empty unless it is an absolute path, as the XDG base directory specification has it.
std::filesystem::path absoluteFolder(const char* variable) {
  const char* value = std::getenv(variable);
  const std::filesystem::path folder = value ? value : "";
  return folder.is_absolute() ? folder : std::filesystem::path();
}

/// Strata's in that of a variable, or else in that part of the home; empty where there is neither.
std::filesystem::path strataFolder(const char* variable, const char* inHome) {
  const auto folder = absoluteFolder(variable), home = absoluteFolder("HOME");
  if (folder.empty() && home.empty()) return {};
  return (folder.empty() ? home / inHome : folder) / "strata";
}

}  // namespace

std::filesystem::path shippedFolder(std::string_view kind) {
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return program.parent_path().parent_path() / STRATA_DATA_DIR / kind;
}

std::filesystem::path ownFolder(std::string_view kind) {
  const auto strata = strataFolder("XDG_DATA_HOME", ".local/share");
  return strata.empty() ? strata : strata / kind;
}

std::filesystem::path cacheFolder() {
  return strataFolder("XDG_CACHE_HOME", ".cache");
}

}  // namespace strata::inline base
