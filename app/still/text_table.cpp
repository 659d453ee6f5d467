#include "app/still/text_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <span>

#include "app/canvas/escape_xml.h"
#include "app/still/printable.h"

namespace strata::inline still {

TextTable::TextTable(std::vector<std::string> head) : m_left(head.size(), false) {
  if (!m_left.empty()) m_left[0] = true;
  m_rows.push_back(std::move(head));
}

TextTable TextTable::rows(std::size_t columns) {
  TextTable table{std::vector<std::string>(columns)};
  table.m_rows.clear();
  table.m_hasHead = false;
  return table;
}

void TextTable::add(std::vector<std::string> row) {
  row.resize(m_left.size());
  m_rows.push_back(std::move(row));
}

void TextTable::alignLeft(std::size_t column) {
  m_left[column] = true;
}

void TextTable::dropEmptyColumns() {
  const auto rows = std::span(m_rows).subspan(m_hasHead ? 1 : 0);
  for (std::size_t column = m_left.size() - 1; column > 0; --column) {
    const auto at = static_cast<std::ptrdiff_t>(column);
    if (std::ranges::any_of(rows, [&](const auto& row) { return !row[column].empty() && row[column] != "–"; }))
      continue;
    m_left.erase(m_left.begin() + at);
    for (auto& row : m_rows) row.erase(row.begin() + at);
  }
}

std::string TextTable::str() const {
  std::vector<std::size_t> widths(m_left.size(), 0);
  for (const auto& row : m_rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], displayWidth(row[i]));
  std::string text;
  for (const auto& row : m_rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - displayWidth(row[i]), ' ');
      line += (i ? "  " : "") + (m_left[i] ? row[i] + space : space + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string TextTable::html() const {
  std::string html = "<table>";
  for (std::size_t row = 0; row < m_rows.size(); ++row) {
    const std::string_view tag = m_hasHead && row == 0 ? "th" : "td";
    html += "<tr>";
    for (std::size_t i = 0; i < m_left.size(); ++i)
      html += fmt::format("<{}{}>{}</{}>", tag, m_left[i] ? "" : " class=n", escapeXml(m_rows[row][i]), tag);
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

}  // namespace strata::inline still
