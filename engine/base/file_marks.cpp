#include "engine/base/file_marks.h"

#include <algorithm>
#include <string>

namespace strata::inline base {

bool isGitLfsPointer(std::string_view head) {
  return head.starts_with("version https://git-lfs.github.com/spec/");
}

bool isWebPage(std::string_view head) {
  constexpr std::string_view kBefore = "\xEF\xBB\xBF \t\r\n";
  head.remove_prefix(std::min(head.find_first_not_of(kBefore), head.size()));
  std::string begin(head.substr(0, 15));
  std::ranges::transform(begin, begin.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c | 0x20 : c; });
  return begin.starts_with("<!doctype html") || begin.starts_with("<html");
}

}  // namespace strata::inline base
