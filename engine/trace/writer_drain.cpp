#include "engine/trace/writer_drain.h"

#include <bit>
#include <utility>

#include "engine/trace/state_messages.h"
#include "engine/trace/trace_args.h"

namespace strata::inline trace {
namespace {

Arg argOf(const Record& record) {
  const auto key = static_cast<NameId>(record.name);
  if (record.detail == 0) return {key, static_cast<std::int64_t>(record.value)};
  if (record.detail == 1) return {key, std::bit_cast<double>(record.value)};
  return {key, static_cast<NameId>(record.value)};
}

}  // namespace

WriterDrain::WriterDrain(TraceRecorder& recorder, PerfettoPacketWriter& packets, WriterTracks& tracks)
    : m_recorder(RecorderConsumer::of(recorder)),
      m_packets(packets),
      m_tracks(tracks),
      m_stoppedKey(recorder.intern(arg::kStopped)) {
  for (std::size_t slot = 0; slot < kSlotCount; ++slot) m_categories[slot] = recorder.intern(slotKey(slot));
}

/// Calls consume(head) for each record with its arguments in m_args; head is null for arguments of what was begun
/// before.
template <class Consume>
bool WriterDrain::drainRing(RecordRing& ring, std::size_t limit, Consume consume) {
  const std::uint64_t last = ring.last();
  std::uint64_t position = ring.first();
  while (position < last) {
    if (m_packets.bytes().size() >= limit) return false;
    const Record first = ring.at(position);
    const bool orphans = first.type == RecordType::Arg;
    if (!orphans) ++position;
    m_args.clear();
    for (; position < last && ring.at(position).type == RecordType::Arg; ++position)
      m_args.push_back(argOf(ring.at(position)));
    consume(orphans ? nullptr : &first);
    ring.popTo(position);
  }
  return true;
}

bool WriterDrain::drain(std::size_t limit) {
  m_threads = m_recorder.threads();
  bool all = true;
  for (const auto& thread : m_threads) {
    const bool ended = thread->ended.load(std::memory_order_acquire);
    ThreadState& state = m_threadStates[thread->serial];
    m_tracks.followName(*thread);
    all &= drainRing(thread->ring, limit, [&](const Record* head) { consumeThread(*thread, state, head); });
    if (ended && thread->ring.first() == thread->ring.last()) {
      m_threadStates.erase(thread->serial);
      m_recorder.retire(*thread);
    }
  }
  for (std::uint32_t n = 1; n <= m_recorder.queues.size(); ++n) {
    QueueRecords& queue = *m_recorder.queues.get(n);
    QueueState& state = m_queueStates[n];
    all &= drainRing(queue.ring, limit, [&](const Record* head) { consumeQueue(state, head); });
  }
  return all;
}

bool WriterDrain::waiting() const {
  return anyRing([](const RecordRing& ring) { return ring.first() != ring.last(); });
}

bool WriterDrain::halfFull() const {
  return anyRing([](const RecordRing& ring) { return ring.halfFull(); });
}

bool WriterDrain::anyRing(bool (*has)(const RecordRing&)) const {
  for (const auto& thread : m_recorder.threads())
    if (has(thread->ring)) return true;
  for (std::uint32_t n = 1; n <= m_recorder.queues.size(); ++n)
    if (const QueueRecords* queue = m_recorder.queues.get(n); queue && has(queue->ring)) return true;
  return false;
}

void WriterDrain::discard() {
  m_threads = m_recorder.threads();
  for (const auto& thread : m_threads) thread->ring.popTo(thread->ring.last());
  for (std::uint32_t n = 1; n <= m_recorder.queues.size(); ++n) {
    RecordRing& ring = m_recorder.queues.get(n)->ring;
    ring.popTo(ring.last());
  }
}

HostEvent WriterDrain::hostEvent(const ThreadRecords& thread, const Record& record) {
  return {m_tracks.threadTrack(thread, record.index),
          timeOf(record),
          m_categories[record.index],
          static_cast<NameId>(record.name),
          static_cast<CallId>(record.call),
          static_cast<CorrelationId>(record.correlation)};
}

WorkPacket WriterDrain::deviceWork(const Record& record) const {
  WorkPacket work;
  work.queueId = record.index;
  work.queueName = m_recorder.queues.get(record.index)->name;
  work.kind = static_cast<EventKind>(record.detail % 16);
  work.name = static_cast<NameId>(record.name);
  work.call = static_cast<CallId>(record.call);
  work.correlation = static_cast<CorrelationId>(record.correlation);
  work.provenance = static_cast<Provenance>(record.detail / 16);
  return work;
}

void WriterDrain::lateArgs(ThreadState& state) {
  if (state.open.empty()) return;
  std::vector<Arg>& late = state.open.back().lateArgs;
  late.insert(late.end(), m_args.begin(), m_args.end());
}

void WriterDrain::begin(const ThreadRecords& thread, ThreadState& state, const Record& record) {
  HostEvent event = hostEvent(thread, record);
  event.list = static_cast<ArgsId>(record.value);
  m_packets.sliceBegin(event, m_args);
  state.open.push_back({event.track, {}});
  ++m_events;
}

void WriterDrain::end(ThreadState& state, const Record& record) {
  if (state.open.empty()) return;
  const OpenSlice slice = std::move(state.open.back());
  state.open.pop_back();
  m_packets.sliceEnd(slice.track, timeOf(record), slice.lateArgs);
}

void WriterDrain::knownSlice(const Record& record, const QueueRecords& track) {
  const std::size_t slot = track.kind == TrackKind::TracingCost ? kCostSlot : static_cast<std::size_t>(track.storey);
  const HostTime begin{static_cast<std::int64_t>(record.time)};
  const HostEvent event{m_tracks.queue(record.index),
                        begin,
                        m_categories[slot],
                        static_cast<NameId>(record.name),
                        static_cast<CallId>(record.call),
                        static_cast<CorrelationId>(record.correlation)};
  m_packets.sliceBegin(event, m_args);
  m_packets.sliceEnd(event.track, begin + Duration{static_cast<std::int64_t>(record.value)}, {});
  ++m_events;
}

void WriterDrain::knownWork(const Record& record) {
  const QueueRecords& queue = *m_recorder.queues.get(record.index);
  if (queue.onThread()) return knownSlice(record, queue);
  m_tracks.queue(record.index);
  WorkPacket work = deviceWork(record);
  work.begin = {static_cast<std::int64_t>(record.time)};
  work.duration = {static_cast<std::int64_t>(record.value)};
  m_packets.work(work, m_args);
  ++m_events;
}

void WriterDrain::consumeThread(const ThreadRecords& thread, ThreadState& state, const Record* head) {
  if (!head) return lateArgs(state);
  if (head->type == RecordType::Begin) {
    begin(thread, state, *head);
  } else if (head->type == RecordType::End) {
    end(state, *head);
  } else if (head->type == RecordType::Instant) {
    m_packets.instant(hostEvent(thread, *head), m_args);
    ++m_events;
  } else if (head->type == RecordType::Counter || head->type == RecordType::CounterAt) {
    const bool known = head->type == RecordType::CounterAt;
    const HostTime time = known ? HostTime{static_cast<std::int64_t>(head->time)} : timeOf(*head);
    m_packets.counter(m_tracks.counter(head->index), time, std::bit_cast<double>(head->value), m_args);
    ++m_events;
  } else {
    knownWork(*head);
  }
}

void WriterDrain::consumeQueue(QueueState& state, const Record* head) {
  if (head && head->type == RecordType::WorkBegin) {
    m_tracks.queue(head->index);
    state.running = deviceWork(*head);
    state.running->begin = timeOf(*head);
    state.running->list = static_cast<ArgsId>(head->value);
    state.args = m_args;
    return;
  }
  if (!state.running) return;
  state.args.insert(state.args.end(), m_args.begin(), m_args.end());
  if (!head) return;
  state.running->duration = timeOf(*head) - state.running->begin;
  if (head->detail == static_cast<std::uint8_t>(WorkEnd::Stopped))
    state.args.push_back({m_stoppedKey, std::int64_t{1}});
  m_packets.work(*state.running, state.args);
  state.running.reset();
  ++m_events;
}

std::optional<SessionMessage> WriterDrain::takeOpenWork() {
  std::vector<std::pair<std::uint32_t, std::int64_t>> running;
  std::vector<OpenWork> list;
  for (const auto& [queueId, state] : m_queueStates) {
    if (!state.running) continue;
    const WorkPacket& work = *state.running;
    const auto wire = [this](auto id) {
      return id == decltype(id){} ? 0 : m_packets.withRun(static_cast<std::uint32_t>(id));
    };
    running.emplace_back(queueId, work.begin.ns);
    list.push_back({m_tracks.queue(queueId), work.kind, m_recorder.nameOf(work.name), work.begin, wire(work.call),
                    wire(work.correlation)});
  }
  if (running == m_announced) return std::nullopt;
  m_announced = std::move(running);
  return openWorkMessage(list);
}

}  // namespace strata::inline trace
