#include "layers/workloads/common/leading_comment.h"

#include <algorithm>

#include "engine/base/text_parts.h"

namespace strata::inline workloads {
namespace {

/// Takes a line's comment; false where the line is code.
bool takeComment(std::string_view& line, bool& inBlock) {
  constexpr std::string_view kOpen = "/*", kClose = "*/", kLine = "//";
  line = trimmed(line);
  if (!inBlock && line.starts_with(kLine)) {
    line.remove_prefix(std::min(line.size(), line.find_first_not_of('/')));
    line = trimmed(line);
    return true;
  }
  if (!inBlock && !line.starts_with(kOpen)) return line.empty() || line.front() == '#';
  if (!inBlock) line.remove_prefix(kOpen.size());
  const std::size_t close = line.find(kClose);
  inBlock = close == std::string_view::npos;
  if (!inBlock && !trimmed(line.substr(close + kClose.size())).empty()) return false;
  line = trimmed(line.substr(0, close));
  if (line.starts_with('*')) line = trimmed(line.substr(line.find_first_not_of('*') == line.npos ? line.size() : 1));
  return true;
}

}  // namespace

std::vector<CommentLine> leadingComment(std::string_view text) {
  std::vector<CommentLine> lines;
  bool inBlock = false;
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!takeComment(line, inBlock)) break;
    if (!line.empty() && line.front() != '#') lines.push_back({number, line});
  }
  return lines;
}

std::string likeNamedIn(std::string_view text) {
  constexpr std::string_view kLike = "like:";
  for (const CommentLine& line : leadingComment(text))
    if (line.text.starts_with(kLike)) return std::string(trimmed(line.text.substr(kLike.size())));
  return {};
}

}  // namespace strata::inline workloads
