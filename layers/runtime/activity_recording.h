#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/device/memory_kind.h"
#include "engine/trace/trace_recorder.h"

namespace strata::inline runtime {

/// What went wrong and is shown, never hidden: each has a counter track from the first one on.
struct ActivityLosses {
  std::uint64_t dropped = 0;       ///< records the profiler had no room for
  std::uint64_t untimed = 0;       ///< device work whose time stamps the profiler could not collect
  std::uint64_t beforeLaunch = 0;  ///< device work that seems to start before the call that launched it
  std::uint64_t unknown = 0;       ///< records of a kind this build does not read
};

/// When something was, on the profiler's clock (ns); 0 where the profiler could not tell.
struct ActivityTimes {
  std::uint64_t start = 0, end = 0;
};

/// Device work as a profiler tells it.
struct ActivityWork {
  QueueId queue = QueueId::None;
  EventKind kind = EventKind::Kernel;
  std::string name;
  CallId call = CallId::None;
  CorrelationId correlation = CorrelationId::None;
  ActivityTimes times;
  std::uint64_t launchStart = 0;  ///< of the API call it came from; 0 where that was not seen
};

/// What every vendor's profiler tells, on its way into the recorder: API calls on the storeys of their threads, work on
/// queues, the profiler's own cost, memory in use by kind, and what was lost. One thread.
class ActivityRecording {
 public:
  /// `profiler` names the counters of what it lost; `toHostTime` maps its clock to the host's.
  ActivityRecording(TraceRecorder& recorder, std::string profiler, std::function<HostTime(std::uint64_t)> toHostTime);

  /// An argument of what is recorded next, whatever it is.
  void arg(std::string_view key, std::int64_t value);
  void arg(std::string_view key, std::string_view value);
  /// A call somebody else timed on `thread`; `arrow` is None where it launches nothing.
  void call(Storey storey, std::uint64_t thread, std::string_view name, CallId call, CorrelationId arrow,
            ActivityTimes times);
  /// Work without times is counted, not recorded.
  void work(const ActivityWork& work);
  void cost(std::string_view name, ActivityTimes times);
  /// Memory of a kind in use changes by `delta` bytes, the piece at `address`.
  void memory(MemoryKind kind, std::int64_t delta, std::uint64_t address, std::uint64_t time);
  QueueId queue(const std::string& name, TrackKind kind, std::uint32_t stream);

  ActivityLosses& losses() { return m_losses; }
  const ActivityLosses& losses() const { return m_losses; }
  /// Writes the counters of losses that grew.
  void showLosses();

 private:
  static constexpr std::size_t kLossKinds = 4;

  /// The slice or work on `track` with the arguments that were given for it.
  void record(QueueId track, EventKind kind, std::string_view name, CallId call, CorrelationId correlation,
              ActivityTimes times);

  TraceRecorder& m_recorder;
  std::string m_profiler;
  std::function<HostTime(std::uint64_t)> m_toHostTime;
  ActivityLosses m_losses, m_shown;
  std::array<CounterId, kLossKinds> m_lossCounters{};
  std::map<std::pair<Storey, std::uint64_t>, QueueId> m_threads;
  std::map<std::string, QueueId> m_queues;
  QueueId m_cost = QueueId::None;
  struct InUse {
    CounterId counter = CounterId::None;
    std::int64_t bytes = 0;
  };
  std::map<MemoryKind, InUse> m_inUse;
  std::vector<Arg> m_args;  ///< of what is recorded next
};

}  // namespace strata::inline runtime
