#include "engine/interchange/perfetto_tracks.h"

#include <utility>

#include "engine/interchange/hello_device.h"
#include "engine/trace/grown_to.h"
#include "engine/trace/state_messages.h"

namespace strata::inline interchange {

namespace {

/// What a subtrack is called within its thread: "runtime" of the track "runtime · worker".
std::string nameInThread(const TrackInfo& track) {
  const std::string suffix = " · " + track.thread;
  if (track.thread.empty() || !track.name.ends_with(suffix)) return track.name;
  return track.name.substr(0, track.name.size() - suffix.size());
}

std::string subtrackName(const std::string& name, std::uint32_t subtrack) {
  if (subtrack == 0) return name;
  return name + (subtrack == 1 ? " (overlapping)" : " (overlapping " + std::to_string(subtrack) + ")");
}

}  // namespace

PerfettoTracks::PerfettoTracks(const TraceSnapshot& snapshot, PerfettoPacketWriter& packets)
    : m_snapshot(snapshot), m_packets(packets), m_agents(agentsOf(snapshot)), m_known(snapshot.tracks().size()) {
  for (const TrackInfo& track : snapshot.tracks()) m_taken.insert(track.uuid);
}

std::uint64_t PerfettoTracks::newUuid() {
  std::uint64_t uuid = m_packets.withRun(++m_lastId);
  while (!m_taken.insert(uuid).second) uuid = m_packets.withRun(++m_lastId);
  return uuid;
}

std::uint64_t PerfettoTracks::introduceProcess(const TrackInfo& track) {
  if (track.pid == 0 && track.process.empty()) return 0;
  std::uint64_t& uuid = m_processes[track.pid];
  if (uuid != 0) return uuid;
  uuid = newUuid();
  const auto agent = m_agents.find(track.pid);
  m_packets.processTrack(uuid, track.pid, agent == m_agents.end() ? track.process : agent->second);
  return uuid;
}

std::uint64_t PerfettoTracks::introduceThread(const TrackInfo& track) {
  if (track.tid == 0) return track.thread.empty() ? introduceProcess(track) : introduceGroup(track);
  std::uint64_t& uuid = m_threads[{track.pid, track.tid}];
  if (uuid != 0) return uuid;
  const std::uint64_t parent = introduceProcess(track);
  uuid = newUuid();
  m_packets.threadTrack(uuid, parent, track.pid, track.tid, track.thread);
  return uuid;
}

/// What has a name but is no thread, such as asynchronous events: of one process there are several.
std::uint64_t PerfettoTracks::introduceGroup(const TrackInfo& track) {
  std::uint64_t& uuid = m_groups[{track.pid, track.thread}];
  if (uuid != 0) return uuid;
  const std::uint64_t parent = introduceProcess(track);
  uuid = newUuid();
  m_packets.groupTrack(uuid, parent, track.thread);
  return uuid;
}

std::uint64_t PerfettoTracks::introduceSlices(std::uint32_t track, std::uint32_t subtrack) {
  std::uint64_t& uuid = grownTo(m_known[track].subtracks, subtrack);
  if (uuid != 0) return uuid;
  TrackInfo info = m_snapshot.tracks()[track];
  const std::uint64_t parent = introduceThread(info);
  if (subtrack != 0) info.uuid = newUuid();
  uuid = info.uuid;
  const std::string name = subtrackName(nameInThread(info), subtrack);
  info.name = subtrackName(info.name, subtrack);
  m_packets.message(trackMessage(info, Provenance::Measured, 0));
  m_packets.sliceTrack(uuid, parent, name, sliceTrackRank(info.kind, info.storey));
  return uuid;
}

const PerfettoTracks::Queue& PerfettoTracks::introduceQueue(std::uint32_t track, std::uint32_t subtrack) {
  Queue& queue = grownTo(m_known[track].queues, subtrack);
  if (queue.id != 0) return queue;
  const TrackInfo& info = m_snapshot.tracks()[track];
  queue = {++m_queues, subtrackName(info.name, subtrack)};
  m_packets.message(trackMessage(info, Provenance::Measured, PerfettoPacketWriter::queueIid(queue.id)));
  return queue;
}

std::uint64_t PerfettoTracks::introduceCounter(std::uint32_t track, Provenance provenance) {
  const TrackInfo& info = m_snapshot.tracks()[track];
  if (std::exchange(m_known[track].counter, true)) return info.uuid;
  const std::uint64_t parent = introduceProcess(info);
  m_packets.message(trackMessage(info, provenance, 0));
  m_packets.counterTrack(info.uuid, parent, info.name, info.unit);
  return info.uuid;
}

void PerfettoTracks::introduceEmpty() {
  for (std::uint32_t track = 0; track < m_known.size(); ++track)
    if (m_known[track].subtracks.empty() && m_known[track].queues.empty() && !m_known[track].counter)
      m_packets.message(trackMessage(m_snapshot.tracks()[track], Provenance::Measured, 0));
}

}  // namespace strata::inline interchange
