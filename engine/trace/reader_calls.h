#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "engine/trace/call_under_way.h"
#include "engine/trace/reader_state.h"

namespace strata::inline trace {

/// Gives the events of another tool's Perfetto trace the calls they belong to. Device work belongs to that of its
/// launch, by correlation or by an arrow's id.
class ReaderCalls {
 public:
  explicit ReaderCalls(ReaderState& state) : m_state(state) {}

  /// Of all events, before place(): what device work is reached by.
  void note(const DecodedEvent& decoded);
  /// Sets the call of an event that states none; its step is in `flags`. Events come in order of time; `arrows` may be
  /// null.
  void place(TraceEvent& event, ForeignRole role, const EventArrows* arrows);

 private:
  /// What leads from a launch to its work: ids of correlations and of arrows.
  template <class Use>
  static void eachWay(const TraceEvent& event, const EventArrows* arrows, Use use);

  ReaderState& m_state;
  std::unordered_set<std::uint64_t> m_toWork;
  std::unordered_map<std::uint64_t, CallId> m_callOf;          ///< by way
  std::unordered_map<std::uint32_t, CallUnderWay> m_underWay;  ///< by track
};

}  // namespace strata::inline trace
