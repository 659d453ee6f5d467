#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/interchange/rocpd_descriptions.h"
#include "engine/interchange/rocpd_row.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// What the tables of a process say besides times and places of what happened: the rows of rocpd_event, their arguments
/// and values of counters.
class RocpdEvents {
 public:
  /// 0 and NameId::None: not said.
  struct Event {
    std::int64_t id = 0, call = 0, callAround = 0, external = 0;
    NameId category = NameId::None;  ///< as the storeys' table knows it: "hip_api"
    NameId message = NameId::None;   ///< what the program said at it
    NameId details = NameId::None, callStack = NameId::None, lineInfo = NameId::None;  ///< JSON
  };
  struct Value {
    std::int64_t event = 0, counter = 0;
    double value = 0;
    bool taken = false;
  };

  RocpdEvents(TraceStore& store, const RocpdDescriptions& descriptions) : m_store(store), m_known(descriptions) {}
  void read(RocpdTables& tables);

  /// null: there is none.
  const Event* find(std::optional<std::int64_t> id) const;
  /// The id of the API call that led to this one and lies in none: of a HIP call around calls of HSA.
  std::int64_t outermostCall(std::int64_t call) const;
  /// Adds what the tables say of the event.
  void addArgs(const Event& event, std::vector<Arg>& args) const;
  /// Values of the counters that were read for the event, each once.
  std::vector<Value> takeValues(std::int64_t event);
  std::uint64_t valuesLeft() const;
  std::uint64_t streamed() const { return m_streamed; }  ///< values of counters that were read while kernels ran

 private:
  struct EventArg {
    std::int64_t event;
    Arg arg;
  };

  void takeDetails(std::string_view text, Event& event);
  NameId json(std::string_view text);

  TraceStore& m_store;
  const RocpdDescriptions& m_known;
  std::vector<Event> m_events;  ///< by id
  std::unordered_map<std::int64_t, std::int64_t> m_callsAround;
  std::vector<EventArg> m_args;  ///< by event
  std::vector<Value> m_values;   ///< by event
  std::uint64_t m_streamed = 0;
};

}  // namespace strata::inline interchange
