#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/interchange/chrome_facts.h"
#include "engine/interchange/chrome_record.h"
#include "engine/interchange/foreign_trace.h"
#include "engine/trace/event_sorter.h"

namespace strata::inline interchange {

/// The asynchronous events of a Chrome trace (phases b, n, e, S, T, p, F), which may overlap and stand in the file in
/// any order. Ends belong to begins of their category, id and name, as in Perfetto; an end without a name to the last
/// begin of its category and id. Source: "Trace Event Format", async events; `id` and `id2.global` hold across
/// processes.
class ChromeAsync {
 public:
  ChromeAsync(TraceStore& store, ForeignTrace& trace, ChromeFacts& facts)
      : m_store(store), m_trace(trace), m_facts(facts) {}

  /// Keeps the event, which the record at byte `offset` is, until finish().
  void take(const ChromeRecord& record, TraceEvent event, NameId category, std::int64_t pid, std::uint64_t offset);
  /// Gives all of them to the trace.
  void finish();

 private:
  /// Whose events they are: one process's of one category and id.
  struct Origin {
    std::uint32_t match = 0;  ///< the same for all origins whose events belong together
    NameId category = NameId::None;
    std::int64_t pid = 0;
  };
  /// A slice whose end was not met.
  struct Open {
    TraceEvent event;
    std::string group;
  };

  std::uint32_t originOf(const ChromeRecord& record, NameId category, std::int64_t pid);
  std::string groupOf(const TraceEvent& event, const std::vector<Open>& open) const;
  void begin(const TraceEvent& event, std::vector<Open>& open);
  void end(const TraceEvent& event, std::vector<Open>& open);
  void add(const TraceEvent& event, const std::string& group, std::int64_t length);

  TraceStore& m_store;
  ForeignTrace& m_trace;
  ChromeFacts& m_facts;
  std::unordered_map<std::string, std::uint32_t> m_matches;
  std::map<std::pair<std::uint32_t, std::int64_t>, std::uint32_t> m_originOf;  ///< by match and process
  std::vector<Origin> m_origins;
  EventSorter m_events;  ///< `track` is the origin's index, `payload` the place in the file
};

}  // namespace strata::inline interchange
