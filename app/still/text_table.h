#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace strata::inline still {

/// Rows of cells, printed in columns as wide as their widest cell: the first to the left, the others to the right
/// unless said otherwise.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> head);
  /// One without a head.
  static TextTable rows(std::size_t columns);
  void add(std::vector<std::string> row);
  /// Columns of words rather than numbers.
  void alignLeft(std::size_t column);
  /// Leaves out columns without a value ("–" or nothing) in any row below the head; the first one stays.
  void dropEmptyColumns();
  std::string str() const;
  /// As an HTML table; numbers have the class "n".
  std::string html() const;

 private:
  std::vector<std::vector<std::string>> m_rows;
  std::vector<bool> m_left;
  bool m_hasHead = true;  ///< it is the first row
};

}  // namespace strata::inline still
