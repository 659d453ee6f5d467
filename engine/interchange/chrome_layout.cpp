#include "engine/interchange/chrome_layout.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/interchange/device_numbers.h"
#include "engine/interchange/device_streams.h"
#include "engine/trace/device_work.h"

namespace strata::inline interchange {

namespace {

class LayoutMaker {
 public:
  explicit LayoutMaker(const TraceSnapshot& snapshot) : m_snapshot(snapshot), m_devices(devicesOfTracks(snapshot)) {}

  ChromeLayout make() {
    const auto tracks = m_snapshot.tracks();
    const auto withPid = std::find_if(tracks.begin(), tracks.end(), [](const TrackInfo& t) {
      return t.pid != 0 && !isDeviceTrack(t.kind) && !isBesideStream(t);
    });
    m_layout.hostPid = withPid == tracks.end() ? 1 : withPid->pid;
    for (const TrackInfo& track : tracks)
      if (track.kind == TrackKind::Queue)
        m_lastStream = std::max({m_lastStream, std::int64_t{track.stream}, ownStream(track)});
    numberDevices();
    for (const bool device : {false, true})
      for (std::uint32_t i = 0; i < tracks.size(); ++i)
        if (isDeviceTrack(tracks[i].kind) == device) place(tracks[i], i);
    return std::move(m_layout);
  }

 private:
  std::int64_t pidOf(const TrackInfo& track) const {
    return track.pid != 0 || !track.process.empty() || isBesideStream(track) ? track.pid : m_layout.hostPid;
  }

  /// What a device's user named there, and waits.
  static bool isBesideStream(const TrackInfo& track) {
    return track.thread.find(kStreamWord) != track.thread.npos ||
           track.thread.find(kAllStreamsWord) != track.thread.npos;
  }

  void numberDevices() {
    std::set<std::int64_t> taken;
    for (const TrackInfo& track : m_snapshot.tracks())
      if (!isDeviceTrack(track.kind) && track.kind != TrackKind::Counter && !isBesideStream(track))
        taken.insert(pidOf(track));
    for (const auto& [device, number] : deviceNumbers(m_snapshot, m_devices, std::move(taken))) {
      m_devicePids[device] = number.own;
      m_layout.devices[number.own] = number.said;
    }
  }

  bool isDevicePid(std::int64_t pid) const { return m_layout.devices.contains(pid); }

  void place(const TrackInfo& track, std::uint32_t index) {
    if (!track.process.empty()) m_layout.processes.try_emplace(pidOf(track), track.process);
    if (track.kind == TrackKind::Counter) {
      m_layout.counters.push_back({pidOf(track), index});
    } else if (isDeviceTrack(track.kind)) {
      const std::int64_t pid = m_devicePids.at(*m_devices[index]);
      group(pid, streamOf(track, pid), nameOnDevice(track, pid), true).tracks.push_back(index);
    } else {
      const std::int64_t pid = pidOf(track);
      const bool ownThread = track.tid != 0 && !isDevicePid(pid);
      group(pid, ownThread ? track.tid : kFirstSpareTid + index, nameOf(track), false).tracks.push_back(index);
    }
  }

  /// In a session of several devices each stream has a number of its own; the name has that of the device's.
  static std::int64_t ownStream(const TrackInfo& track) {
    return numberBehind(kStreamWord, track.name).value_or(std::int64_t{track.stream});
  }

  /// What is of no stream, copies too, gets a number behind them all.
  std::int64_t streamOf(const TrackInfo& track, std::int64_t pid) {
    if (track.kind != TrackKind::Queue || track.stream == 0) return ++m_lastStream;
    const auto [known, isNew] = m_streams.try_emplace({pid, track.stream}, ownStream(track));
    if (isNew && !m_takenStreams.insert({pid, known->second}).second) known->second = ++m_lastStream;
    return known->second;
  }

  /// "stream 7" of "GPU 1 stream 7": the process says the device.
  static std::string nameOnDevice(const TrackInfo& track, std::int64_t pid) {
    const std::string prefix = "GPU " + std::to_string(pid) + " ";
    return track.name.starts_with(prefix) ? track.name.substr(prefix.size()) : track.name;
  }

  static std::string nameOf(const TrackInfo& track) {
    if (!track.thread.empty()) return track.thread;
    return track.tid != 0 && track.kind != TrackKind::Counter ? "thread " + std::to_string(track.tid) : track.name;
  }

  ChromeTrackGroup& group(std::int64_t pid, std::int64_t tid, const std::string& name, bool device) {
    const auto found = std::find_if(m_layout.groups.begin(), m_layout.groups.end(),
                                    [&](const ChromeTrackGroup& g) { return g.pid == pid && g.tid == tid; });
    if (found != m_layout.groups.end()) return *found;
    m_layout.groups.push_back({pid, tid, name, device, {}});
    return m_layout.groups.back();
  }

  using Stream = std::pair<std::int64_t, std::int64_t>;  ///< of which process

  const TraceSnapshot& m_snapshot;
  const std::vector<std::optional<std::size_t>> m_devices;  ///< by track
  std::map<std::size_t, std::int64_t> m_devicePids;
  std::map<Stream, std::int64_t> m_streams;  ///< by the session's number
  std::set<Stream> m_takenStreams;
  ChromeLayout m_layout;
  std::int64_t m_lastStream = 0;
};

}  // namespace

ChromeLayout chromeLayout(const TraceSnapshot& snapshot) {
  return LayoutMaker(snapshot).make();
}

}  // namespace strata::inline interchange
