#include "engine/base/folder.h"

#include <algorithm>

namespace strata::inline base {

std::vector<std::filesystem::path> entriesOf(const std::filesystem::path& folder, std::error_code& failure) {
  std::vector<std::filesystem::path> paths;
  // Not a loop over a range: its step throws.
  for (std::filesystem::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure))
    paths.push_back(at->path());
  std::ranges::sort(paths);
  return paths;
}

}  // namespace strata::inline base
