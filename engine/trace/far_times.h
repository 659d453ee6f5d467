#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace/trace_event.h"

namespace strata::inline trace {

/// Where in a file an event stands: a row of a table, a byte of a text, or nothing where nobody says.
struct FilePlace {
  NameId table = NameId::None;
  std::uint64_t at = 0;  ///< rows count from 1, and before the first event of a text there is a bracket: 0 is none
};

/// Finds events that lie so far from most others that beside them nothing of those could be seen: no recording lasts
/// that long, and one damaged time is enough.
class FarTimes {
 public:
  /// Of an event that lasts this long; at most 0: it is a point, or has no end.
  void note(HostTime begin, std::int64_t length, FilePlace place);
  static bool isEndless(std::int64_t length);
  /// How long it lasts; 0 of a point, and of what has no end.
  static std::int64_t lengthOf(const TraceEvent& event) {
    return event.kind == EventKind::Counter ? 0 : std::max<std::int64_t>(event.payload, 0);
  }

  struct Found {
    TimeRange kept{{INT64_MIN}, {INT64_MAX}};  ///< all others begin in it
    std::uint64_t count = 0;                   ///< that are far, or endless
    FilePlace first;                           ///< of these, in the file
    bool years = true;                         ///< all of them are, else days

    bool keeps(HostTime time) const { return kept.begin <= time && time < kept.end; }
    std::string_view span() const { return years ? "a year" : "a day"; }
    std::string kind() const;  ///< as what they are counted: "events more than a year from most others"
    /// What is said of them, and where the first one stands, in a table of that name.
    std::string sentence(std::string_view table = {}) const;
  };
  /// Once all are noted. Most are more than half of all, with no day of nothing between them. More than a year from
  /// these is far, and so is more than a day and a thousand times as long as they last, if less than a tenth of all
  /// lies there.
  Found find() const;

 private:
  struct Some {
    HostTime begin, lastBegin, end;
    std::uint64_t count = 0, order = 0;
    FilePlace first;
  };

  std::vector<Some> clusters() const;
  static void addTo(Some& all, const Some& more);
  static std::uint64_t distance(const Some& a, const Some& b);

  std::map<std::int64_t, Some> m_days;  ///< by the day of their begin
  Some* m_last = nullptr;
  std::int64_t m_lastDay = 0;
  Some m_endless;
  std::uint64_t m_noted = 0;
};

}  // namespace strata::inline trace
