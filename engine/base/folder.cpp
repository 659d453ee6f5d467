#include "engine/base/folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

namespace strata::inline base {

std::vector<std::filesystem::path> entriesOf(const std::filesystem::path& folder, std::error_code& failure) {
  std::vector<std::filesystem::path> paths;
  // Not a loop over a range: its step throws.
  for (std::filesystem::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure))
    paths.push_back(at->path());
  std::ranges::sort(paths);
  return paths;
}

std::error_code makeOwnFolder(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (folder.empty() || std::filesystem::is_directory(folder, ignored)) return {};
  if (const auto parent = folder.parent_path(); parent != folder)
    if (const auto failure = makeOwnFolder(parent)) return failure;
  if (::mkdir(folder.c_str(), S_IRWXU) == 0) return {};
  const int why = errno;
  if (why != EEXIST) return {why, std::generic_category()};
  if (std::filesystem::is_directory(folder, ignored)) return {};  // another program made it meanwhile
  return {ENOTDIR, std::generic_category()};
}

}  // namespace strata::inline base
