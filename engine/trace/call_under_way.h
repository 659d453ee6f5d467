#pragma once

#include <cstddef>
#include <optional>

#include "engine/trace/event_sorter.h"
#include "engine/trace/storey_rules.h"
#include "engine/trace/trace_event.h"

namespace strata::inline trace {

/// Finds the calls of one thread of another tool's trace, whose events come in order of time: the outermost operation
/// and all that happens within it, or a launch of device work outside of every operation.
class CallUnderWay {
 public:
  struct Found {
    CallId call = CallId::None;
    std::optional<Duration> shared;  ///< of an operation that ends behind the call it began in: how long both run
  };
  /// The call of a host event, before begun() is told of it. `fresh` gives the number of a new call.
  template <class Fresh>
  Found of(const TraceEvent& event, ForeignRole role, bool launchesWork, Fresh fresh) {
    Found found;
    const bool opens = role == ForeignRole::Op || launchesWork;
    if (isOver(event, role, opens, found)) m_call = CallId::None;
    if (m_call == CallId::None && opens && event.kind == EventKind::Slice) open(event, fresh());
    found.call = follows(event) ? CallId::None : m_call;
    return found;
  }

  /// A slice whose end will be told by ended().
  void begun() { ++m_depth; }
  void ended(HostTime time);

 private:
  bool isOver(const TraceEvent& event, ForeignRole role, bool opens, Found& found) const;
  bool follows(const TraceEvent& event) const;
  void open(const TraceEvent& event, CallId call);

  CallId m_call = CallId::None;
  HostTime m_end{};             ///< of a call whose end is known
  std::size_t m_depth = 0;      ///< slices that are open
  std::size_t m_callDepth = 0;  ///< how many are with the call's, if its end is not known; 0 for none
};

}  // namespace strata::inline trace
