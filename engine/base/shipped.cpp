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

/// The folder that the program's folder is in.
std::filesystem::path prefix() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
}

}  // namespace

std::filesystem::path shippedFolder(std::string_view kind) {
  return prefix() / STRATA_DATA_DIR / kind;
}

std::string shippedDocument(std::string_view name) {
  std::error_code ignored;
  const auto document = prefix() / STRATA_DOC_DIR / name;
  return (std::filesystem::exists(document, ignored) ? document : "docs" / std::filesystem::path(name)).string();
}

std::filesystem::path ownFolder(std::string_view kind) {
  const auto strata = strataFolder("XDG_DATA_HOME", ".local/share");
  return strata.empty() ? strata : strata / kind;
}

std::filesystem::path stateFolder() {
  return strataFolder("XDG_STATE_HOME", ".local/state");
}

std::filesystem::path cacheFolder() {
  return strataFolder("XDG_CACHE_HOME", ".cache");
}

}  // namespace strata::inline base
