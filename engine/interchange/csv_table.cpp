#include "engine/interchange/csv_table.h"

#include <algorithm>
#include <cmath>

#include "engine/interchange/json_number.h"
#include "engine/interchange/json_text.h"

namespace strata::inline interchange {

namespace {

constexpr std::string_view kNewLine = "\r\n";

bool standsInTable(char c) {
  return static_cast<unsigned char>(c) < 0x80 && c != '\0' && c != '"';
}

}  // namespace

void CsvTable::comma() {
  if (!m_first) m_file.text() += ',';
  m_first = false;
}

CsvTable& CsvTable::row() {
  m_file.text() += kNewLine;
  m_file.pass();
  m_first = true;
  return *this;
}

/// Quoted where it holds a comma, a quote or a line break; quotes doubled.
CsvTable& CsvTable::text(std::string_view value) {
  comma();
  std::string& out = m_file.text();
  const bool quoted = value.find_first_of(",\"\r\n") != value.npos;
  if (quoted) out += '"';
  for (;;) {
    const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(value, standsInTable) - value.begin());
    out.append(value.data(), plain);
    value.remove_prefix(plain);
    if (value.empty()) break;
    const std::size_t length = value.front() == '\0' ? 0 : utf8Length(value);
    if (length == 0)
      out += kNotUtf8;
    else
      out.append(value.front() == '"' ? "\"" : "").append(value.substr(0, length));
    value.remove_prefix(std::max<std::size_t>(length, 1));
  }
  if (quoted) out += '"';
  return *this;
}

CsvTable& CsvTable::integer(std::int64_t value) {
  comma();
  appendNumber(m_file.text(), value);
  return *this;
}

CsvTable& CsvTable::integer(std::optional<double> value) {
  return value && std::isfinite(*value) ? integer(static_cast<std::int64_t>(std::llround(*value))) : none();
}

CsvTable& CsvTable::real(double value) {
  comma();
  appendNumber(m_file.text(), value);
  return *this;
}

CsvTable& CsvTable::none() {
  comma();
  return *this;
}

Result<void> CsvTable::finish() {
  m_file.text() += kNewLine;
  return m_file.finish();
}

}  // namespace strata::inline interchange
