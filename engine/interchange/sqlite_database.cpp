#include "engine/interchange/sqlite_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>

namespace strata::inline interchange {

namespace {

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

Statement prepare(sqlite3* database, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr);
  return Statement(statement);
}

/// A table's name as SQL takes it, whatever is in it.
std::string inQuotes(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

std::string_view columnText(sqlite3_stmt* row, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(row, column));
  return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(row, column)))
              : std::string_view{};
}

bool valueOf(sqlite3_stmt* row, int column, SqliteValue& value) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER: value = {SqliteValue::Kind::Integer, sqlite3_column_int64(row, column), 0, {}}; return true;
    case SQLITE_FLOAT: value = {SqliteValue::Kind::Real, 0, sqlite3_column_double(row, column), {}}; return true;
    case SQLITE_TEXT: value = {SqliteValue::Kind::Text, 0, 0, columnText(row, column)}; return true;
    default: return false;
  }
}

/// The file as SQLite opens it without writing beside it, as it would where a file is in its WAL mode (rocpd merge),
/// unless another program's changes wait there.
std::string immutableUri(const std::string& path) {
  std::error_code ignored;
  const auto waiting = std::filesystem::file_size(path + "-wal", ignored);
  std::string uri = path.starts_with('/') ? "file://" : "file:";  // of "//x" the rest would be a host
  for (const char c : path)
    uri += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02X}", static_cast<unsigned>(c)) : std::string(1, c);
  return !ignored && waiting > 0 ? uri : uri + "?immutable=1";
}

}  // namespace

Result<SqliteDatabase> SqliteDatabase::open(const InputFile& file) {
  sqlite3* opened = nullptr;
  const int code =
      sqlite3_open_v2(immutableUri(file.path()).c_str(), &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
  SqliteDatabase database;
  database.m_database.reset(opened);
  if (code == SQLITE_OK) {
    // A file from elsewhere: nothing that its schema says is run.
    sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    const Statement tables = prepare(opened,
                                     "select name from sqlite_master where type = 'table' and sql like "
                                     "'create table%'");
    while (tables && sqlite3_step(tables.get()) == SQLITE_ROW)
      database.m_tables.emplace_back(columnText(tables.get(), 0));
  }
  if (!database.m_tables.empty()) {
    if (file.watch()) database.watchWith(file.watch());
    return database;
  }
  const char* reason = code == SQLITE_OK && sqlite3_errcode(opened) == SQLITE_OK ? "it holds no table"
                       : opened                                                  ? sqlite3_errmsg(opened)
                                                                                 : "there is not enough memory";
  const bool damaged = opened && sqlite3_errcode(opened) == SQLITE_CORRUPT;
  return Error{
      ErrorCode::Io,
      fmt::format("Cannot read {}: {}.{}", file.name(), reason,
                  damaged ? " It is damaged or cut off, and SQLite reads nothing of it. Copy it again, or make a "
                            "new one: of a report of Nsight Systems with nsys export --type sqlite."
                          : ""),
      Storey::Other};
}

bool SqliteDatabase::Watched::goesOn() const {
  int pages = 0, most = 0;
  sqlite3_db_status(database, SQLITE_DBSTATUS_CACHE_MISS, &pages, &most, 0);
  return watch(static_cast<std::uint64_t>(pages * pageBytes));
}

void SqliteDatabase::watchWith(const InputFile::Watch& watch) {
  constexpr int kSteps = 100'000;  // of SQLite's machine, some milliseconds
  m_watched = std::make_unique<Watched>(Watched{watch, m_database.get(), 0});
  const Statement size = prepare(m_database.get(), "pragma page_size");
  if (size && sqlite3_step(size.get()) == SQLITE_ROW) m_watched->pageBytes = sqlite3_column_int64(size.get(), 0);
  sqlite3_progress_handler(
      m_database.get(), kSteps, [](void* watched) { return static_cast<Watched*>(watched)->goesOn() ? 0 : 1; },
      m_watched.get());
}

bool SqliteDatabase::has(std::string_view table) const {
  return std::find(m_tables.begin(), m_tables.end(), table) != m_tables.end();
}

bool SqliteDatabase::hasColumn(const std::string& table, std::string_view column) const {
  const Statement rows = prepare(m_database.get(), "select * from " + inQuotes(table));
  for (int i = 0; rows && i < sqlite3_column_count(rows.get()); ++i)
    if (sqlite3_column_name(rows.get(), i) == column) return true;
  return false;
}

std::uint64_t SqliteDatabase::rows(const std::string& table) const {
  const Statement count = prepare(m_database.get(), "select count(*) from " + inQuotes(table));
  if (!count || sqlite3_step(count.get()) != SQLITE_ROW) return 0;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(sqlite3_column_int64(count.get(), 0), 0));
}

std::string SqliteDatabase::read(const std::string& table, const std::function<void()>& begin, const Row& value,
                                 const std::function<void()>& end, std::optional<Only> only) {
  if (!has(table)) return {};
  std::string sql = "select * from " + inQuotes(table);
  if (only) sql += fmt::format(" where {} = {}", inQuotes(only->column), only->value);
  const Statement rows = prepare(m_database.get(), sql);
  if (!rows) return sqlite3_errmsg(m_database.get());
  const int columns = sqlite3_column_count(rows.get());
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(columns));
  for (int i = 0; i < columns; ++i) names.emplace_back(sqlite3_column_name(rows.get(), i));
  int code = SQLITE_DONE;
  while ((code = sqlite3_step(rows.get())) == SQLITE_ROW) {
    begin();
    SqliteValue column;
    for (int i = 0; i < static_cast<int>(names.size()); ++i)
      if (valueOf(rows.get(), i, column)) value(names[static_cast<std::size_t>(i)], column);
    end();
  }
  return code == SQLITE_DONE ? std::string{} : sqlite3_errmsg(m_database.get());
}

}  // namespace strata::inline interchange
