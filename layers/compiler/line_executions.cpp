#include "layers/compiler/line_executions.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "layers/compiler/fp32_text.h"
#include "layers/compiler/text_lines.h"

namespace strata::inline compiler {
namespace {

/// Fragments of kernels/compat/matrix_unit.h: 16 × 16 × 16.
constexpr std::uint32_t kMatrixMultiplyAdds = 16 * 16 * 16;

InstructionKind kindOf(const ObservedPlace& place) {
  const bool shared = place.space == "shared";
  if (place.what == "store") return shared ? InstructionKind::SharedStore : InstructionKind::GlobalStore;
  return shared ? InstructionKind::SharedLoad : InstructionKind::GlobalLoad;
}

std::string_view linesOf(std::string_view text, Statement statement) {
  for (int line = 1; line < statement.first; ++line) text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
  std::size_t end = 0;
  for (int line = statement.first; line <= statement.last && end < text.size(); ++line)
    end = std::min(text.size(), text.find('\n', end) + 1);
  return text.substr(0, end);
}

}  // namespace

std::vector<LineExecutions> lineExecutions(std::span<const ObservedPlace> places) {
  std::map<std::pair<std::string, int>, LineExecutions> byLine;
  for (const ObservedPlace& place : places) {
    LineExecutions& line = byLine[{place.file, place.line}];
    line.file = place.file;
    line.line = place.line;
    if (place.what == "branch")
      line.passes = std::max(line.passes, place.requests);
    else
      line.laneBytes[static_cast<std::size_t>(kindOf(place))] += place.requests * place.example.bytes;
  }
  std::vector<LineExecutions> lines;
  for (auto& [place, line] : byLine) lines.push_back(std::move(line));
  addWhatTextsSay(lines);
  return lines;
}

void addWhatTextsSay(std::vector<LineExecutions>& lines) {
  for (LineExecutions& line : lines) {
    const std::string_view text = textOfFile(line.file);
    const std::string_view statement = linesOf(text, statementAt(text, line.line));
    line.fp32 = fp32Results(statement);
    const auto says = [&](std::string_view words) { return statement.find(words) != std::string_view::npos; };
    line.matrix = says("matrix_unit::multiply_accumulate(") ? kMatrixMultiplyAdds : 0;
    line.moved = says("matrix_unit::") && !says("matrix_unit::store_matrix(");
  }
}

}  // namespace strata::inline compiler
