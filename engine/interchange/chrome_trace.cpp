#include "engine/interchange/chrome_trace.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "engine/interchange/arrow_ends.h"
#include "engine/interchange/chrome_event.h"
#include "engine/interchange/chrome_facts.h"
#include "engine/interchange/chrome_layout.h"
#include "engine/interchange/hello_device.h"
#include "engine/interchange/import_message.h"
#include "engine/interchange/json_number.h"
#include "engine/interchange/text_file.h"
#include "engine/trace/merged_events.h"

namespace strata::inline interchange {

namespace {

/// Some readers take time 0 for "no time", so the first event stands a microsecond later.
constexpr Duration kLead{1000};
/// In ns, the year 2116: with any time of a session added it is a number still.
constexpr std::int64_t kLatestWallClock = std::int64_t{1} << 62;

/// Gives each event of a group a thread on which it nests.
class NestingThreads {
 public:
  NestingThreads(const ChromeTrackGroup& group, std::int64_t& spareTid) : m_group(group), m_spareTid(spareTid) {
    m_threads.push_back({group.tid, {}});
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
    if (!thread.ends.empty() && (m_group.device || thread.ends.back() < end)) return false;
    thread.ends.push_back(end);
    return true;
  }

  const ChromeTrackGroup& m_group;
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
        m_hello(helloOf(snapshot)),
        m_import(importOf(snapshot)),
        m_events(snapshot, m_base),
        m_layout(chromeLayout(snapshot)),
        m_devices(devicesOfAnother()),
        m_arrows(snapshot),
        m_spareTid(kFirstSpareTid * 2) {}

  ExportSummary write() {
    header();
    processes();
    for (std::size_t i = 0; i < m_layout.groups.size(); ++i) group(m_layout.groups[i], static_cast<std::int64_t>(i));
    for (const ChromeCounter& counter : m_layout.counters) counters(counter);
    m_file.text() += "\n]}\n";
    return m_summary;
  }

 private:
  void header() {
    m_file.text() += R"({"schemaVersion": 1, "deviceProperties": )";
    m_file.text() += deviceProperties();
    m_file.text() += ",\n" + distributedInfo() + R"("displayTimeUnit": "ns", "baseTimeNanoseconds": )";
    const std::int64_t wallClock = m_import ? m_import->baseNs : 0;
    const bool stated = wallClock > 0 && wallClock < kLatestWallClock;
    appendNumber(m_file.text(), (stated ? wallClock : 0) + m_base.ns);
    if (stated) {
      m_file.text() += fmt::format(", \"{}\": ", kOwnBaseKey);
      appendNumber(m_file.text(), m_base.ns);
    }
    m_file.text() += R"(,
"traceEvents": [)";
  }

  /// A line. A session of Strata's own is of one process; of another tool's trace it is what that says, which may be
  /// nothing. HTA looks for "rank" with a space behind it.
  std::string distributedInfo() const {
    if (!m_import) return "\"distributedInfo\": {\"backend\": \"none\", \"rank\": 0, \"world_size\": 1},\n";
    std::vector<std::string> said;
    if (!m_import->backend.empty()) said.push_back("\"backend\": " + jsonOf(m_import->backend));
    if (m_import->rank) said.push_back(fmt::format("\"rank\": {}", *m_import->rank));
    if (m_import->worldSize) said.push_back(fmt::format("\"world_size\": {}", *m_import->worldSize));
    return said.empty() ? std::string() : fmt::format("\"distributedInfo\": {{{}}},\n", fmt::join(said, ", "));
  }

