#include "engine/interchange/chrome_layout.h"

#include <algorithm>

namespace strata::inline interchange {

namespace {

class LayoutMaker {
 public:
  explicit LayoutMaker(const TraceSnapshot& snapshot) : m_snapshot(snapshot) {}

  ChromeLayout make() {
    const auto tracks = m_snapshot.tracks();
    const auto withPid =
        std::find_if(tracks.begin(), tracks.end(), [](const TrackInfo& t) { return t.pid != 0 && !isDevice(t); });
    m_layout.hostPid = withPid == tracks.end() ? 1 : withPid->pid;
    for (const TrackInfo& track : tracks) m_lastStream = std::max<std::int64_t>(m_lastStream, track.stream);
    for (const bool device : {false, true})
      for (std::uint32_t i = 0; i < tracks.size(); ++i)
        if (isDevice(tracks[i]) == device) place(tracks[i], i);
    return std::move(m_layout);
  }

 private:
  static bool isDevice(const TrackInfo& track) {
    return track.kind == TrackKind::Queue || track.kind == TrackKind::Copy;
  }

  void place(const TrackInfo& track, std::uint32_t index) {
    const std::int64_t pid = track.pid != 0 ? track.pid : m_layout.hostPid;
    if (track.kind == TrackKind::Counter)
      m_layout.counters.push_back({pid, index});
    else if (isDevice(track))
      group(kDevicePid, streamOf(track), track.name, true).tracks.push_back(index);
    else
      group(pid, track.tid != 0 ? track.tid : kFirstSpareTid + index, nameOf(track), false).tracks.push_back(index);
  }

  /// What is of no stream, copies too, gets a number behind them all.
  std::int64_t streamOf(const TrackInfo& track) {
    return track.kind == TrackKind::Queue && track.stream != 0 ? std::int64_t{track.stream} : ++m_lastStream;
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

  const TraceSnapshot& m_snapshot;
  ChromeLayout m_layout;
  std::int64_t m_lastStream = 0;
};

}  // namespace

ChromeLayout chromeLayout(const TraceSnapshot& snapshot) {
  return LayoutMaker(snapshot).make();
}

}  // namespace strata::inline interchange
