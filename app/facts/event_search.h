#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// All events of a session whose name contains a text, whatever its case, or whose correlation id in another tool's
/// file is that number. Made once per text and snapshot: reads every
/// event; asking it costs per row.
class EventSearch {
 public:
  EventSearch(const TraceSnapshot& snapshot, std::string text);

  const std::string& text() const { return m_text; }
  std::size_t count() const { return m_count; }
  bool matches(NameId name) const;
  bool matches(const TraceSnapshot& snapshot, const TraceEvent& event) const;
  /// How many matches stand before this one, in order of begin; from 0.
  std::size_t ordinal(const TraceSnapshot& snapshot, EventRef match) const;
  /// The nearest match after (1) or before (-1) `from`; from the other end when there is no more. Without `from` the
  /// first at or after `time`.
  std::optional<EventRef> next(const TraceSnapshot& snapshot, std::optional<EventRef> from, HostTime time,
                               int by) const;

 private:
  struct Row {
    std::uint32_t track = 0, row = 0;
    std::vector<std::uint32_t> indices;
  };
  std::string m_text;
  std::vector<bool> m_names;
  NameId m_correlationKey = NameId::None;  ///< arg::kFileCorrelation
  std::optional<double> m_correlation;     ///< where the text is a number, and events of the session have such
  std::vector<Row> m_rows;
  std::size_t m_count = 0;
};

}  // namespace strata::inline facts
