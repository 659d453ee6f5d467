#include "engine/interchange/perfetto_trace.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "engine/interchange/arrow_ends.h"
#include "engine/interchange/device_numbers.h"
#include "engine/interchange/perfetto_tracks.h"
#include "engine/interchange/snapshot_names.h"
#include "engine/interchange/text_file.h"
#include "engine/interchange/track_steps.h"
#include "engine/trace/device_work.h"
#include "engine/trace/state_messages.h"

namespace strata::inline interchange {

namespace {

std::uint32_t runOf(const TraceSnapshot& snapshot) {
  for (const TrackInfo& track : snapshot.tracks())
    if (track.uuid >> 32 != 0) return static_cast<std::uint32_t>(track.uuid >> 32);
  return 1;
}

class PerfettoTraceWriter {
 public:
  PerfettoTraceWriter(const TraceSnapshot& snapshot, TextFile& file, PerfettoWork work)
      : m_snapshot(snapshot),
        m_file(file),
        m_typed(work == PerfettoWork::Typed),
        m_names(snapshot),
        m_packets(m_names, file.text(), runOf(snapshot)),
        m_tracks(snapshot, m_packets),
        m_arrows(snapshot),
        m_devices(devicesOfTracks(snapshot)),
        m_deviceNumbers(deviceNumbers(snapshot, m_devices)),
        m_costCategory(m_names.intern("tracing cost")),
        m_kernelCategory(m_names.intern("kernel")),
        m_copyCategory(m_names.intern("copy")),
        m_waitCategory(m_names.intern("wait")),
        m_countingCategory(m_names.intern(kCountingCategory)),
        m_provenanceKey(m_names.intern("provenance")),
        m_onlyCountsKey(m_names.intern(arg::kOnlyCounts)) {
    for (const StoreyInfo& info : storeys())
      m_categories[static_cast<std::size_t>(info.storey)] = m_names.intern(info.key);
  }

  ExportSummary write() {
    const auto messages = m_snapshot.messages();
    const std::size_t last =
        !messages.empty() && messages.back().kind == MessageKind::End ? messages.size() - 1 : messages.size();
    const std::size_t first = last > 0 && messages[0].kind == MessageKind::Hello ? 1 : 0;
    if (first == 1) m_packets.message(messages[0]);
    if (const auto context = first == 1 ? gpuContextOf(messages[0].json) : std::nullopt) m_packets.workOf(*context);
    head();
    for (std::size_t i = first; i < last; ++i) message(messages[i]);
    events();
    state();
    if (last < messages.size()) message(messages[last]);
    return m_summary;
  }

 private:
  void head() {
    const auto bounds = m_snapshot.bounds();
    std::vector<ClockReading> clocks{
        {perfetto::clock_snapshot::kMonotonic, bounds ? static_cast<std::uint64_t>(bounds->begin.ns) : 0}};
    if (const auto recorded = m_snapshot.recordedAt())
      clocks.push_back({perfetto::clock_snapshot::kRealtime, static_cast<std::uint64_t>(*recorded)});
    m_packets.head(clocks);
  }

  void message(const SessionMessage& message) {
    m_packets.message(message);
    m_file.pass();
  }

  struct Next {
    HostTime time;
    std::uint32_t track = 0;
    /// Turns the standard heap, which has the greatest in front, round.
    friend bool operator<(const Next& a, const Next& b) {
      return a.time != b.time ? a.time > b.time : a.track > b.track;
    }
  };

  /// All tracks' steps, in order of time.
  void events() {
    std::vector<TrackSteps> steps;
    std::vector<Next> next;
    for (std::uint32_t track = 0; track < m_snapshot.tracks().size(); ++track) {
      steps.emplace_back(m_snapshot, track, isDeviceTrack(m_snapshot.tracks()[track].kind));
      if (steps.back().nextTime() != kNever) next.push_back({steps.back().nextTime(), track});
    }
    std::make_heap(next.begin(), next.end());
    while (!next.empty()) {
      std::pop_heap(next.begin(), next.end());
      Next& present = next.back();
      const Next limit = next.size() > 1 ? next.front() : Next{kNever, 0};
      do {
        step(present.track, steps[present.track].take());
        present.time = steps[present.track].nextTime();
      } while (present.time != kNever && !(present < limit));
      m_file.pass();
      if (present.time == kNever)
        next.pop_back();
      else
        std::push_heap(next.begin(), next.end());
    }
  }

  void step(std::uint32_t track, const TrackSteps::Step& step) {
    if (step.ends) {
      if (!m_typed || !isOnDevice(step.event->kind))
        m_packets.sliceEnd(m_tracks.introduceSlices(track, step.subtrack), step.time, {});
      return;
    }
    const TraceEvent& event = *step.event;
    if (event.kind == EventKind::Counter) {
      m_packets.counter(m_tracks.introduceCounter(track, event.provenance), event.begin, event.value(),
                        m_snapshot.args(event));
      ++m_summary.counters;
      return;
    }
    ++m_summary.slices;
    m_arrows.at(step.ref, event, m_ends);
    if (m_typed && isOnDevice(event.kind))
      work(track, step);
    else
      slice(track, step);
  }

  void work(std::uint32_t track, const TrackSteps::Step& step) {
    const TraceEvent& event = *step.event;
    WorkPacket work;
    work.gpu = static_cast<std::uint32_t>(m_deviceNumbers.at(*m_devices[track]).own);
    const PerfettoTracks::Queue& queue = m_tracks.introduceQueue(track, step.subtrack);
    work.queueId = queue.id;
    work.queueName = queue.name;
    work.kind = event.kind;
    work.begin = event.begin;
    work.duration = event.duration();
    work.name = event.name;
    work.call = event.call;
    work.correlation = event.correlation;
    work.provenance = event.provenance;
    m_packets.work(work, argsOf(event, false));
  }

