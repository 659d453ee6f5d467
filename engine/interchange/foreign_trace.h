#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/interchange/foreign_flows.h"
#include "engine/interchange/foreign_launches.h"
#include "engine/interchange/id_map.h"
#include "engine/trace/event_sorter.h"
#include "engine/trace/far_times.h"
#include "engine/trace/foreign_words.h"
#include "engine/trace/storey_rules.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// What a host event of a group that says its storey itself holds in `flags` until it reaches the store (Strata's own
/// exports): storey, kind and call are set.
inline constexpr std::uint8_t kStoreySaid = 0x20;
/// And one that the file says an arrow begins or ends at, which bears the id of its correlation.
inline constexpr std::uint8_t kArrowSaid = 0x10;

/// Added to the tid of a further stream that has the number of another one on its device.
inline constexpr std::int64_t kFurtherOfNumber = std::int64_t{1} << 32;

/// One thread, stream or named group of events of another tool's trace; what is in it nests or overlaps.
struct ForeignTrackGroup {
  std::int64_t pid = 0, tid = 0;
  std::string name;                ///< empty: named after its thread
  bool device = false;             ///< known once all is there
  std::vector<NameId> categories;  ///< of its events, each once
  /// To be stored; `track` is the category's NameId until then.
  EventSorter events;
  std::vector<FlowPoint> flows;
  /// Where no id joins launches and work: at what time an event begins or ends which arrow, by time once all is there.
  struct Joint {
    HostTime time;
    CorrelationId id;
  };
  std::vector<Joint> joints;
};

/// Another tool's trace on its way into a store: takes events in any order and, once all are there, puts them on tracks
/// by the table of storeys, finds the calls they belong to, and joins launches with their work. Uses the store alone
/// until finish().
class ForeignTrace {
 public:
  explicit ForeignTrace(TraceStore& store)
      : m_store(store), m_launches(m_correlations), m_flows(store, m_correlations, m_launches), m_words(store) {}

  /// The group of a thread or stream; the reference stays good.
  ForeignTrackGroup& thread(std::int64_t pid, std::int64_t tid);
  /// A group beside the threads of a process, for what has no thread.
  ForeignTrackGroup& named(std::int64_t pid, const std::string& name);
  /// The track of a counter.
  std::uint32_t counter(std::int64_t pid, const std::string& name, const std::string& unit,
                        Storey storey = Storey::Other);

  void nameProcess(std::int64_t pid, std::string name);
  /// Empty: nobody named it.
  std::string processName(std::int64_t pid) const;
  /// Forgets a name that says nothing, of whichever processes have it.
  void forgetProcessName(std::string_view name);
  void nameThread(std::int64_t pid, std::int64_t tid, std::string name);

  /// Where in the file what is added from now on stands, for what is said of it.
  void readsAt(FilePlace place) { m_place = place; }
  /// An event of that category in a group. Its correlation is number() of what the file says; its arguments, if any,
  /// are kept by the store.
  void add(ForeignTrackGroup& group, TraceEvent event, NameId category);
  /// A value of a counter's track, with storey, call, provenance and arguments, which the store keeps, as `said`.
  void addValue(std::uint32_t track, HostTime time, double value, const TraceEvent& said = {});
  /// The number of a correlation id of the file.
  CorrelationId correlation(std::uint64_t id) { return CorrelationId{m_correlations.number(id)}; }
  CallId call(std::uint64_t id) { return CallId{m_calls.number(id)}; }

  /// Whose file it is, where that stands in it; goes before what its categories and threads look like.
  void says(std::string_view tool) { m_tool = tool; }
  /// Its times are an export's of ours: none of them is damaged.
  void trustsTimes() { m_trusted = true; }
  /// Stores everything but what is far from most (FarTimes), `base` ns later than the file says. Nothing may be added
  /// afterwards.
  void finish(std::int64_t base = 0);
  /// How much later than the file says finish() stored all times, in ns: by the base, or so that none is before 0.
  std::int64_t shift() const { return m_shift; }
  /// Whose file it is, once all is there; empty if nothing shows it.
  std::string_view tool() const { return m_tool; }
  std::uint64_t arrowEndsWithoutStart() const { return m_flows.withoutStart(); }
  /// Adds what finish() left out, by kind.
  void countLeftOut(std::map<std::string, std::uint64_t>& leftOut) const;

 private:
  friend class ForeignGroupWriter;

  struct Process {
    std::string name;
    std::map<std::int64_t, std::string> threads;
  };

  std::string_view toolByMarks() const;
  ForeignRole roleByCategory(NameId category) const;
  void findDeviceGroups();
  void joinByArrows();
  /// What the device has of a correlation.
  enum class OnDevice : std::uint8_t { Nothing, Wait, Work };
  void noteOnDevice(CorrelationId id, bool work);
  OnDevice onDevice(CorrelationId id) const {
    const auto correlation = static_cast<std::size_t>(id);
    return correlation < m_onDevice.size() ? m_onDevice[correlation] : OnDevice::Nothing;
  }
  void noteCall(CorrelationId id, CallId call);
  void sayDoubts();
  void leaveOutFar();
  bool keeps(const TraceEvent& event) const {
    return m_far.keeps(event.begin) && (m_trusted || !FarTimes::isEndless(FarTimes::lengthOf(event)));
  }
  void storeValues();
  std::string threadName(const ForeignTrackGroup& group) const;
  std::uint32_t freeStream(std::int64_t wanted);

  TraceStore& m_store;
  IdMap m_correlations, m_calls, m_devices;
  ForeignLaunches m_launches;
  ForeignFlows m_flows;
  ForeignWords m_words;
  std::map<std::int64_t, Process> m_processes;
  std::map<std::pair<std::int64_t, std::int64_t>, std::unique_ptr<ForeignTrackGroup>> m_threads;
  std::map<std::pair<std::int64_t, std::string>, std::unique_ptr<ForeignTrackGroup>> m_named;
  std::vector<ForeignTrackGroup*> m_groups;  ///< all, in order of appearance
  std::map<std::pair<std::int64_t, std::string>, std::uint32_t> m_counters;
  struct CounterValues {
    TrackInfo track;
    EventSorter events;
  };
  std::vector<CounterValues> m_values;
  std::unordered_map<std::uint32_t, std::size_t> m_valuesOf;  ///< by track
  std::string_view m_tool;
  std::unordered_map<std::uint64_t, const StoreyRule*> m_rules;  ///< by category and name, where the group says nothing
  std::vector<OnDevice> m_onDevice;                              ///< by correlation
  std::vector<CallId> m_callOf;                                  ///< by correlation, of its launch
  std::vector<std::uint32_t> m_streams;                          ///< numbers in use
  FilePlace m_place;                                             ///< of what is added
  bool m_trusted = false;
  FarTimes m_times;
  FarTimes::Found m_far;            ///< in the file's times
  std::int64_t m_shift = 0;         ///< added to all times
  std::uint64_t m_overlapping = 0;  ///< operations that begin in one and end behind it
  Duration m_shared;                ///< in all, for how long they run while the call before does
  std::int64_t m_earliest = 0;      ///< below 0: how far times must move
};

}  // namespace strata::inline interchange
