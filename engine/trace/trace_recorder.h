#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/ids.h"
#include "engine/base/storey.h"
#include "engine/base/time.h"
#include "engine/trace/clock_sync.h"
#include "engine/trace/trace_args.h"
#include "engine/trace/trace_event.h"

namespace strata::inline trace {

/// A device queue or copy direction that records land on. Made by TraceRecorder::addQueue; 0 is none.
enum class QueueId : std::uint32_t { None = 0 };
/// A counter track. Made by TraceRecorder::addCounter; 0 is none.
enum class CounterId : std::uint32_t { None = 0 };

/// How a piece of device work ended: Stopped was given up before it was done.
enum class WorkEnd : std::uint8_t { Done, Stopped };

struct RecorderOptions {
  std::size_t recordsPerThread = std::size_t{1} << 16;  ///< rounded up to a power of two
  bool enabled = true;                                  ///< false: nothing is recorded, and next to nothing is spent
};

/// Collects what happens on all threads of an agent. Every thread has a buffer of its own: begin, end, arg, instant,
/// counter and the work functions take no lock and allocate nothing once the thread has recorded before. A full buffer
/// drops the newest records and counts them per track; room for the end of each begun slice is always kept, so what is
/// recorded always nests. One consumer (TraceWriter) drains.
class TraceRecorder {
 public:
  explicit TraceRecorder(RecorderOptions options = {});
  ~TraceRecorder();
  TraceRecorder(const TraceRecorder&) = delete;
  TraceRecorder& operator=(const TraceRecorder&) = delete;

  /// The id of a name; the same text gives the same id. Takes a lock: keep ids of names used often.
  NameId intern(std::string_view text);
  std::string name(NameId id) const;

  /// The id of a list of arguments, for events that have the same ones again and again: it goes with their begin, at no
  /// cost of its own. The same list gives the same id. Takes a lock: keep ids.
  ArgsId internArgs(std::span<const Arg> args);

  CallId newCall();
  CorrelationId newCorrelation();

  /// Names the calling thread's tracks ("main", "stream 1"). Without it a thread is called by its number.
  void nameThread(std::string_view name);

  // Host slices of the calling thread; they nest across storeys.
  void begin(Storey storey, NameId name, CallId call = CallId::None, CorrelationId correlation = CorrelationId::None,
             EventKind kind = EventKind::Slice, ArgsId args = ArgsId::None);
  void end();
  /// Adds an argument to what this thread began last; once anything has ended or been recorded since, it is dropped and
  /// counted.
  void arg(NameId key, std::int64_t value);
  void arg(NameId key, double value);
  void arg(NameId key, NameId value);
  void arg(const Arg& arg);
  void instant(Storey storey, NameId name, CallId call = CallId::None, std::span<const Arg> args = {});

  /// The same name, unit, storey and provenance give the same counter, so that one run goes on where another ended.
  /// Takes a lock.
  CounterId addCounter(std::string_view name, std::string_view unit, Storey storey,
                       Provenance provenance = Provenance::Measured);
  void counter(CounterId id, double value, std::span<const Arg> args = {});
  /// The same for a value that was read at a known time (in a profiler's buffer).
  void counter(CounterId id, double value, HostTime time, std::span<const Arg> args = {});
  /// Counts by so much further than it was; for those of whom each knows only its own share. One thread.
  void countBy(CounterId id, double difference);

  // Device work and the waits between. `kind` is Kernel, Copy or Wait. workBegin/workEnd must be called by one thread
  // per queue at a time.
  /// A queue of its own; beyond a thousand one for all, "further queues", which only counts what it drops. `stream` is
  /// TrackInfo's: 0 for copies, and for what is of no stream.
  QueueId addQueue(std::string_view name, TrackKind kind, std::uint32_t stream);
  void workBegin(QueueId queue, EventKind kind, NameId name, CallId call, CorrelationId correlation,
                 ArgsId args = ArgsId::None);
  void workEnd(QueueId queue, WorkEnd how = WorkEnd::Done);
  /// A track of host slices that somebody else timed: a storey on the thread `tid`, or Strata's own cost. Takes work()
  /// only, of kind Slice or TracingCost; the slices of one track nest. `name` is the thread's, where it never records
  /// here; empty: its number. The same of all four gives the same track.
  QueueId addThreadTrack(TrackKind kind, Storey storey, std::int64_t tid, std::string_view name = {});
  /// Work whose times are known (from a profiler's buffers).
  void work(QueueId queue, EventKind kind, NameId name, CallId call, CorrelationId correlation, HostTime begin,
            Duration duration, std::span<const Arg> args = {}, Provenance provenance = Provenance::Measured);

  /// Counts work that no queue took as a record that this one dropped. Any thread.
  void dropWork(QueueId queue);

  const HostClockSync& clock() const { return m_clock; }
  /// A device's clock is mapped to the host's within `ns`, as whoever maps it found just now. Any thread.
  void noteDeviceClockError(std::int64_t ns) { m_deviceClockErrorNs.store(ns, std::memory_order_relaxed); }
  /// How far apart times of one trace can be, device times included.
  std::int64_t clockErrorNs() const;

  /// Differs from what it was if any thread recorded or dropped anything since, whoever drains, but for counters and
  /// what tracing costs: those move also where all else hangs. Any thread; takes a lock.
  std::uint64_t activity() const;

  struct Impl;

 private:
  friend struct RecorderConsumer;
  HostClockSync m_clock;
  std::atomic<std::int64_t> m_deviceClockErrorNs{0};
  std::unique_ptr<Impl> m_impl;
};

/// Begins a host slice and ends it when it goes out of scope.
class TraceScope {
 public:
  TraceScope(TraceRecorder& recorder, Storey storey, NameId name, CallId call = CallId::None,
             CorrelationId correlation = CorrelationId::None, ArgsId args = ArgsId::None)
      : m_recorder(recorder) {
    m_recorder.begin(storey, name, call, correlation, EventKind::Slice, args);
  }
  ~TraceScope() { m_recorder.end(); }
  TraceScope(const TraceScope&) = delete;
  TraceScope& operator=(const TraceScope&) = delete;

 private:
  TraceRecorder& m_recorder;
};

}  // namespace strata::inline trace
