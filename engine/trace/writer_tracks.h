#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/trace/perfetto_packet_writer.h"
#include "engine/trace/recorder_impl.h"

namespace strata::inline trace {

/// The tracks of a stream: gives each its uuid, introduces it before its first event, and reports what it dropped.
/// The writer thread's.
class WriterTracks {
 public:
  WriterTracks(TraceRecorder& recorder, PerfettoPacketWriter& packets);

  /// The uuid of a track that has been introduced.
  std::uint64_t threadTrack(const ThreadRecords& thread, std::size_t slot);
  std::uint64_t queue(std::uint32_t queueId);
  std::uint64_t counter(std::uint32_t number);
  /// The track of the writer's own work.
  std::uint64_t cost();

  void introduceProcess();
  /// Introduces a thread's tracks again if it has been renamed.
  void followName(const ThreadRecords& thread);
  /// Reads the drop counts of all tracks; the message to send if any has changed since the last call.
  std::optional<SessionMessage> takeDrops(const std::vector<std::shared_ptr<ThreadRecords>>& threads);
  /// Records dropped so far, as takeDrops saw them.
  std::uint64_t dropped() const { return m_dropped; }

 private:
  struct ThreadTracks {
    std::uint64_t uuid = 0;
    std::int64_t tid = 0;
    std::string name;
    std::uint32_t renamed = 0;
    std::array<std::uint64_t, kSlotCount> slotUuids{};
  };

  std::uint64_t newUuid() { return m_packets.withRun(++m_lastId); }
  ThreadTracks& tracksOf(const ThreadRecords& thread);
  ThreadTracks& tracksOfForeign(std::int64_t tid, const std::string& name);
  std::uint64_t slotTrack(const QueueRecords& queue);
  void introduceThread(ThreadTracks& tracks);
  void introduceSlot(ThreadTracks& tracks, std::size_t slot);
  void noteDrops(std::uint64_t uuid, const DropCount& count);

  TraceRecorder::Impl& m_recorder;
  PerfettoPacketWriter& m_packets;
  const std::int64_t m_pid;
  std::uint32_t m_lastId = 1;                                 ///< 1 is the process
  std::unordered_map<std::uint32_t, ThreadTracks> m_threads;  ///< by serial
  std::map<std::int64_t, ThreadTracks> m_foreign;             ///< by tid: threads that a profiler tells of
  ThreadTracks m_writer;
  std::pair<std::uint32_t, ThreadTracks*> m_lastThread{};  ///< the one asked for last, by serial
  std::vector<std::uint64_t> m_queues, m_counters;         ///< by id; 0: not introduced
  std::map<std::uint64_t, std::uint64_t> m_drops;          ///< by uuid
  bool m_dropsChanged = false;
  std::uint64_t m_dropped = 0;
};

/// The key of a slot: its storey, or "tracing cost".
std::string_view slotKey(std::size_t slot);

}  // namespace strata::inline trace
