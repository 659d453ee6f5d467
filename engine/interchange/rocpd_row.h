#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/interchange/sqlite_reading.h"

namespace strata::inline interchange {

/// A row of a rocpd table by the names of its columns, which schemas add to and move. Texts last until the next row.
class RocpdRow {
 public:
  /// Nothing of a column that is not there, NULL or of another type.
  std::optional<std::int64_t> integer(std::string_view column) const {
    const SqliteValue* value = find(column);
    return value && value->kind == SqliteValue::Kind::Integer ? std::optional(value->integer) : std::nullopt;
  }
  std::optional<double> number(std::string_view column) const {
    const SqliteValue* value = find(column);
    if (!value || value->kind == SqliteValue::Kind::Text) return std::nullopt;
    return value->kind == SqliteValue::Kind::Real ? value->real : static_cast<double>(value->integer);
  }
  std::string_view text(std::string_view column) const {
    const SqliteValue* value = find(column);
    return value && value->kind == SqliteValue::Kind::Text ? value->text : std::string_view{};
  }

  void clear() { m_columns.clear(); }
  void add(std::string_view column, const SqliteValue& value) { m_columns.emplace_back(column, value); }

 private:
  const SqliteValue* find(std::string_view column) const {
    for (const auto& [name, value] : m_columns)
      if (name == column) return &value;
    return nullptr;
  }

  std::vector<std::pair<std::string_view, SqliteValue>> m_columns;
};

/// The tables of one process in a rocpd database. Their names end in what tells processes apart.
class RocpdTables {
 public:
  RocpdTables(SqliteDatabase& database, SqliteReading& reading, std::string ending)
      : m_database(database), m_reading(reading), m_ending(std::move(ending)) {}

  bool has(const std::string& table) const { return m_database.has(table + m_ending); }
  std::uint64_t rows(const std::string& table) const { return m_database.rows(table + m_ending); }
  /// Reads a table, called by its name without the ending; of one that is not there nothing.
  void read(const std::string& table, const std::function<void(const RocpdRow&)>& take) {
    m_reading.read(
        table + m_ending, table, [this] { m_row.clear(); },
        [this](std::string_view column, const SqliteValue& value) { m_row.add(column, value); }, [&] { take(m_row); });
  }

 private:
  SqliteDatabase& m_database;
  SqliteReading& m_reading;
  const std::string m_ending;
  RocpdRow m_row;
};

}  // namespace strata::inline interchange
