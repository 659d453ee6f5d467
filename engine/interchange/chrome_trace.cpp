#include "engine/interchange/chrome_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/interchange/chrome_event.h"
#include "engine/interchange/chrome_lanes.h"
#include "engine/interchange/json_text.h"
#include "engine/interchange/text_file.h"

namespace strata {

namespace {

/// Some readers take time 0 for "no time", so the first event stands a microsecond later.
constexpr Duration kLead{1000};

/// The events of a lane's tracks, one after the other by begin; of those that begin together the longest first.
class LaneEvents {
 public:
  LaneEvents(const TraceSnapshot& snapshot, const ChromeLane& lane, HostTime lastTime)
      : m_snapshot(snapshot), m_lastTime(lastTime) {
    for (const std::uint32_t track : lane.tracks) {
      for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row) push({track, row, 0});
      for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents())
        if (open.event.track == track && open.event.kind != EventKind::Kernel && open.event.kind != EventKind::Copy)
          m_heads.push_back({&open.event, {track, open.row, rowSize(track, open.row)}});
    }
    std::make_heap(m_heads.begin(), m_heads.end(), Later{this});
  }

  struct Head {
    const TraceEvent* event;
    EventRef ref;
  };

  bool next(Head& head) {
    if (m_heads.empty()) return false;
    std::pop_heap(m_heads.begin(), m_heads.end(), Later{this});
    head = m_heads.back();
    m_heads.pop_back();
    const std::size_t before = m_heads.size();
    push({head.ref.track, head.ref.row, head.ref.index + 1});
    if (m_heads.size() > before) std::push_heap(m_heads.begin(), m_heads.end(), Later{this});
    return true;
  }

  HostTime endOf(const TraceEvent& event) const { return event.open() ? m_lastTime : event.end(); }

 private:
  struct Later {
    const LaneEvents* self;
    bool operator()(const Head& a, const Head& b) const { return self->key(a) > self->key(b); }
  };

  std::tuple<std::int64_t, std::int64_t, Storey, EventRef> key(const Head& head) const {
    return {head.event->begin.ns, -endOf(*head.event).ns, head.event->storey, head.ref};
  }

  std::uint32_t rowSize(std::uint32_t track, std::uint32_t row) const {
    return row < m_snapshot.rowCount(track) ? static_cast<std::uint32_t>(m_snapshot.row(track, row).size()) : 0;
  }

  void push(EventRef ref) {
    if (ref.index < rowSize(ref.track, ref.row)) m_heads.push_back({&m_snapshot.event(ref), ref});
  }

  const TraceSnapshot& m_snapshot;
  HostTime m_lastTime;
  std::vector<Head> m_heads;  ///< a heap: the next event of each row
};

/// Gives each event of a lane a thread on which it nests.
class NestingThreads {
 public:
  NestingThreads(const ChromeLane& lane, std::int64_t& spareTid) : m_lane(lane), m_spareTid(spareTid) {
    m_threads.push_back({lane.tid, {}});
  }

  std::int64_t threadFor(HostTime begin, HostTime end) {
    for (Thread& thread : m_threads)
      if (takes(thread, begin, end)) return thread.tid;
    m_threads.push_back({m_spareTid++, {end}});
    return m_threads.back().tid;
  }

  /// The threads that had to be added.
  std::vector<std::int64_t> added() const {
    std::vector<std::int64_t> tids;
    for (std::size_t i = 1; i < m_threads.size(); ++i) tids.push_back(m_threads[i].tid);
    return tids;
  }

 private:
  struct Thread {
    std::int64_t tid;
    std::vector<HostTime> ends;  ///< of what is open, outermost first
  };

  bool takes(Thread& thread, HostTime begin, HostTime end) const {
    while (!thread.ends.empty() && thread.ends.back() <= begin) thread.ends.pop_back();
    if (!thread.ends.empty() && (m_lane.device || thread.ends.back() < end)) return false;
    thread.ends.push_back(end);
    return true;
  }

