#include "layers/compiler/text_lines.h"

#include <algorithm>
#include <vector>

#include "layers/compiler/kernel_texts.h"

namespace strata::inline compiler {
namespace {

/// Without what ends it and comments.
std::string_view codeOf(std::string_view line) {
  line = line.substr(0, line.find("//"));
  const std::size_t end = line.find_last_not_of(" \t\r");
  return end == std::string_view::npos ? std::string_view{} : line.substr(0, end + 1);
}

bool endsStatement(std::string_view line) {
  const std::string_view code = codeOf(line);
  return code.empty() || code.find_last_of(";{}") == code.size() - 1 || code.starts_with('#');
}

}  // namespace

std::string_view textOfFile(std::string_view file) {
  const auto found = std::ranges::find(kernelTexts(), file, &KernelText::path);
  return found == kernelTexts().end() ? std::string_view{} : found->text;
}

std::string kernelFile(std::string_view path) {
  const std::size_t at = path.rfind("kernels/");
  return at != std::string_view::npos && path.ends_with(".cuh") ? std::string(path.substr(at)) : std::string();
}

Statement statementAt(std::string_view text, int line) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.size(), lines.back().size() + 1));
  }
  const int count = static_cast<int>(lines.size());
  const auto ends = [&](int number) { return endsStatement(lines[static_cast<std::size_t>(number - 1)]); };
  Statement statement{line, line};
  while (statement.first > 1 && statement.first <= count && !ends(statement.first - 1)) --statement.first;
  while (statement.last < count && !ends(statement.last)) ++statement.last;
  return statement;
}

}  // namespace strata::inline compiler
