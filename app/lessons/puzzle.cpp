#include "app/lessons/puzzle.h"

#include <algorithm>
#include <cmath>

#include "app/lessons/expression.h"

namespace strata::inline lessons {

std::string_view Puzzle::says(std::string_view reason) const {
  const auto found = std::ranges::find(wrong, reason, &KeptAnswer::reason);
  return found == wrong.end() ? std::string_view() : std::string_view(found->says);
}

std::string filled(std::string_view kernel, std::string_view lines) {
  const auto hole = kernel.find(kHole);
  if (hole == std::string_view::npos) return std::string(kernel);
  const auto begin = kernel.rfind('\n', hole) + 1;  // of npos: the text's own
  const auto end = std::min(kernel.find('\n', hole), kernel.size());
  std::string text(kernel.substr(0, begin));
  while (!lines.empty()) {
    const auto length = std::min(lines.find('\n'), lines.size());
    if (length > 0) text += kernel.substr(begin, hole - begin);
    text += lines.substr(0, length);
    lines.remove_prefix(std::min(length + 1, lines.size()));
    if (!lines.empty()) text += '\n';
  }
  return text.append(kernel.substr(end));
}

std::size_t holesIn(std::string_view kernel) {
  std::size_t holes = 0;
  for (auto at = kernel.find(kHole); at != std::string_view::npos; at = kernel.find(kHole, at + kHole.size())) ++holes;
  return holes;
}

Result<std::vector<int>> touchedBy(const PictureRow& row, int thread) {
  std::vector<int> elements;
  const Formulas formulas{{"t", std::to_string(thread)}};
  for (const std::string& touched : row.touched) {
    STRATA_ASSIGN(const Expression expression, parseExpression(touched, formulas));
    STRATA_ASSIGN(const Value element, evaluate(expression, [](const Reference& asked) -> Result<Value> {
                    return Error{ErrorCode::Usage, toText(asked) + " is of a run, and a picture is drawn without one"};
                  }));
    const double at = std::rint(element.number);
    if (at >= 0 && at < row.length) elements.push_back(static_cast<int>(at));
  }
  return elements;
}

}  // namespace strata::inline lessons