  const ChromeLane& m_lane;
  std::int64_t& m_spareTid;
  std::vector<Thread> m_threads;
};

class ChromeWriter {
 public:
  ChromeWriter(const TraceSnapshot& snapshot, TextFile& file)
      : m_snapshot(snapshot),
        m_file(file),
        m_range(snapshot.bounds().value_or(TimeRange{{kLead.ns}, {kLead.ns}})),
        m_base(m_range.begin - kLead),
        m_events(snapshot, m_base),
        m_lanes(chromeLanes(snapshot)),
        m_spareTid(kFirstSpareTid * 2) {}

  ExportSummary write() {
    header();
    processes();
    for (std::size_t i = 0; i < m_lanes.lanes.size(); ++i) lane(m_lanes.lanes[i], static_cast<std::int64_t>(i));
    for (const ChromeCounter& counter : m_lanes.counters) counters(counter);
    flows();
    m_file.text() += "\n]}\n";
    return m_summary;
  }

 private:
  void header() {
    fmt::format_to(std::back_inserter(m_file.text()),
                   "{{\"schemaVersion\": 1, \"deviceProperties\": [{{\"id\": {}, \"name\": ", kDevicePid);
    appendJsonText(m_file.text(), deviceName());
    fmt::format_to(std::back_inserter(m_file.text()),
                   "}}],\n\"distributedInfo\": {{\"backend\": \"none\", \"rank\": 0, \"world_size\": 1}},\n"
                   "\"displayTimeUnit\": \"ns\", \"baseTimeNanoseconds\": {},\n\"traceEvents\": [",
                   m_base.ns);
  }

  std::string deviceName() const {
    for (const SessionMessage& message : m_snapshot.messages()) {
      if (message.kind != MessageKind::Hello) continue;
      const nlohmann::json hello = nlohmann::json::parse(message.json, nullptr, false);
      const auto device = hello.is_object() ? hello.find("device") : hello.end();
      if (device == hello.end() || !device->is_object()) continue;
      const auto name = device->find("name");
      if (name != device->end() && name->is_string()) return name->get<std::string>();
    }
    return "device";
  }

  void processes() {
    std::map<std::int64_t, bool> pids;
    for (const ChromeLane& lane : m_lanes.lanes) pids[lane.pid] = lane.device;
    for (const ChromeCounter& counter : m_lanes.counters) pids.try_emplace(counter.pid, false);
    for (const auto& [pid, device] : pids) {
      const std::string label = device ? fmt::format("GPU {}", pid) : "CPU";
      m_events.metadata(m_file.text(), "process_name", {pid, 0}, "name", device ? deviceName() : "host");
      m_events.metadata(m_file.text(), "process_labels", {pid, 0}, "labels", label);
      m_events.metadata(m_file.text(), "process_sort_index", {pid, 0}, "sort_index", device ? 5'000'000 + pid : 0);
    }
  }

  void lane(const ChromeLane& lane, std::int64_t order) {
    m_events.metadata(m_file.text(), "thread_name", {lane.pid, lane.tid}, "name", lane.name);
    m_events.metadata(m_file.text(), "thread_sort_index", {lane.pid, lane.tid}, "sort_index", order);
    NestingThreads threads(lane, m_spareTid);
    LaneEvents events(m_snapshot, lane, m_range.end);
    for (LaneEvents::Head head; events.next(head);) {
      const HostTime end = events.endOf(*head.event);
      const ChromePlace place{lane.pid, threads.threadFor(head.event->begin, end)};
      if (place.tid != lane.tid && head.event->correlation != CorrelationId::None) m_moved[head.ref] = place.tid;
      event(head, end, place);
      m_file.pass();
    }
    for (const std::int64_t tid : threads.added()) {
      m_events.metadata(m_file.text(), "thread_name", {lane.pid, tid}, "name", lane.name + " (overlapping)");
      m_events.metadata(m_file.text(), "thread_sort_index", {lane.pid, tid}, "sort_index", order);
    }
  }

