#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/interchange/input_file.h"

namespace strata::inline interchange {

/// One value of a row; what SQL calls NULL is not there.
struct SqliteValue {
  enum class Kind : std::uint8_t { Integer, Real, Text } kind = Kind::Integer;
  std::int64_t integer = 0;
  double real = 0;
  std::string_view text;
};

/// An SQLite database of another tool, opened for reading only.
class SqliteDatabase {
 public:
  /// Error Io if it cannot be opened or is no database.
  static Result<SqliteDatabase> open(const InputFile& file);

  /// Tables (no views) whose rows may be read.
  const std::vector<std::string>& tables() const { return m_tables; }
  bool has(std::string_view table) const;
  bool hasColumn(const std::string& table, std::string_view column) const;
  /// How many rows a table has; 0 if they cannot be counted.
  std::uint64_t rows(const std::string& table) const;

  using Row = std::function<void(std::string_view column, const SqliteValue& value)>;
  /// Rows that have this value in this column.
  struct Only {
    std::string_view column;
    std::int64_t value;
  };
  /// Reads a table, or `only` some rows of it: `begin` before each row, `value` for each column that is not NULL, `end`
  /// behind the row. Returns what went wrong, empty for nothing.
  std::string read(const std::string& table, const std::function<void()>& begin, const Row& value,
                   const std::function<void()>& end, std::optional<Only> only = {});

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };

  /// Who is told how many pages were read.
  struct Watched {
    InputFile::Watch watch;
    sqlite3* database = nullptr;
    std::int64_t pageBytes = 0;

    bool goesOn() const;
  };
  void watchWith(const InputFile::Watch& watch);

  std::unique_ptr<Watched> m_watched;  ///< the database knows its place
  std::unique_ptr<sqlite3, Close> m_database;
  std::vector<std::string> m_tables;
};

}  // namespace strata::inline interchange
