#include "app/facts/process_names.h"

#include <fmt/format.h>

#include "app/words/messages.h"
#include "engine/trace/device_work.h"

namespace strata::inline facts {
namespace {

/// Of another tool's trace, and no stream's.
bool isForeignHost(const TrackInfo& track) {
  return track.device.empty() && !isDeviceTrack(track.kind);
}

/// Where the name of a thread speaks of a stream or of all of them, as that of a device's waits and annotations does,
/// whose `pid` is the device; npos: it is a thread's.
std::size_t streamIn(const TrackInfo& track) {
  if (track.kind != TrackKind::Host) return std::string::npos;
  const std::size_t all = track.thread.find(kAllStreamsWord), one = track.thread.find(kStreamWord);
  if (all != track.thread.npos) return all;
  const std::size_t number = one == track.thread.npos ? track.thread.size() : one + kStreamWord.size();
  const bool isNumber = number < track.thread.size() && track.thread[number] >= '0' && track.thread[number] <= '9';
  return isNumber ? one : track.thread.npos;
}

bool isThread(const TrackInfo& track) {
  const bool isTold = track.tid != 0 || !track.thread.empty();
  return isForeignHost(track) && track.kind != TrackKind::Counter && isTold && streamIn(track) == std::string::npos;
}

std::string threadName(const TrackInfo& track) {
  return track.thread.empty() ? fillText(Msg::LaneThread, {std::to_string(track.tid)}) : track.thread;
}

}  // namespace

ProcessNames::ProcessNames(const TraceSnapshot& snapshot) {
  for (const TrackInfo& track : snapshot.tracks()) {
    if (!isForeignHost(track) || streamIn(track) != std::string::npos) continue;
    if (!track.process.empty()) {
      m_names[track.pid] = track.process;
      m_pids[track.process].insert(track.pid);
    }
    if (!isThread(track)) continue;
    m_processes.insert(track.pid);
    m_threads.emplace(track.pid, track.tid);
  }
}

std::string ProcessNames::nameOf(const TrackInfo& track) const {
  const auto known = m_names.find(track.pid);
  return !track.process.empty() || known == m_names.end() ? track.process : known->second;
}

std::string ProcessNames::ownerOf(const TrackInfo& track) const {
  if (!isForeignHost(track)) return {};
  if (const std::size_t stream = streamIn(track); stream != std::string::npos)
    return stream == 0 ? fmt::format("GPU {}", track.pid) : std::string();  // else its name says it
  const std::string name = nameOf(track);
  if (name.empty()) return track.pid == 0 ? std::string() : fillText(Msg::LaneProcess, {std::to_string(track.pid)});
  const auto alike = m_pids.find(name);
  return alike == m_pids.end() || alike->second.size() < 2 ? name : fmt::format("{} {}", name, track.pid);
}

std::string ProcessNames::processOf(const TrackInfo& track) const {
  if (m_processes.size() < 2 || !isThread(track)) return {};
  const std::string name = nameOf(track);
  return name.empty() ? std::to_string(track.pid) : fmt::format("{} ({})", name, track.pid);
}

std::string ProcessNames::threadOf(const TrackInfo& track) const {
  if (m_threads.size() < 2 || !isThread(track)) return {};
  const std::string name = threadName(track), id = std::to_string(track.tid);
  return name.ends_with(" " + id) ? name : fmt::format("{} ({})", name, id);
}

std::string ProcessNames::streamOf(const TrackInfo& track) const {
  if (!isForeignHost(track) || streamIn(track) == std::string::npos) return {};
  const std::string device = ownerOf(track);
  return device.empty() ? track.thread : fmt::format("{} · {}", device, track.thread);
}

std::string ProcessNames::placeOf(const TrackInfo& track) const {
  if (std::string stream = streamOf(track); !stream.empty()) return stream;
  if (m_threads.size() < 2 || !isThread(track)) return {};
  const std::string process = m_processes.size() < 2 ? std::string() : ownerOf(track);
  const std::string thread = threadName(track);
  return process.empty() || process == thread ? thread : fmt::format("{} · {}", thread, process);
}

std::string LanesApart::told(const std::string& lane, const TrackInfo& track) const {
  const auto& alike = m_alike.at(lane);
  const std::string owner = alike.size() < 2 ? std::string() : m_processes.ownerOf(track);
  std::string name = owner.empty() ? lane : fmt::format("{} · {}", lane, owner);
  const bool ofOneProcess = alike.at(track.pid).size() > 1;
  return ofOneProcess && isThread(track) ? fillText(Msg::TrackOfThread, {name, std::to_string(track.tid)}) : name;
}

}  // namespace strata::inline facts
