#pragma once

#include <string>
#include <vector>

namespace strata::inline cli {

/// Rows of cells, printed in columns as wide as their widest cell: the first to the left, the others to the right
/// unless said otherwise.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> head);
  void add(std::vector<std::string> row);
  /// Columns of words rather than numbers.
  void alignLeft(std::size_t column);
  std::string str() const;
  /// As an HTML table; numbers have the class "n".
  std::string html() const;

 private:
  std::vector<std::vector<std::string>> m_rows;
  std::vector<bool> m_left;
};

}  // namespace strata::inline cli
