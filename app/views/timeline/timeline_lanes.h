#pragma once

#include <array>
#include <optional>

#include "app/views/timeline/timeline_layout.h"
#include "app/words/messages.h"

namespace strata::inline views {

/// What a hand does to a lane of the timeline.
enum class LaneAct : std::uint8_t { Fold, Pin, Up, Down, Hide };
inline constexpr std::array kLaneActs{LaneAct::Fold, LaneAct::Pin, LaneAct::Up, LaneAct::Down, LaneAct::Hide};

/// What is chosen once that is done to the lane of a track: folded or pinned, or no longer; one place up or down.
LaneChoices laneActed(const ViewState& state, std::uint32_t track, LaneAct act);

/// What that does to a lane as it is now, in words.
Msg laneWords(LaneAct act, const TrackGroup& group);
/// What is chosen once lanes without an event in sight are hidden, too; pinned ones and those that lost records stay.
LaneChoices quietLanesHidden(const ViewState& state);
/// That hides one.
bool anyQuietLane(const ViewState& state);
/// What is chosen once the lane of a track is not hidden.
LaneChoices laneShown(const ViewState& state, std::uint32_t track);

/// Takes out what is hidden, folds, and puts in order.
void applyLaneChoices(std::vector<TrackGroup>& groups, const TraceSnapshot& snapshot, const LaneChoices& choices);
/// How many lanes of this session are hidden.
std::size_t hiddenLanes(const TraceSnapshot& snapshot, const LaneChoices& choices);

/// Where the button stands on a lane under the pointer; nothing where the lane is too low or narrow for hands.
std::optional<Rect> laneButton(const TimelineLayout& layout, const TrackGroup& group, LaneAct act);
void drawLaneButtons(Canvas& canvas, const TimelineLayout& layout, const TrackGroup& group, const ViewState& state);
/// What a click at a point of a lane's name does; nothing: there is no button.
std::optional<Hit> hitLaneButtons(const TimelineLayout& layout, const TrackGroup& group, const ViewState& state,
                                  Point at);

}  // namespace strata::inline views
