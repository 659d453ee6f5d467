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

}  // namespace

std::filesystem::path shippedFolder(std::string_view kind) {
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return program.parent_path().parent_path() / STRATA_DATA_DIR / kind;
}

std::filesystem::path ownFolder(std::string_view kind) {
  const auto data = absoluteFolder("XDG_DATA_HOME"), home = absoluteFolder("HOME");
  if (data.empty() && home.empty()) return {};
  return (data.empty() ? home / ".local" / "share" : data) / "strata" / kind;
}

}  // namespace strata::inline base
