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

std::string_view laneKey(std::size_t lane) {
  return lane == kCostLane ? "tracing cost" : storeyInfo(static_cast<Storey>(lane)).key;
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

void WriterTracks::introduceLane(ThreadTracks& tracks, std::size_t lane) {
  if (tracks.uuid == 0) introduceThread(tracks);
  if (tracks.lanes[lane] == 0) tracks.lanes[lane] = newUuid();
  const std::string key(laneKey(lane));
  TrackInfo info;
  info.uuid = tracks.lanes[lane];
  info.kind = lane == kCostLane ? TrackKind::TracingCost : TrackKind::Host;
  info.storey = lane == kCostLane ? Storey::Other : static_cast<Storey>(lane);
  info.name = tracks.name == "main" ? key : key + " · " + tracks.name;
  info.pid = m_pid;
  info.tid = tracks.tid;
  m_packets.message(trackMessage(info, Provenance::Measured, 0));
  m_packets.laneTrack(info.uuid, tracks.uuid, key, laneRank(info.kind, info.storey));
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

std::uint64_t WriterTracks::lane(const ThreadRecords& thread, std::size_t lane) {
  ThreadTracks& tracks = tracksOf(thread);
  if (tracks.lanes[lane] == 0) introduceLane(tracks, lane);
  return tracks.lanes[lane];
}

void WriterTracks::followName(const ThreadRecords& thread) {
  ThreadTracks& tracks = tracksOf(thread);
  const std::uint32_t known = tracks.renamed;
  tracks.name = m_recorder.threadName(thread, tracks.renamed);
  if (tracks.renamed == known || tracks.uuid == 0) return;
  introduceThread(tracks);
  for (std::size_t lane = 0; lane < kLaneCount; ++lane)
    if (tracks.lanes[lane] != 0) introduceLane(tracks, lane);
}

std::uint64_t WriterTracks::cost() {
  if (m_writer.tid == 0) {
    m_writer.tid = gettid();
    m_writer.name = "trace writer";
    introduceLane(m_writer, kCostLane);
  }
  return m_writer.lanes[kCostLane];
}

/// The tracks of the recording thread with this tid, or tracks of their own for one that never recorded.
WriterTracks::ThreadTracks& WriterTracks::tracksOfForeign(std::int64_t tid) {
  for (auto& [serial, tracks] : m_threads)
    if (tracks.tid == tid) return tracks;
  ThreadTracks& tracks = m_foreign[tid];
  tracks.tid = tid;
  if (tracks.name.empty()) tracks.name = tid == m_pid ? "main" : "thread " + std::to_string(tid);
  return tracks;
}

std::uint64_t WriterTracks::threadLane(const QueueRecords& queue) {
  ThreadTracks& tracks = tracksOfForeign(queue.tid);
  const std::size_t lane = queue.kind == TrackKind::TracingCost ? kCostLane : static_cast<std::size_t>(queue.storey);
  if (tracks.lanes[lane] == 0) introduceLane(tracks, lane);
  return tracks.lanes[lane];
}

std::uint64_t WriterTracks::queue(std::uint32_t queueId) {
  std::uint64_t& uuid = grownTo(m_queues, queueId);
  if (uuid != 0) return uuid;
  const QueueRecords& queue = *m_recorder.queues.get(queueId);
  if (queue.onThread()) return uuid = threadLane(queue);
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
    for (std::size_t i = 0; i < kLaneCount; ++i)
      if (thread->drops[i].load(std::memory_order_relaxed) > 0) noteDrops(lane(*thread, i), thread->drops[i]);
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
