#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/trace/perfetto_packet_writer.h"
#include "engine/trace/recorder_impl.h"
#include "engine/trace/writer_tracks.h"

namespace strata::inline trace {

/// Empties a recorder's rings into packets. The writer thread's.
class WriterDrain {
 public:
  WriterDrain(TraceRecorder& recorder, PerfettoPacketWriter& packets, WriterTracks& tracks);

  /// Encodes what has been recorded until the packets reach `limit` bytes; true if nothing was left for want of room.
  bool drain(std::size_t limit);
  /// Something has been recorded that was not drained.
  bool waiting() const;
  /// One of the recorder's buffers is.
  bool halfFull() const;
  /// Throws away what has been recorded.
  void discard();

  /// Device work begun and not ended, if the list has changed since the last call.
  std::optional<SessionMessage> takeOpenWork();
  /// Slices, instants, counter values and device work encoded so far.
  std::uint64_t events() const { return m_events; }

  const std::vector<std::shared_ptr<ThreadRecords>>& threads() const { return m_threads; }

 private:
  struct OpenSlice {
    std::uint64_t track = 0;
    std::vector<Arg> lateArgs;  ///< came after the begin was written
  };
  struct ThreadState {
    std::vector<OpenSlice> open;
  };
  struct QueueState {
    std::optional<WorkPacket> running;
    std::vector<Arg> args;
  };

  bool anyRing(bool (*has)(const RecordRing&)) const;
  template <class Consume>
  bool drainRing(RecordRing& ring, std::size_t limit, Consume consume);
  void consumeThread(const ThreadRecords& thread, ThreadState& state, const Record* head);
  void consumeQueue(QueueState& state, const Record* head);
  void lateArgs(ThreadState& state);
  void begin(const ThreadRecords& thread, ThreadState& state, const Record& record);
  void end(ThreadState& state, const Record& record);
  void knownSlice(const Record& record, const QueueRecords& track);
  void knownWork(const Record& record);
  HostEvent hostEvent(const ThreadRecords& thread, const Record& record);
  WorkPacket deviceWork(const Record& record) const;
  HostTime timeOf(const Record& record) const { return m_recorder.clock.toHostTime({record.time}); }

  TraceRecorder::Impl& m_recorder;
  PerfettoPacketWriter& m_packets;
  WriterTracks& m_tracks;
  const NameId m_stoppedKey;
  std::array<NameId, kSlotCount> m_categories{};
  std::vector<std::shared_ptr<ThreadRecords>> m_threads;
  std::unordered_map<std::uint32_t, ThreadState> m_threadStates;    ///< by serial
  std::map<std::uint32_t, QueueState> m_queueStates;                ///< by queue id
  std::vector<std::pair<std::uint32_t, std::int64_t>> m_announced;  ///< queue and begin of the open work last told
  std::vector<Arg> m_args;                                          ///< of the record being consumed
  std::uint64_t m_events = 0;
};

}  // namespace strata::inline trace
