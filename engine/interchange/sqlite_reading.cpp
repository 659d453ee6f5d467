#include "engine/interchange/sqlite_reading.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/how_many.h"

namespace strata::inline interchange {

namespace {

constexpr std::int64_t kNanosecondsKept = std::int64_t{1} << 62;

}  // namespace

void SqliteReading::read(const std::string& table, std::string_view shown, const std::function<void()>& begin,
                         const SqliteDatabase::Row& value, const std::function<void()>& end) {
  m_row = 0;
  m_table = m_store.intern(shown.empty() ? std::string_view(table) : shown);
  const std::string failure = m_database.read(
      table,
      [&] {
        ++m_row;
        begin();
      },
      value, end);
  if (!failure.empty())
    m_store.addProblem(fmt::format("Reading the table {} stopped after row {}: {}. What was read is shown.",
                                   m_store.name(m_table), m_row, failure));
}

void SqliteReading::note(Rows& rows) const {
  if (rows.count++ > 0) return;
  rows.first = m_row;
  rows.table = m_table;
}

void SqliteReading::say(const Rows& rows, std::string_view one, std::string_view many) {
  if (rows.count > 0)
    m_store.addProblem(fmt::format("{}, {} row {} of the table {}.", howMany(rows.count, one, many),
                                   rows.count == 1 ? "in" : "the first in", rows.first, m_store.name(rows.table)));
}

bool SqliteReading::setTimes(TraceEvent& event, std::int64_t begin, std::optional<std::int64_t> end) {
  if (begin < -kNanosecondsKept || begin > kNanosecondsKept) {
    ++m_timeless;
    return false;
  }
  if (end && *end < begin) note(m_negative);
  event.begin = {begin};
  event.payload = end ? std::clamp(*end, begin, kNanosecondsKept) - begin : 0;
  return true;
}

void SqliteReading::sayMended() {
  say(m_negative, "event with a negative duration is shown with none",
      "events with a negative duration are shown with none");
}

void SqliteReading::countLeftOut(std::map<std::string, std::uint64_t>& leftOut) const {
  if (m_timeless > 0) leftOut["events of times that no session has"] += m_timeless;
}

}  // namespace strata::inline interchange
