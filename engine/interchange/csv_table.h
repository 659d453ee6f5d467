#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/interchange/text_file.h"

namespace strata::inline interchange {

/// A table as RFC 4180 has it, in UTF-8: one line of column names, then rows whose columns each hold one type. What a
/// row does not have is empty; bytes of a text that are not UTF-8, and zeros, become U+FFFD.
class CsvTable {
 public:
  /// `columns`: their names, with commas between.
  CsvTable(const std::string& path, std::string_view columns) : m_file(path) { m_file.text().append(columns); }

  CsvTable& row();  ///< begins a row
  CsvTable& text(std::string_view value);
  CsvTable& integer(std::int64_t value);
  CsvTable& integer(std::optional<double> value);  ///< a whole number that may be missing
  CsvTable& real(double value);
  CsvTable& none();

  Result<void> finish();

 private:
  void comma();

  TextFile m_file;
  bool m_first = true;  ///< of the row
};

}  // namespace strata::inline interchange
