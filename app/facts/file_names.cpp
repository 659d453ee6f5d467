#include "app/facts/file_names.h"

#include <algorithm>
#include <filesystem>

namespace strata::inline facts {
namespace {

/// The last parts of a path, `count` or all.
std::string lastParts(const std::filesystem::path& path, std::ptrdiff_t count) {
  const std::ptrdiff_t all = std::distance(path.begin(), path.end());
  std::filesystem::path last;
  for (auto part = std::next(path.begin(), all - std::min(all, count)); part != path.end(); ++part) last /= *part;
  return last.string();
}

}  // namespace

std::array<std::string, 2> fileNamesApart(const std::array<std::string, 2>& paths) {
  const std::filesystem::path first = std::filesystem::path(paths[0]).lexically_normal(),
                              second = std::filesystem::path(paths[1]).lexically_normal();
  std::ptrdiff_t parts = 1;
  if (first != second)
    while (lastParts(first, parts) == lastParts(second, parts)) ++parts;
  return {lastParts(first, parts), lastParts(second, parts)};
}

}  // namespace strata::inline facts
