#include "layers/workloads/common/leading_comment.h"

#include <fmt/format.h>

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

constexpr std::string_view kExperimentKey = "experiment:", kLikeKey = "like:";

/// What the first line with the key says behind it; empty: none does. It points into `text`.
std::string_view saidBehind(std::string_view key, std::string_view text) {
  for (const CommentLine& line : leadingComment(text))
    if (line.text.starts_with(key)) return trimmed(line.text.substr(key.size()));
  return {};
}

void sayBehind(std::string_view key, const std::string& name, std::string& text) {
  const std::string_view said = saidBehind(key, text);
  const bool isName = !said.empty() && said.find(' ') == std::string_view::npos;
  if (isName)
    text.replace(static_cast<std::size_t>(said.data() - text.data()), said.size(), name);
  else
    text.insert(0, fmt::format("// {} {}\n", key, name));
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
  return std::string(saidBehind(kLikeKey, text));
}

std::string experimentNamedIn(std::string_view text) {
  return std::string(saidBehind(kExperimentKey, text));
}

std::string namingPlace(std::string text, const std::string& experiment, const std::string& like) {
  sayBehind(kLikeKey, like, text);
  sayBehind(kExperimentKey, experiment, text);
  return text;
}

}  // namespace strata::inline workloads
