#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/facts/event_statistics.h"
#include "app/facts/numbered_events.h"
#include "app/facts/table_choices.h"

namespace strata::inline facts {

/// The names in a range that pass a filter, or each event that does, sorted. Rows cost 4 bytes each; a name's
/// statistics stand beside them.
class EventTable {
 public:
  /// `all`: of this snapshot, without a filter, and of the chosen name. What `before` has and still holds is taken from
  /// it; nullptr: nothing.
  EventTable(const TraceSnapshot& snapshot, const std::shared_ptr<const EventStatistics>& all,
             const NameAndShape& chosen, const TableChoices& choices, const EventTable* before);

  std::size_t size() const { return m_rows.size(); }
  bool eachEvent() const { return m_choices.eachEvent; }
  const TableChoices& choices() const { return m_choices; }
  /// Of the names that pass.
  const EventStatistics& statistics() const { return *m_statistics; }
  /// Names or events there would be without the filter; of launch shapes only the names.
  std::uint64_t sizeOfAll() const { return m_sizeOfAll; }
  /// What is wrong with the filter, which passes nothing then; empty: nothing.
  const std::string& problem() const { return m_problem; }

  /// The name of a row of names.
  const NameStatistics& name(std::size_t row) const { return m_statistics->names[m_rows[row]]; }
  /// What a row of names is called there: short, but no two alike.
  const std::string& label(std::size_t row) const { return m_labels[m_rows[row]]; }
  /// The event of a row: of a name the longest.
  EventRef event(std::size_t row) const;
  /// Where an event or its name stands.
  std::optional<std::size_t> rowOf(const TraceSnapshot& snapshot, EventRef event) const;

 private:
  void countNames(const TraceSnapshot& snapshot, const std::shared_ptr<const EventStatistics>& all,
                  const NameAndShape& chosen, const EventSieve& sieve, const EventTable* before);
  void sortNames(const TraceSnapshot& snapshot);
  void sortEvents(const TraceSnapshot& snapshot, const EventSieve& sieve);

  TableChoices m_choices;
  std::shared_ptr<const EventStatistics> m_statistics;
  std::uint64_t m_sizeOfAll = 0;
  std::string m_problem;
  NumberedEvents m_events;            ///< of rows of events
  std::vector<std::uint32_t> m_rows;  ///< indices of names, or numbers of events
  std::vector<std::string> m_labels;  ///< by index of name
};

/// Of a column of shares; nothing: the name's self time is no part of that one's whole.
std::optional<double> shareIn(TableColumn column, const EventStatistics& statistics, const NameStatistics& of);

}  // namespace strata::inline facts
