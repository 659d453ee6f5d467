#include "engine/interchange/chrome_layout.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/trace/device_work.h"

namespace strata::inline interchange {

namespace {

/// "7" of "stream 7"; no number that spare threads have.
std::optional<std::int64_t> numberBehind(std::string_view word, std::string_view text) {
  const std::size_t at = text.find(word);
  if (at == text.npos) return std::nullopt;
  std::int64_t number = 0;
  const char* first = text.data() + at + word.size();
  const bool read = std::from_chars(first, text.data() + text.size(), number).ec == std::errc{};
  return read && number >= 0 && number < kFirstSpareTid ? std::optional(number) : std::nullopt;
}

class LayoutMaker {
 public:
  explicit LayoutMaker(const TraceSnapshot& snapshot) : m_snapshot(snapshot), m_devices(devicesOfTracks(snapshot)) {}

  ChromeLayout make() {
    const auto tracks = m_snapshot.tracks();
    const auto withPid = std::find_if(tracks.begin(), tracks.end(),
                                      [](const TrackInfo& t) { return t.pid != 0 && !isDeviceTrack(t.kind); });
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
    return track.pid != 0 || !track.process.empty() ? track.pid : m_layout.hostPid;
  }

  void numberDevices() {
    std::set<std::int64_t> taken;
    for (const TrackInfo& track : m_snapshot.tracks()) {
      const bool besideStream =
          track.thread.find(kStreamWord) != track.thread.npos;  // what a device's user named there
      if (!isDeviceTrack(track.kind) && track.kind != TrackKind::Counter && !besideStream) taken.insert(pidOf(track));
    }
    for (std::uint32_t i = 0; i < m_devices.size(); ++i) {
      if (!m_devices[i]) continue;
      const auto [pid, isNew] = m_devicePids.try_emplace(*m_devices[i], 0);
      if (!isNew) continue;
      pid->second = saidDevice(i).value_or(static_cast<std::int64_t>(*m_devices[i]));
      while (!taken.insert(pid->second).second) ++pid->second;
    }
  }

  /// By the name of its stream, else by what the first event there says.
  std::optional<std::int64_t> saidDevice(std::uint32_t index) const {
    if (const auto said = numberBehind("GPU ", deviceInName(m_snapshot.tracks()[index].name))) return said;
    if (m_snapshot.rowCount(index) == 0 || m_snapshot.row(index, 0).size() == 0) return std::nullopt;
    const auto said = m_snapshot.number(m_snapshot.row(index, 0)[0], arg::kDevice);
    const bool isIndex = said && *said >= 0 && *said < static_cast<double>(kFirstSpareTid);
    return isIndex ? std::optional(static_cast<std::int64_t>(*said)) : std::nullopt;
  }

  bool isDevicePid(std::int64_t pid) const {
    return std::ranges::any_of(m_devicePids, [&](const auto& device) { return device.second == pid; });
  }

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
