#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/provenance.h"
#include "engine/trace/trace_event.h"
#include "engine/trace/trace_store.h"

namespace strata::inline trace {

/// What the stream said of one track.
struct StreamTrack {
  TrackInfo info;
  std::uint32_t index = TraceStore::kNoTrack;  ///< in the store, once something is on it
  std::uint64_t parent = 0;
  NameId name = NameId::None;  ///< of a counter's values
  std::string threadName, processName;
  Provenance provenance = Provenance::Measured;
  bool byStrata = false;  ///< a Track message described it
  bool incremental = false;
  std::int64_t multiplier = 1;
  double sum = 0;  ///< of an incremental counter
};

/// All tracks of a stream by uuid. Those that hold nothing never reach the store.
class StreamTracks {
 public:
  explicit StreamTracks(TraceStore& store) : m_store(store) {}

  /// Takes in a TrackDescriptor. Throws what protozero throws.
  void describe(std::string_view message);
  /// The older ThreadDescriptor as a packet of its own; returns the uuid made for that thread.
  std::uint64_t describeLegacyThread(std::string_view message);
  /// Takes in what a Track message says; returns the track's index in the store.
  std::uint32_t describeByStrata(const TrackInfo& info, Provenance provenance);

  /// The track, made known to the store.
  StreamTrack& use(std::uint64_t uuid);
  /// A made-up counter track beside the track of a thread.
  StreamTrack& useCounterOf(std::uint64_t thread, std::string_view name);
  /// Device work was found on a track of another tool's trace: it is a queue.
  void makeQueue(StreamTrack& track);
  /// A track for a device queue of another tool's trace. Once there are several GPUs, names say whose queue it is.
  std::uint32_t useQueue(std::string_view name, std::uint32_t gpu);
  /// Tells the store of processes that were named after their tracks.
  void nameProcesses();

 private:
  struct GpuQueue {
    TrackInfo info;
    std::string name;  ///< as the trace has it
    std::uint32_t gpu = 0;
  };

  void publish(StreamTrack& track);
  void nameGpuOf(GpuQueue& queue);
  void inherit(StreamTrack& track);
  void noteParent(StreamTrack& track);
  void renameThread(const StreamTrack& thread);
  std::string processOf(const StreamTrack& track) const;

  TraceStore& m_store;
  std::unordered_map<std::uint64_t, StreamTrack> m_tracks;
  /// By the uuid of their parent; also those that have had another since.
  std::unordered_map<std::uint64_t, std::vector<StreamTrack*>> m_children;
  std::unordered_map<std::int64_t, std::string> m_processes;  ///< their names, by pid
  std::array<StreamTrack*, 32> m_recent{};                    ///< the last ones used, by the low bits of their uuid
  std::uint32_t m_streams = 0;                                ///< numbers given to queues that say none
  std::vector<GpuQueue> m_queues;                             ///< those of useQueue()
  std::vector<std::uint32_t> m_gpus;                          ///< whose they are, in order of appearance
};

}  // namespace strata::inline trace