  void event(const LaneEvents::Head& head, HostTime end, ChromePlace place) {
    if (head.event->kind == EventKind::Counter) return counter(*head.event, place.pid);
    if (head.event->kind == EventKind::Instant)
      m_events.instant(m_file.text(), *head.event, place);
    else
      m_events.slice(m_file.text(), *head.event, end, place);
    ++m_summary.slices;
    const CorrelationId id = head.event->correlation;
    const std::optional<Arrow> arrow = id == CorrelationId::None ? std::nullopt : arrowOf(id);
    if (arrow && arrow->launch == head.ref) m_events.flow(m_file.text(), 's', id, arrow->from, place);
    if (arrow && arrow->work == head.ref) m_events.flow(m_file.text(), 'f', id, arrow->to, place);
  }

  struct Arrow {
    EventRef launch, work;
    HostTime from, to;
  };

  /// An arrow that has both ends. One that would point back in time, where clocks disagree, ends inside the work; one
  /// that cannot is left out.
  std::optional<Arrow> arrowOf(CorrelationId id) const {
    const auto launch = m_snapshot.launchOf(id), work = m_snapshot.workOf(id);
    if (!launch || !work) return std::nullopt;
    const HostTime from = m_snapshot.event(*launch).begin;
    const TraceEvent& target = m_snapshot.event(*work);
    const HostTime to = std::max(from, target.begin);
    if (to > target.begin && to >= target.end()) return std::nullopt;
    return Arrow{*launch, *work, from, to};
  }

  /// The ends of most arrows stand right behind their slices, in order of time; what is left are the ends
  /// of arrows that share a slice with another one.
  void flows() {
    for (std::uint32_t i = 1; i <= m_snapshot.correlationCount(); ++i) {
      const CorrelationId id{i};
      const std::optional<Arrow> arrow = arrowOf(id);
      if (!arrow) continue;
      if (m_snapshot.event(arrow->launch).correlation != id)
        m_events.flow(m_file.text(), 's', id, arrow->from, placeOf(arrow->launch));
      if (m_snapshot.event(arrow->work).correlation != id)
        m_events.flow(m_file.text(), 'f', id, arrow->to, placeOf(arrow->work));
      ++m_summary.flows;
      m_file.pass();
    }
  }

  ChromePlace placeOf(EventRef ref) const {
    const auto has = [&](const ChromeLane& lane) {
      return std::find(lane.tracks.begin(), lane.tracks.end(), ref.track) != lane.tracks.end();
    };
    const auto lane = std::find_if(m_lanes.lanes.begin(), m_lanes.lanes.end(), has);
    const auto moved = m_moved.find(ref);
    return {lane->pid, moved == m_moved.end() ? lane->tid : moved->second};
  }

  void counters(const ChromeCounter& track) {
    for (std::uint32_t row = 0; row < m_snapshot.rowCount(track.track); ++row) {
      const RowView& values = m_snapshot.row(track.track, row);
      for (std::size_t i = 0; i < values.size(); ++i) {
        counter(values[i], track.pid);
        m_file.pass();
      }
    }
  }

  void counter(const TraceEvent& event, std::int64_t pid) {
    if (event.kind != EventKind::Counter || !std::isfinite(event.value())) return;
    m_events.counter(m_file.text(), event, pid, m_snapshot.tracks()[event.track].unit);
    ++m_summary.counters;
  }

  const TraceSnapshot& m_snapshot;
  TextFile& m_file;
  TimeRange m_range;
  HostTime m_base;
  ChromeEventText m_events;
  ChromeLanes m_lanes;
  std::int64_t m_spareTid;
  std::map<EventRef, std::int64_t> m_moved;  ///< threads of events that did not nest in their lane
  ExportSummary m_summary;
};

}  // namespace

Result<ExportSummary> writeChromeTrace(const TraceSnapshot& snapshot, const std::string& path) {
  TextFile file(path);
  ExportSummary summary;
  if (!file.failed()) summary = ChromeWriter(snapshot, file).write();
  STRATA_TRY(file.finish());
  return summary;
}

}  // namespace strata
