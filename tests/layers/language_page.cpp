#include "tests/layers/language_page.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace strata {
namespace {

/// The cells of a table's row, `\|` as a bar and code without its backquotes.
std::vector<std::string> cellsOf(const std::string& line) {
  std::vector<std::string> cells(1);
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cells.back() += line[++i];
    } else if (line[i] == '|') {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  for (std::string& cell : cells) {
    const std::size_t begin = cell.find_first_not_of(' '), end = cell.find_last_not_of(' ');
    cell = begin == std::string::npos ? "" : cell.substr(begin, end - begin + 1);
  }
  return cells;
}

std::string codeOf(const std::string& cell) {
  return cell.size() < 2 ? "" : cell.substr(1, cell.size() - 2);
}

}  // namespace

std::vector<LanguageRow> languageRows(const std::string& page) {
  constexpr std::size_t kColumns = 4;
  std::vector<LanguageRow> rows;
  std::ifstream file(page);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (!line.starts_with("| ") || line.starts_with("| what |")) continue;
    const std::vector<std::string> cells = cellsOf(line);
    if (cells.size() < kColumns) continue;
    LanguageRow& row = rows.emplace_back(LanguageRow{cells[0], codeOf(cells[1]), codeOf(cells[2]), {}, number});
    std::istringstream values(cells[3]);
    for (double value; values >> value;) row.gives.push_back(value);
  }
  return rows;
}

std::string languageUnit(const std::vector<LanguageRow>& rows) {
  std::string unit =
      "#include <assert.h>\n#include <math.h>\n#include <stdio.h>\n"
      "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n";
  for (std::size_t i = 0; i < rows.size(); ++i)
    unit += fmt::format(
        "#line {} \"kernel-language.md\"\n{}\n#line {} \"kernel-language.md\"\n__global__ void language_{}(double* "
        "out, "
        "int n) {{\n#line {} \"kernel-language.md\"\n  const int t = threadIdx.x; const float x = t + 1; {} }}\n",
        rows[i].line, rows[i].before, rows[i].line, i, rows[i].line, rows[i].example);
  return unit;
}

}  // namespace strata