  static std::string jsonOf(const nlohmann::ordered_json& value) {
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  /// What the session says of its devices; nothing that it does not.
  std::string deviceProperties() const {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    const auto add = [&](const char* key, std::uint64_t value) {
      if (value != 0) all.back()[key] = value;
    };
    for (const auto& [pid, device] : m_devices) {
      all.push_back({{"id", pid}, {"name", device.name}});
      add("totalGlobalMem", device.memoryBytes);
      add("numSms", device.computeUnits);
    }
    if (m_devices.empty()) {
      all.push_back({{"id", 0}, {"name", m_hello.device.empty() ? "device" : m_hello.device}});
      add("totalGlobalMem", static_cast<std::uint64_t>(m_hello.memoryBytes));
      add("maxThreadsPerBlock", static_cast<std::uint64_t>(m_hello.maxThreadsPerBlock));
      add("warpSize", static_cast<std::uint64_t>(m_hello.waveSize));
      add("sharedMemPerBlock", static_cast<std::uint64_t>(m_hello.sharedBytesPerBlock));
      add("numSms", static_cast<std::uint64_t>(m_hello.computeUnits));
    }
    return jsonOf(all);
  }

  /// What another tool's trace says; nothing for a session of Strata's own.
  static std::optional<ImportFacts> importOf(const TraceSnapshot& snapshot) {
    for (const SessionMessage& message : snapshot.messages())
      if (auto facts = importFactsOf(message)) return facts;
    return std::nullopt;
  }

  /// Of the processes of devices, and behind them those that did nothing: several ranks may each tell of all.
  std::map<std::int64_t, ImportedDevice> devicesOfAnother() const {
    std::map<std::int64_t, ImportedDevice> byPid;
    if (!m_import || !m_hello.device.empty()) return byPid;
    std::vector<ImportedDevice> others = m_import->devices;
    for (const auto& [pid, number] : m_layout.devices) {
      const auto own = std::ranges::find(others, number, &ImportedDevice::number);
      if (own == others.end()) continue;
      byPid[pid] = *own;
      others.erase(own);
    }
    for (const ImportedDevice& device : others) {
      if (std::ranges::any_of(byPid, [&](const auto& known) { return known.second == device; })) continue;
      std::int64_t pid = device.number;
      while (byPid.contains(pid)) ++pid;
      byPid[pid] = device;
    }
    return byPid;
  }

  /// Of the process of a device: with the names of all where the file does not say which it is.
  std::string deviceName(std::int64_t pid) const {
    if (!m_hello.device.empty()) return m_hello.device;
    if (const auto device = m_devices.find(pid); device != m_devices.end()) return device->second.name;
    std::vector<std::string> names;
    for (const auto& [id, device] : m_devices)
      if (std::ranges::find(names, device.name) == names.end()) names.push_back(device.name);
    return names.empty() ? "device" : fmt::format("{}", fmt::join(names, ", "));
  }

  std::string_view hostName(std::int64_t pid) const {
    const auto named = m_layout.processes.find(pid);
    return named == m_layout.processes.end() ? kUnnamedProcess : std::string_view(named->second);
  }

  void processes() {
    std::map<std::int64_t, bool> pids;
    for (const ChromeTrackGroup& group : m_layout.groups) pids[group.pid] |= group.device;
    for (const ChromeCounter& counter : m_layout.counters) pids.try_emplace(counter.pid, false);
    for (const auto& [pid, device] : pids) {
      const std::string label = device ? fmt::format("GPU {}", pid) : "CPU";
      m_events.metadata(m_file.text(), "process_name", {pid, 0}, "name", device ? deviceName(pid) : hostName(pid));
      m_events.metadata(m_file.text(), "process_labels", {pid, 0}, "labels", label);
      m_events.metadata(m_file.text(), "process_sort_index", {pid, 0}, "sort_index", device ? 5'000'000 + pid : 0);
    }
  }

  void group(const ChromeTrackGroup& group, std::int64_t order) {
    m_events.metadata(m_file.text(), "thread_name", {group.pid, group.tid}, "name", group.name);
    m_events.metadata(m_file.text(), "thread_sort_index", {group.pid, group.tid}, "sort_index", order);
    NestingThreads threads(group, m_spareTid);
    for (MergedEvents events(m_snapshot, group.tracks, m_range.end); !events.empty(); events.pop()) {
      const MergedEvents::Head& head = events.front();
      event(head, {group.pid, threads.threadFor(head.event->begin, head.end)});
      m_file.pass();
    }
    for (const std::int64_t tid : threads.added()) {
      m_events.metadata(m_file.text(), "thread_name", {group.pid, tid}, "name", group.name + " (overlapping)");
      m_events.metadata(m_file.text(), "thread_sort_index", {group.pid, tid}, "sort_index", order);
    }
  }

  void event(const MergedEvents::Head& head, ChromePlace place) {
    if (head.event->kind == EventKind::Counter) return counter(*head.event, place.pid);
    if (head.event->kind == EventKind::Instant)
      m_events.instant(m_file.text(), *head.event, place);
    else
      m_events.slice(m_file.text(), *head.event, head.end, place, stepOf(head));
    ++m_summary.slices;
    m_arrows.at(head.ref, *head.event, m_ends);
    for (const ArrowEnd& end : m_ends) {
      const HostTime time = end.leaves ? head.event->begin : m_arrows.arrival(end.id);
      m_events.flow(m_file.text(), end.leaves ? 's' : 'f', end.id, time, place);
      if (end.leaves) ++m_summary.flows;
    }
  }

  /// Each call of a session of Strata's own is a step: its outermost slice, on the model storey.
  std::uint32_t stepOf(const MergedEvents::Head& head) const {
    const TraceEvent& event = *head.event;
    if (event.storey != Storey::Model || event.kind != EventKind::Slice || m_hello.agent.empty()) return 0;
    const std::optional<CallInfo> call = m_snapshot.call(event.call);
    return call && call->top == head.ref ? static_cast<std::uint32_t>(event.call) : 0;
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
  HelloFacts m_hello;
  std::optional<ImportFacts> m_import;
  ChromeEventText m_events;
  ChromeLayout m_layout;
  std::map<std::int64_t, ImportedDevice> m_devices;  ///< of another tool's trace, by process; empty of our own
  ArrowEnds m_arrows;
  std::int64_t m_spareTid;
  std::vector<ArrowEnd> m_ends;  ///< of the present event
  ExportSummary m_summary;
};

}  // namespace

Result<ExportSummary> writeChromeTrace(const TraceSnapshot& snapshot, const std::string& path) {
  TextFile file(path);
  ExportSummary summary;
  if (!file.failed()) summary = ChromeWriter(snapshot, file).write();
  summary.arrowsLeftOut = snapshot.totals().flows - std::min(summary.flows, snapshot.totals().flows);
  STRATA_TRY(file.finish());
  return summary;
}

}  // namespace strata::inline interchange
