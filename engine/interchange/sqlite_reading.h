#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/interchange/sqlite_database.h"
#include "engine/trace/far_times.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// Reads the tables of another tool's database on their way into a session: what stops and what is odd is said among
/// the session's problems, with the rows.
class SqliteReading {
 public:
  SqliteReading(SqliteDatabase& database, TraceStore& store) : m_database(database), m_store(store) {}

  /// As SqliteDatabase::read; `shown` is what the table is called before people, its own name if empty.
  void read(const std::string& table, std::string_view shown, const std::function<void()>& begin,
            const SqliteDatabase::Row& value, const std::function<void()>& end);

  /// What happens with some rows, and where the first one is.
  struct Rows {
    std::uint64_t count = 0, first = 0;
    NameId table = NameId::None;
  };
  /// The row that is being read is one of them.
  void note(Rows& rows) const;
  /// "3 events are …, the first in row 2 of the table …": `one` and `many` are the words behind the number.
  void say(const Rows& rows, std::string_view one, std::string_view many);

  /// Where the row that is being read stands.
  FilePlace place() const { return {m_table, m_row}; }
  NameId table() const { return m_table; }

  /// Gives the event these times, in ns: none after its begin if it ends before that, which sayMended() says. False of
  /// times that no session has, which are counted.
  bool setTimes(TraceEvent& event, std::int64_t begin, std::optional<std::int64_t> end);
  /// What setTimes() mended.
  void sayMended();
  /// Adds what setTimes() refused.
  void countLeftOut(std::map<std::string, std::uint64_t>& leftOut) const;

 private:
  SqliteDatabase& m_database;
  TraceStore& m_store;
  NameId m_table = NameId::None;
  std::uint64_t m_row = 0;  ///< of the table, with the one that is read
  Rows m_negative;
  std::uint64_t m_timeless = 0;
};

}  // namespace strata::inline interchange
