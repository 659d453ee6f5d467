#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/trace/perfetto_packet_writer.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// Introduces the tracks of a snapshot to a stream of packets, each before its first event. A track has as many
/// subtracks as its slices need to nest; subtrack 0 keeps the track's uuid.
class PerfettoTracks {
 public:
  PerfettoTracks(const TraceSnapshot& snapshot, PerfettoPacketWriter& packets);

  /// The uuid of a subtrack that slices or instants stand on.
  std::uint64_t introduceSlices(std::uint32_t track, std::uint32_t subtrack);
  /// The queue that a subtrack of device work is.
  struct Queue {
    std::uint32_t id = 0;  ///< from 1
    std::string name;
  };
  const Queue& introduceQueue(std::uint32_t track, std::uint32_t subtrack);
  std::uint64_t introduceCounter(std::uint32_t track, Provenance provenance);
  /// Tells Strata of the tracks on which nothing stands.
  void introduceEmpty();

 private:
  struct Known {
    std::vector<std::uint64_t> subtracks;  ///< their uuids; 0 where not introduced
    std::vector<Queue> queues;
    bool counter = false;
  };

  std::uint64_t newUuid();
  std::uint64_t introduceProcess(const TrackInfo& track);
  std::uint64_t introduceThread(const TrackInfo& track);
  std::uint64_t introduceGroup(const TrackInfo& track);

  const TraceSnapshot& m_snapshot;
  PerfettoPacketWriter& m_packets;
  std::map<std::int64_t, std::string> m_agents;  ///< by pid
  std::set<std::uint64_t> m_taken;               ///< uuids
  std::uint32_t m_lastId = 0;
  std::map<std::int64_t, std::uint64_t> m_processes;                         ///< by pid
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> m_threads;  ///< by pid and tid
  std::map<std::pair<std::int64_t, std::string>, std::uint64_t> m_groups;    ///< by pid and name
  std::uint32_t m_queues = 0;
  std::vector<Known> m_known;  ///< by track
};

}  // namespace strata::inline interchange
