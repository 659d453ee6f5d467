#include "app/facts/lane_choices.h"

#include <fmt/format.h>

#include "engine/base/storey.h"

namespace strata::inline facts {

std::string laneKey(const TrackInfo& track) {
  return fmt::format("{} {} {} {} {} {}", trackKindKey(track.kind), storeyInfo(track.storey).key, track.name,
                     track.stream, track.pid, track.tid);
}

}  // namespace strata::inline facts
