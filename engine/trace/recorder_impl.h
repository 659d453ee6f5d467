#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/trace/record_ring.h"
#include "engine/trace/trace_recorder.h"

namespace strata::inline trace {

/// A thread's tracks: the storeys by number, then Strata's own work.
inline constexpr std::size_t kCostSlot = kStoreyCount + 1;
inline constexpr std::size_t kSlotCount = kCostSlot + 1;

using DropCount = std::atomic<std::uint64_t>;

/// What one thread records. All but `ended`, `drops` and the ring's consumer side belongs to that thread.
struct ThreadRecords {
  explicit ThreadRecords(std::size_t capacity) : ring(capacity) {}

  RecordRing ring;
  RecordRing* target = nullptr;      ///< where arg() goes; null: what it would describe is complete
  DropCount* targetDrops = nullptr;  ///< null: what arg() would describe was dropped, or there is nothing yet
  std::uint32_t depth = 0;           ///< slices begun and not ended
  std::uint32_t droppedCount = 0;
  std::uint32_t skipped = 0;  ///< slices begun within a dropped one when droppedDepths was full
  std::array<std::uint32_t, 32> droppedDepths{};
  std::array<std::uint16_t, 256> openSlots{};  ///< of the open slices, the outermost first

  std::array<DropCount, kSlotCount> drops{};
  std::atomic<std::uint64_t> noSigns{0};  ///< records in the ring so far that are no sign of life
  std::atomic<bool> ended{false};
  std::uint32_t serial = 0;
  std::int64_t tid = 0;
  // Under the recorder's mutex; clang cannot check that, since it is another object's.
  std::string name;
  std::uint32_t renamed = 0;
};

struct QueueRecords {
  enum class State { Idle, Running, Dropped };

  QueueRecords(std::string_view queueName, TrackKind queueKind, std::uint32_t queueStream, std::size_t capacity)
      : name(queueName), kind(queueKind), stream(queueStream), ring(capacity) {}

  const std::string name;
  const TrackKind kind;
  const std::uint32_t stream;  ///< as TrackInfo has it
  Storey storey = Storey::Hardware;
  std::int64_t tid = 0;  ///< of a thread track
  RecordRing ring;       ///< of workBegin and workEnd

  bool onThread() const { return kind == TrackKind::Host || kind == TrackKind::TracingCost; }
  bool isSameThread(const QueueRecords& other) const {
    return onThread() && kind == other.kind && storey == other.storey && tid == other.tid && name == other.name;
  }
  bool onlyCounts = false;  ///< stands for those beyond the greatest number of queues: all its records are dropped
  State state = State::Idle;
  DropCount drops{0};
};

struct CounterRecords {
  std::string name, unit;
  Storey storey;
  Provenance provenance;
  DropCount drops{0};
  double total = 0;  ///< what countBy has come to

  bool isSame(const CounterRecords& other) const {
    return name == other.name && unit == other.unit && storey == other.storey && provenance == other.provenance;
  }
};

/// A list that grows under a lock and is read without one. Any thread.
template <class T, std::size_t kLimit>
class Registry {
 public:
  ~Registry() {
    for (std::size_t i = 0; i < m_size; ++i) delete m_items[i].load();
  }
  /// The new item's number, from 1; 0 if the list is full.
  std::uint32_t add(std::unique_ptr<T> item) {
    const Lock lock(m_growing);
    const std::size_t size = m_size.load(std::memory_order_relaxed);
    if (size == kLimit) return 0;
    m_items[size].store(item.release(), std::memory_order_release);
    m_size.store(size + 1, std::memory_order_release);
    return static_cast<std::uint32_t>(size + 1);
  }
  T* get(std::uint32_t number) const {
    return number == 0 || number > kLimit ? nullptr : m_items[number - 1].load(std::memory_order_acquire);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(m_size.load(std::memory_order_acquire)); }
  /// The number of the first that is so; 0: none is.
  template <class Wanted>
  std::uint32_t find(const Wanted& wanted) const {
    const std::uint32_t last = size();
    for (std::uint32_t number = 1; number <= last; ++number)
      if (wanted(*get(number))) return number;
    return 0;
  }

 private:
  Mutex m_growing;  ///< one adds at a time
  std::array<std::atomic<T*>, kLimit> m_items{};
  std::atomic<std::size_t> m_size{0};
};

/// The recorder this thread used last; plain data, so that reading it costs no more than a load.
struct RecorderCache {
  std::uint64_t recorder = 0;
  ThreadRecords* records = nullptr;
};
inline thread_local constinit RecorderCache t_recorderCache;

/// Any thread. Names, arguments and the list of threads are under the mutex; what a thread records is under none.
struct TraceRecorder::Impl {
  Impl(RecorderOptions recorderOptions, HostClockSync& hostClock);

  /// The calling thread's records, made on first use; nullptr once the thread's own storage is gone.
  ThreadRecords* thread() {
    if (t_recorderCache.recorder == id) [[likely]]
      return t_recorderCache.records;
    return registerThread();
  }
  ThreadRecords* registerThread();
  QueueId addQueue(std::unique_ptr<QueueRecords> queue);

  // The consumer's side; any thread.
  /// Lives as long as the recorder.
  std::string_view nameOf(NameId name);
  std::span<const Arg> argsOf(ArgsId list);
  std::vector<std::shared_ptr<ThreadRecords>> threads();
  std::string threadName(const ThreadRecords& thread, std::uint32_t& renamed);
  /// Forgets a thread that has ended and is drained.
  void retire(const ThreadRecords& thread);

  const RecorderOptions options;
  HostClockSync& clock;
  const std::uint64_t id;  ///< never used again by another recorder of this process
  std::atomic<std::uint32_t> calls{0}, correlations{0};
  std::atomic<std::uint64_t> beats{0};  ///< slices that were not recorded: still a sign of life

  /// Two threads may count one beat; only that it moves matters.
  void beat() { beats.store(beats.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  static constexpr std::uint32_t kMostQueues = 1024;
  Registry<QueueRecords, kMostQueues> queues;
  Registry<CounterRecords, 4096> counters;

  Mutex mutex;
  std::deque<std::string> names STRATA_GUARDED_BY(mutex);  ///< by NameId
  std::unordered_map<std::string_view, NameId> ids STRATA_GUARDED_BY(mutex);
  std::deque<std::vector<Arg>> argLists STRATA_GUARDED_BY(mutex);               ///< by ArgsId, from 1
  std::unordered_map<std::string, ArgsId> argListIds STRATA_GUARDED_BY(mutex);  ///< by their records' bytes
  std::vector<std::shared_ptr<ThreadRecords>> allThreads STRATA_GUARDED_BY(mutex);
  std::uint32_t threadSerial STRATA_GUARDED_BY(mutex) = 0;
};

/// The way of those who take records out: TraceWriter and its parts.
struct RecorderConsumer {
  static TraceRecorder::Impl& of(TraceRecorder& recorder) { return *recorder.m_impl; }
};

}  // namespace strata::inline trace