  /// Its own, and what an argument must say here.
  std::span<const Arg> argsOf(const TraceEvent& event, bool withProvenance) {
    const auto own = m_snapshot.args(event);
    m_args.assign(own.begin(), own.end());
    if (onlyCounts(m_snapshot, event) && !m_snapshot.number(event, arg::kOnlyCounts))
      m_args.push_back({m_onlyCountsKey, std::int64_t{1}});
    if (withProvenance && event.provenance != Provenance::Measured)
      m_args.push_back({m_provenanceKey, m_names.intern(provenanceKey(event.provenance))});
    return m_args;
  }

  void slice(std::uint32_t track, const TrackSteps::Step& step) {
    const TraceEvent& event = *step.event;
    HostEvent out{m_tracks.introduceSlices(track, step.subtrack), event.begin, categoryOf(event), event.name,
                  event.call};
    arrows(event, out);
    const auto args = argsOf(event, true);
    if (event.kind == EventKind::Instant)
      m_packets.instant(out, args);
    else
      m_packets.sliceBegin(out, args);
  }

  NameId categoryOf(const TraceEvent& event) const {
    switch (event.kind) {
      case EventKind::Kernel: return onlyCounts(m_snapshot, event) ? m_countingCategory : m_kernelCategory;
      case EventKind::Copy: return m_copyCategory;
      case EventKind::Wait: return m_waitCategory;
      case EventKind::TracingCost: return m_costCategory;
      default: return m_categories[static_cast<std::size_t>(event.storey)];
    }
  }

  /// Arrows to typed device work are told by its id, all others as Perfetto's own flows.
  void arrows(const TraceEvent& event, HostEvent& out) {
    m_launches.clear();
    m_flowsOut.clear();
    m_flowsIn.clear();
    for (const ArrowEnd& end : m_ends) {
      const TraceEvent& target = m_snapshot.event(*m_snapshot.workOf(end.id));
      if (m_typed && isWork(target.kind)) {
        if (target.correlation != end.id) continue;
        m_launches.push_back(end.id);
        ++m_summary.flows;
      } else if (m_snapshot.event(*m_snapshot.launchOf(end.id)).begin <= target.begin) {
        (end.leaves ? m_flowsOut : m_flowsIn).push_back(end.id);
        if (end.leaves) ++m_summary.flows;
      }
    }
    const bool unmet = m_ends.empty() && (event.flags & kEndsFlow) == 0 && !isWork(event.kind);
    if (unmet && event.correlation != CorrelationId::None) m_launches.push_back(event.correlation);
    out.flows = m_flowsOut;
    out.ends = m_flowsIn;
    if (m_launches.empty()) return;
    out.correlation = m_launches.front();
    out.moreLaunches = std::span(m_launches).subspan(1);
  }

  /// What a stream tells of itself: records dropped, device work that runs.
  void state() {
    m_tracks.introduceEmpty();
    std::map<std::uint64_t, std::uint64_t> drops;
    for (const TrackInfo& track : m_snapshot.tracks())
      if (track.dropped > 0) drops[track.uuid] = track.dropped;
    if (!drops.empty()) m_packets.message(dropsMessage(drops));
    std::vector<OpenWork> running;
    for (const TraceSnapshot::OpenEvent& open : m_snapshot.openEvents()) {
      const TraceEvent& event = open.event;
      if (!isOnDevice(event.kind)) continue;
      m_tracks.introduceQueue(event.track, 0);
      const auto wire = [this](auto id) {
        return id == decltype(id){} ? 0 : m_packets.withRun(static_cast<std::uint32_t>(id));
      };
      running.push_back({m_snapshot.tracks()[event.track].uuid, event.kind, m_snapshot.name(event.name), event.begin,
                         wire(event.call), wire(event.correlation)});
    }
    if (!running.empty()) m_packets.message(openWorkMessage(running));
  }

  const TraceSnapshot& m_snapshot;
  TextFile& m_file;
  const bool m_typed;
  SnapshotNames m_names;
  PerfettoPacketWriter m_packets;
  PerfettoTracks m_tracks;
  ArrowEnds m_arrows;
  const std::vector<std::optional<std::size_t>> m_devices;  ///< by track
  const std::map<std::size_t, DeviceNumber> m_deviceNumbers;
  const NameId m_costCategory, m_kernelCategory, m_copyCategory, m_waitCategory, m_countingCategory, m_provenanceKey,
      m_onlyCountsKey;
  std::array<NameId, kStoreyCount + 1> m_categories{};
  std::vector<ArrowEnd> m_ends;
  std::vector<CorrelationId> m_launches, m_flowsOut, m_flowsIn;
  std::vector<Arg> m_args;
  ExportSummary m_summary;
};

}  // namespace

Result<ExportSummary> writePerfettoTrace(const TraceSnapshot& snapshot, const std::string& path, PerfettoWork work,
                                         std::string_view ending) {
  TextFile file(path);
  ExportSummary summary;
  if (!file.failed()) summary = PerfettoTraceWriter(snapshot, file, work).write();
  summary.arrowsLeftOut = snapshot.totals().flows - std::min(summary.flows, snapshot.totals().flows);
  file.text().append(ending);
  STRATA_TRY(file.finish());
  return summary;
}

}  // namespace strata::inline interchange
