#include "engine/trace/trace_recorder.h"

#include <algorithm>
#include <bit>

#include "engine/trace/recorder_impl.h"

namespace strata::inline trace {
namespace {

constexpr std::size_t slotFor(Storey storey, EventKind kind) {
  return kind == EventKind::TracingCost ? kCostSlot : static_cast<std::size_t>(storey);
}

std::uint8_t detailOf(EventKind kind, Provenance provenance) {
  return static_cast<std::uint8_t>(static_cast<unsigned>(kind) | static_cast<unsigned>(provenance) << 4);
}

void drop(DropCount& drops) {
  drops.fetch_add(1, std::memory_order_relaxed);
}

/// Remembers that the slice at this depth is not there, so that its end and arguments vanish with it.
void dropSlice(ThreadRecords& t, std::size_t slot) {
  drop(t.drops[slot]);
  t.targetDrops = nullptr;
  if (t.skipped > 0 || t.droppedCount == t.droppedDepths.size())
    ++t.skipped;
  else
    t.droppedDepths[t.droppedCount++] = t.depth;
}

/// True if the slice that ends now was dropped.
bool endDropped(ThreadRecords& t) {
  if (t.skipped > 0) {
    --t.skipped;
    return true;
  }
  if (t.droppedCount == 0 || t.droppedDepths[t.droppedCount - 1] != t.depth) return false;
  --t.droppedCount;
  return true;
}

Record recordOf(const Arg& arg) {
  const std::uint64_t bits = std::visit(
      [](auto value) {
        if constexpr (std::is_same_v<decltype(value), NameId>)
          return static_cast<std::uint64_t>(value);
        else
          return std::bit_cast<std::uint64_t>(value);
      },
      arg.value);
  return {.value = bits,
          .name = static_cast<std::uint32_t>(arg.key),
          .type = RecordType::Arg,
          .detail = static_cast<std::uint8_t>(arg.value.index())};
}

void recordArg(ThreadRecords* t, const Arg& arg) {
  if (!t || !t->targetDrops) return;
  if (!t->target || !t->target->hasRoom()) return drop(*t->targetDrops);
  t->target->push(recordOf(arg));
}

/// A record that is complete, with all its arguments there is room for.
void recordOne(ThreadRecords& t, DropCount& drops, const Record& record, std::span<const Arg> args) {
  t.target = nullptr;
  t.targetDrops = &drops;
  if (!t.ring.hasRoom()) return drop(drops);
  t.ring.append(record);
  for (const Arg& arg : args) {
    if (t.ring.hasRoom())
      t.ring.append(recordOf(arg));
    else
      drop(drops);
  }
  t.ring.publish();
}

/// The same, of somebody who watches: it moves also where nothing else does.
void recordWatching(ThreadRecords& t, DropCount& drops, const Record& record, std::span<const Arg> args) {
  const std::uint64_t before = t.ring.last();
  recordOne(t, drops, record, args);
  t.noSigns.fetch_add(t.ring.last() - before, std::memory_order_relaxed);
}

void recordCounter(TraceRecorder::Impl& recorder, CounterId id, double value, std::uint64_t time, RecordType type,
                   std::span<const Arg> args) {
  ThreadRecords* t = recorder.thread();
  CounterRecords* records = recorder.counters.get(static_cast<std::uint32_t>(id));
  if (!t || !records) return;
  recordWatching(*t, records->drops,
                 {.time = time,
                  .value = std::bit_cast<std::uint64_t>(value),
                  .index = static_cast<std::uint16_t>(id),
                  .type = type},
                 args);
}

}  // namespace

TraceRecorder::TraceRecorder(RecorderOptions options) : m_impl(std::make_unique<Impl>(options, m_clock)) {}
TraceRecorder::~TraceRecorder() = default;

NameId TraceRecorder::intern(std::string_view text) {
  const Lock lock(m_impl->mutex);
  if (const auto found = m_impl->ids.find(text); found != m_impl->ids.end()) return found->second;
  const auto id = static_cast<NameId>(m_impl->names.size());
  m_impl->names.emplace_back(text);
  m_impl->ids.emplace(m_impl->names.back(), id);
  return id;
}

std::string TraceRecorder::name(NameId id) const {
  return std::string(m_impl->nameOf(id));
}

ArgsId TraceRecorder::internArgs(std::span<const Arg> args) {
  if (args.empty()) return ArgsId::None;
  std::string bytes;
  for (const Arg& arg : args) {
    const Record record = recordOf(arg);
    bytes.append(reinterpret_cast<const char*>(&record), sizeof(record));
  }
  const Lock lock(m_impl->mutex);
  const auto [found, isNew] = m_impl->argListIds.try_emplace(std::move(bytes));
  if (isNew) {
    m_impl->argLists.emplace_back(args.begin(), args.end());
    found->second = static_cast<ArgsId>(m_impl->argLists.size());
  }
  return found->second;
}

CallId TraceRecorder::newCall() {
  return static_cast<CallId>(m_impl->calls.fetch_add(1) + 1);
}

CorrelationId TraceRecorder::newCorrelation() {
  return static_cast<CorrelationId>(m_impl->correlations.fetch_add(1) + 1);
}

void TraceRecorder::nameThread(std::string_view name) {
  ThreadRecords* t = m_impl->thread();
  if (!t) return;
  const Lock lock(m_impl->mutex);
  t->name = name;
  ++t->renamed;
}

void TraceRecorder::begin(Storey storey, NameId name, CallId call, CorrelationId correlation, EventKind kind,
                          ArgsId args) {
  ThreadRecords* t = m_impl->thread();
  if (!t) return m_impl->beat();
  const std::size_t slot = slotFor(storey, kind);
  ++t->depth;
  if (t->skipped > 0 || !t->ring.reserve()) return dropSlice(*t, slot);
  t->openSlots[t->depth % t->openSlots.size()] = static_cast<std::uint16_t>(slot);
  t->target = &t->ring;
  t->targetDrops = &t->drops[slot];
  t->ring.push({.time = hostTicks().ticks,
                .value = static_cast<std::uint64_t>(args),
                .name = static_cast<std::uint32_t>(name),
                .call = static_cast<std::uint32_t>(call),
                .correlation = static_cast<std::uint32_t>(correlation),
                .index = static_cast<std::uint16_t>(slot),
                .type = RecordType::Begin,
                .detail = detailOf(kind, Provenance::Measured)});
}

void TraceRecorder::end() {
  ThreadRecords* t = m_impl->thread();
  if (!t || t->depth == 0) return;
  const std::uint64_t now = hostTicks().ticks;
  const bool dropped = endDropped(*t);
  const std::size_t slot = t->openSlots[t->depth-- % t->openSlots.size()];
  t->target = nullptr;
  t->targetDrops = dropped ? nullptr : &t->drops[slot];
  if (dropped) return;
  t->ring.redeem();
  t->ring.push({.time = now, .index = static_cast<std::uint16_t>(slot), .type = RecordType::End});
}

void TraceRecorder::arg(NameId key, std::int64_t value) {
  arg({key, value});
}

void TraceRecorder::arg(NameId key, double value) {
  arg({key, value});
}

void TraceRecorder::arg(NameId key, NameId value) {
  arg({key, value});
}

void TraceRecorder::arg(const Arg& arg) {
  recordArg(m_impl->thread(), arg);
}

void TraceRecorder::instant(Storey storey, NameId name, CallId call, std::span<const Arg> args) {
  ThreadRecords* t = m_impl->thread();
  if (!t) return;
  const std::size_t slot = slotFor(storey, EventKind::Instant);
  recordOne(*t, t->drops[slot],
            {.time = hostTicks().ticks,
             .name = static_cast<std::uint32_t>(name),
             .call = static_cast<std::uint32_t>(call),
             .index = static_cast<std::uint16_t>(slot),
             .type = RecordType::Instant},
            args);
}

CounterId TraceRecorder::addCounter(std::string_view name, std::string_view unit, Storey storey,
                                    Provenance provenance) {
  auto made = std::make_unique<CounterRecords>();
  made->name = name;
  made->unit = unit;
  made->storey = storey;
  made->provenance = provenance;
  const Lock lock(m_impl->mutex);
  const std::uint32_t known = m_impl->counters.find([&](const CounterRecords& one) { return one.isSame(*made); });
  return static_cast<CounterId>(known != 0 ? known : m_impl->counters.add(std::move(made)));
}

void TraceRecorder::counter(CounterId id, double value, std::span<const Arg> args) {
  recordCounter(*m_impl, id, value, hostTicks().ticks, RecordType::Counter, args);
}

void TraceRecorder::counter(CounterId id, double value, HostTime time, std::span<const Arg> args) {
  recordCounter(*m_impl, id, value, static_cast<std::uint64_t>(time.ns), RecordType::CounterAt, args);
}

void TraceRecorder::countBy(CounterId id, double difference) {
  CounterRecords* records = m_impl->counters.get(static_cast<std::uint32_t>(id));
  if (!records) return;
  records->total += difference;
  counter(id, records->total);
}

QueueId TraceRecorder::Impl::addQueue(std::unique_ptr<QueueRecords> queue) {
  const Lock lock(mutex);
  const std::uint32_t known = queues.find([&](const QueueRecords& one) { return one.isSameThread(*queue); });
  if (known != 0) return static_cast<QueueId>(known);
  if (queues.size() < kMostQueues - 1) return static_cast<QueueId>(queues.add(std::move(queue)));
  if (queues.size() < kMostQueues) {
    auto further = std::make_unique<QueueRecords>("further queues", TrackKind::Queue, 0, 1);
    further->onlyCounts = true;
    queues.add(std::move(further));
  }
  return static_cast<QueueId>(kMostQueues);
}

QueueId TraceRecorder::addQueue(std::string_view name, TrackKind kind, std::uint32_t stream) {
  return m_impl->addQueue(std::make_unique<QueueRecords>(name, kind, stream, m_impl->options.recordsPerThread));
}

QueueId TraceRecorder::addThreadTrack(TrackKind kind, Storey storey, std::int64_t tid, std::string_view name) {
  // Nothing begins on such a track, so its own ring is never used.
  auto made = std::make_unique<QueueRecords>(name, kind, 0, 1);
  made->storey = storey;
  made->tid = tid;
  return m_impl->addQueue(std::move(made));
}

void TraceRecorder::workBegin(QueueId queue, EventKind kind, NameId name, CallId call, CorrelationId correlation,
                              ArgsId args) {
  ThreadRecords* t = m_impl->thread();
  QueueRecords* q = m_impl->queues.get(static_cast<std::uint32_t>(queue));
  if (!t || !q || q->state != QueueRecords::State::Idle) return;
  if (q->onlyCounts) return dropWork(queue);
  const bool room = q->ring.reserve();
  q->state = room ? QueueRecords::State::Running : QueueRecords::State::Dropped;
  t->target = &q->ring;
  t->targetDrops = room ? &q->drops : nullptr;
  if (!room) return drop(q->drops);
  q->ring.push({.time = hostTicks().ticks,
                .value = static_cast<std::uint64_t>(args),
                .name = static_cast<std::uint32_t>(name),
                .call = static_cast<std::uint32_t>(call),
                .correlation = static_cast<std::uint32_t>(correlation),
                .index = static_cast<std::uint16_t>(queue),
                .type = RecordType::WorkBegin,
                .detail = detailOf(kind, Provenance::Measured)});
}

void TraceRecorder::workEnd(QueueId queue, WorkEnd how) {
  const std::uint64_t now = hostTicks().ticks;
  ThreadRecords* t = m_impl->thread();
  QueueRecords* q = m_impl->queues.get(static_cast<std::uint32_t>(queue));
  if (!t || !q || q->state == QueueRecords::State::Idle) return;
  const bool dropped = q->state == QueueRecords::State::Dropped;
  q->state = QueueRecords::State::Idle;
  t->target = nullptr;
  t->targetDrops = dropped ? nullptr : &q->drops;
  if (dropped) return;
  q->ring.redeem();
  q->ring.push({.time = now,
                .index = static_cast<std::uint16_t>(queue),
                .type = RecordType::WorkEnd,
                .detail = static_cast<std::uint8_t>(how)});
}

void TraceRecorder::work(QueueId queue, EventKind kind, NameId name, CallId call, CorrelationId correlation,
                         HostTime begin, Duration duration, std::span<const Arg> args, Provenance provenance) {
  ThreadRecords* t = m_impl->thread();
  QueueRecords* q = m_impl->queues.get(static_cast<std::uint32_t>(queue));
  if (!t || !q) return;
  if (q->onlyCounts) return dropWork(queue);
  const auto record = kind == EventKind::TracingCost ? recordWatching : recordOne;
  record(*t, q->drops,
         {.time = static_cast<std::uint64_t>(begin.ns),
          .value = static_cast<std::uint64_t>(duration.ns),
          .name = static_cast<std::uint32_t>(name),
          .call = static_cast<std::uint32_t>(call),
          .correlation = static_cast<std::uint32_t>(correlation),
          .index = static_cast<std::uint16_t>(queue),
          .type = RecordType::Work,
          .detail = detailOf(kind, provenance)},
         args);
}

void TraceRecorder::dropWork(QueueId queue) {
  if (ThreadRecords* t = m_impl->thread()) t->targetDrops = nullptr;
  if (QueueRecords* q = m_impl->queues.get(static_cast<std::uint32_t>(queue))) drop(q->drops);
}

std::int64_t TraceRecorder::clockErrorNs() const {
  return std::max(m_clock.errorNs(), m_deviceClockErrorNs.load(std::memory_order_relaxed));
}

}  // namespace strata::inline trace
