#include "layers/runtime/activity_recording.h"

#include "engine/trace/trace_args.h"
#include "layers/runtime/runtime_observer.h"

namespace strata::inline runtime {
namespace {

// A profiler does not say on which thread its own work ran; the track it is shown on belongs to none.
constexpr std::int64_t kNoThread = 0;

struct LossName {
  std::uint64_t ActivityLosses::*count;
  const char* name;
  bool ofProfiler;  ///< the profiler's name comes before
};
constexpr std::array<LossName, 4> kLossNames{{{&ActivityLosses::dropped, " records dropped", true},
                                              {&ActivityLosses::untimed, "device work without times", false},
                                              {&ActivityLosses::beforeLaunch, "device work before its launch", false},
                                              {&ActivityLosses::unknown, " records not read", true}}};

}  // namespace

ActivityRecording::ActivityRecording(TraceRecorder& recorder, std::string profiler,
                                     std::function<HostTime(std::uint64_t)> toHostTime)
    : m_recorder(recorder), m_profiler(std::move(profiler)), m_toHostTime(std::move(toHostTime)) {}

void ActivityRecording::call(Storey storey, std::uint64_t thread, std::string_view name, CallId call,
                             CorrelationId arrow, ActivityTimes times) {
  QueueId& track = m_threads[{storey, thread}];
  if (track == QueueId::None)
    track = m_recorder.addThreadTrack(TrackKind::Host, storey, static_cast<std::int64_t>(thread));
  record(track, EventKind::Slice, name, call, arrow, times);
}

void ActivityRecording::work(const ActivityWork& work) {
  if (work.times.start == 0 || work.times.end == 0) {
    ++m_losses.untimed;
    return m_args.clear();
  }
  if (work.launchStart != 0 && work.times.start < work.launchStart) ++m_losses.beforeLaunch;
  record(work.queue, work.kind, work.name, work.call, work.correlation, work.times);
}

void ActivityRecording::cost(std::string_view name, ActivityTimes times) {
  if (m_cost == QueueId::None) m_cost = m_recorder.addThreadTrack(TrackKind::TracingCost, Storey::Other, kNoThread);
  record(m_cost, EventKind::TracingCost, name, CallId::None, CorrelationId::None, times);
}

void ActivityRecording::record(QueueId track, EventKind kind, std::string_view name, CallId call,
                               CorrelationId correlation, ActivityTimes times) {
  const HostTime begin = m_toHostTime(times.start);
  m_recorder.work(track, kind, m_recorder.intern(name), call, correlation, begin, m_toHostTime(times.end) - begin,
                  m_args);
  m_args.clear();
}

void ActivityRecording::memory(MemoryKind kind, std::int64_t delta, std::uint64_t address, std::uint64_t time) {
  InUse& inUse = m_inUse[kind];
  if (inUse.counter == CounterId::None)
    inUse.counter = m_recorder.addCounter(memoryCounterName(kind), "bytes", Storey::Runtime);
  inUse.bytes += delta;
  arg(strata::arg::kAddress, static_cast<std::int64_t>(address));
  m_recorder.counter(inUse.counter, static_cast<double>(inUse.bytes), m_toHostTime(time), m_args);
  m_args.clear();
}

void ActivityRecording::arg(std::string_view key, std::int64_t value) {
  m_args.push_back({m_recorder.intern(key), value});
}

void ActivityRecording::arg(std::string_view key, std::string_view value) {
  m_args.push_back({m_recorder.intern(key), m_recorder.intern(value)});
}

QueueId ActivityRecording::queue(const std::string& name, TrackKind kind, std::uint32_t stream) {
  QueueId& id = m_queues[name];
  if (id == QueueId::None) id = m_recorder.addQueue(name, kind, stream);
  return id;
}

void ActivityRecording::showLosses() {
  for (std::size_t i = 0; i < kLossNames.size(); ++i) {
    const auto count = kLossNames[i].count;
    if (m_losses.*count == m_shown.*count) continue;
    if (m_lossCounters[i] == CounterId::None)
      m_lossCounters[i] = m_recorder.addCounter((kLossNames[i].ofProfiler ? m_profiler : "") + kLossNames[i].name,
                                                "count", Storey::Driver, Provenance::Counted);
    m_recorder.counter(m_lossCounters[i], static_cast<double>(m_losses.*count));
  }
  m_shown = m_losses;
}

}  // namespace strata::inline runtime
