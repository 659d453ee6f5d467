#include "engine/interchange/csv_table.h"

#include <cmath>

#include "engine/interchange/json_number.h"

namespace strata::inline interchange {

namespace {
constexpr std::string_view kNewLine = "\r\n";
}

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
  if (value.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += value;
    return *this;
  }
  out += '"';
  for (const char c : value) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
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
