#include "engine/trace/writer_tracks.h"

#include <unistd.h>

#include <fstream>
#include <utility>

#include "engine/trace/grown_to.h"
#include "engine/trace/state_messages.h"

namespace strata::inline trace {
namespace {

std::string processName() {
  std::ifstream file("/proc/self/cmdline");
  std::string path;
  std::getline(file, path, '\0');
  return path.substr(path.find_last_of('/') + 1);
}

}  // namespace

std::string_view slotKey(std::size_t slot) {
  return slot == kCostSlot ? "tracing cost" : storeyInfo(static_cast<Storey>(slot)).key;
}

WriterTracks::WriterTracks(TraceRecorder& recorder, PerfettoPacketWriter& packets)
    : m_recorder(RecorderConsumer::of(recorder)), m_packets(packets), m_pid(getpid()) {}

void WriterTracks::introduceProcess() {
  m_packets.processTrack(m_packets.withRun(1), m_pid, processName());
}

void WriterTracks::introduceThread(ThreadTracks& tracks) {
  if (tracks.uuid == 0) tracks.uuid = newUuid();
  m_packets.threadTrack(tracks.uuid, m_packets.withRun(1), m_pid, tracks.tid, tracks.name);
}

void WriterTracks::introduceSlot(ThreadTracks& tracks, std::size_t slot) {
  if (tracks.uuid == 0) introduceThread(tracks);
  if (tracks.slotUuids[slot] == 0) tracks.slotUuids[slot] = newUuid();
  const std::string key(slotKey(slot));
  TrackInfo info;
  info.uuid = tracks.slotUuids[slot];
  info.kind = slot == kCostSlot ? TrackKind::TracingCost : TrackKind::Host;
  info.storey = slot == kCostSlot ? Storey::Other : static_cast<Storey>(slot);
  info.name = tracks.name == "main" ? key : key + " · " + tracks.name;
  info.pid = m_pid;
  info.tid = tracks.tid;
  m_packets.message(trackMessage(info, Provenance::Measured, 0));
  m_packets.sliceTrack(info.uuid, tracks.uuid, key, sliceTrackRank(info.kind, info.storey));
}

WriterTracks::ThreadTracks& WriterTracks::tracksOf(const ThreadRecords& thread) {
  if (m_lastThread.second && m_lastThread.first == thread.serial) return *m_lastThread.second;
  ThreadTracks& tracks = m_threads[thread.serial];
  m_lastThread = {thread.serial, &tracks};
  if (tracks.tid == 0) {
    tracks.tid = thread.tid;
    tracks.name = m_recorder.threadName(thread, tracks.renamed);
  }
  return tracks;
}

std::uint64_t WriterTracks::threadTrack(const ThreadRecords& thread, std::size_t slot) {
  ThreadTracks& tracks = tracksOf(thread);
  if (tracks.slotUuids[slot] == 0) introduceSlot(tracks, slot);
  return tracks.slotUuids[slot];
}

void WriterTracks::followName(const ThreadRecords& thread) {
  ThreadTracks& tracks = tracksOf(thread);
  const std::uint32_t known = tracks.renamed;
  tracks.name = m_recorder.threadName(thread, tracks.renamed);
  if (tracks.renamed == known || tracks.uuid == 0) return;
  introduceThread(tracks);
  for (std::size_t slot = 0; slot < kSlotCount; ++slot)
    if (tracks.slotUuids[slot] != 0) introduceSlot(tracks, slot);
}

std::uint64_t WriterTracks::cost() {
  if (m_writer.tid == 0) {
    m_writer.tid = gettid();
    m_writer.name = "trace writer";
    introduceSlot(m_writer, kCostSlot);
  }
  return m_writer.slotUuids[kCostSlot];
}

/// The tracks of the recording thread with this tid, or tracks of their own for one that never recorded.
WriterTracks::ThreadTracks& WriterTracks::tracksOfForeign(std::int64_t tid, const std::string& name) {
  for (auto& [serial, tracks] : m_threads)
    if (tracks.tid == tid) return tracks;
  ThreadTracks& tracks = m_foreign[tid];
  tracks.tid = tid;
  if (tracks.name.empty()) tracks.name = name;
  if (tracks.name.empty()) tracks.name = tid == m_pid ? "main" : "thread " + std::to_string(tid);
  return tracks;
}

std::uint64_t WriterTracks::slotTrack(const QueueRecords& queue) {
  ThreadTracks& tracks = tracksOfForeign(queue.tid, queue.name);
  const std::size_t slot = queue.kind == TrackKind::TracingCost ? kCostSlot : static_cast<std::size_t>(queue.storey);
  if (tracks.slotUuids[slot] == 0) introduceSlot(tracks, slot);
  return tracks.slotUuids[slot];
}

std::uint64_t WriterTracks::queue(std::uint32_t queueId) {
  std::uint64_t& uuid = grownTo(m_queues, queueId);
  if (uuid != 0) return uuid;
  const QueueRecords& queue = *m_recorder.queues.get(queueId);
  if (queue.onThread()) return uuid = slotTrack(queue);
  uuid = newUuid();
  TrackInfo info;
  info.uuid = uuid;
  info.kind = queue.kind;
  info.storey = Storey::Hardware;
  info.name = queue.name;
  info.stream = queue.stream;
  m_packets.message(trackMessage(info, Provenance::Measured, PerfettoPacketWriter::queueIid(queueId)));
  return uuid;
}

std::uint64_t WriterTracks::counter(std::uint32_t number) {
  std::uint64_t& uuid = grownTo(m_counters, number);
  if (uuid != 0) return uuid;
  uuid = newUuid();
  const CounterRecords& counter = *m_recorder.counters.get(number);
  TrackInfo info;
  info.uuid = uuid;
  info.kind = TrackKind::Counter;
  info.storey = counter.storey;
  info.name = counter.name;
  info.unit = counter.unit;
  m_packets.message(trackMessage(info, counter.provenance, 0));
  m_packets.counterTrack(uuid, m_packets.withRun(1), counter.name, counter.unit);
  return uuid;
}

void WriterTracks::noteDrops(std::uint64_t uuid, const DropCount& count) {
  const std::uint64_t now = count.load(std::memory_order_relaxed);
  std::uint64_t& known = m_drops[uuid];
  if (known == now) return;
  m_dropped += now - known;
  known = now;
  m_dropsChanged = true;
}

std::optional<SessionMessage> WriterTracks::takeDrops(const std::vector<std::shared_ptr<ThreadRecords>>& threads) {
  for (const auto& thread : threads)
    for (std::size_t i = 0; i < kSlotCount; ++i)
      if (thread->drops[i].load(std::memory_order_relaxed) > 0) noteDrops(threadTrack(*thread, i), thread->drops[i]);
  for (std::uint32_t n = 1; n <= m_recorder.queues.size(); ++n)
    if (const DropCount& drops = m_recorder.queues.get(n)->drops; drops.load(std::memory_order_relaxed) > 0)
      noteDrops(queue(n), drops);
  for (std::uint32_t n = 1; n <= m_recorder.counters.size(); ++n)
    if (const DropCount& drops = m_recorder.counters.get(n)->drops; drops.load(std::memory_order_relaxed) > 0)
      noteDrops(counter(n), drops);
  if (!std::exchange(m_dropsChanged, false)) return std::nullopt;
  return dropsMessage(m_drops);
}

}  // namespace strata::inline trace
