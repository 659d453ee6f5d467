#include "app/facts/lanes.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "app/facts/event_statistics.h"
#include "app/facts/process_names.h"
#include "app/words/messages.h"
#include "engine/trace/calibration.h"

namespace strata::inline facts {
namespace {

std::string laneName(const TrackInfo& info) {
  if (info.kind != TrackKind::Host) return info.name;
  return info.thread.empty() ? fillText(Msg::LaneThread, {std::to_string(info.tid)}) : info.thread;
}

}  // namespace

std::vector<Lane> lanesOf(const TraceSnapshot& snapshot) {
  std::map<std::tuple<std::int64_t, std::int64_t, std::string>, std::size_t> threads;
  std::vector<Lane> lanes;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    const TrackInfo& info = snapshot.tracks()[track];
    if (!isCounted(info)) continue;
    const auto [known, isNew] = info.kind == TrackKind::Host
                                    ? threads.try_emplace({info.pid, info.tid, info.thread}, lanes.size())
                                    : std::pair{threads.end(), true};
    if (isNew)
      lanes.push_back({{track}, laneName(info)});
    else
      lanes[known->second].tracks.push_back(track);
  }
  LanesApart apart(snapshot);
  const auto trackOf = [&](const Lane& lane) -> const TrackInfo& { return snapshot.tracks()[lane.tracks.front()]; };
  for (const Lane& lane : lanes) apart.note(lane.name, trackOf(lane));
  for (Lane& lane : lanes) lane.name = apart.told(lane.name, trackOf(lane));
  std::stable_partition(lanes.begin(), lanes.end(),
                        [&](const Lane& lane) { return !isCalibration(snapshot, lane.tracks.front()); });
  return lanes;
}

}  // namespace strata::inline facts
