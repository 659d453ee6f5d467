#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/interchange/foreign_trace.h"
#include "engine/trace/call_under_way.h"

namespace strata::inline interchange {

/// Stores the events of one group, in order of time: each on the track of its storey, in its call, with the ends of
/// arrows bound to the slices around them.
class ForeignGroupWriter {
 public:
  /// `number` is the group's among all of its trace.
  ForeignGroupWriter(ForeignTrace& trace, ForeignTrackGroup& group, std::uint32_t number);
  void write();

  /// "process/thread"
  static std::string threadPath(const ForeignTrace& trace, const ForeignTrackGroup& group);
  /// Whether the names of process and thread say that a device's work is in the group.
  static bool saysDevice(const ForeignTrace& trace, const ForeignTrackGroup& group);

 private:
  static constexpr std::size_t kCostSlot = kStoreyCount + 1, kQueueSlot = kCostSlot + 1, kSlots = kQueueSlot + 1;

  /// A slice around which arrows may begin or end; instants only if the point names them.
  struct Around {
    TraceEvent event;
    HostTime end;
    EventRef ref;
    bool open;
  };

  const StoreyRule* ruleOf(NameId category, NameId name);
  std::uint32_t track(std::size_t slot);
  TrackInfo queueInfo() const;

  void take(TraceEvent& event);
  ForeignRole place(TraceEvent& event, NameId category);
  void join(TraceEvent& event, ForeignRole role);
  void link(TraceEvent& event, ForeignRole role);
  void setCall(TraceEvent& event, ForeignRole role);
  void setLaunch(TraceEvent& event, ForeignRole role);
  void begin(TraceEvent& event, const std::vector<Arg>& args);
  void end(const TraceEvent& event);
  void stored(const TraceEvent& event, EventRef ref);
  std::optional<EventRef> launchOfFurtherWork(TraceEvent& event);

  void bindBefore(HostTime time, bool last);
  void bindNext(HostTime time, const TraceEvent& event, EventRef ref);
  void bind(const FlowPoint& point);

  ForeignTrace& m_trace;
  ForeignTrackGroup& m_group;
  TraceStore& m_store;
  const std::uint32_t m_number;
  const std::string m_text;                                      ///< "process/thread"
  const bool m_textMatters;                                      ///< some rule looks at it
  std::unordered_map<std::uint64_t, const StoreyRule*> m_rules;  ///< if it does
  std::array<std::uint32_t, kSlots> m_tracks;

  std::vector<std::uint32_t> m_open;  ///< tracks of what begun and has not ended, outermost first
  CallUnderWay m_call;

  std::vector<FlowPoint> m_enclosing, m_next;  ///< by time
  std::size_t m_enclosingAt = 0, m_nextAt = 0, m_jointAt = 0;
  std::vector<Around> m_around;
};

}  // namespace strata::inline interchange
