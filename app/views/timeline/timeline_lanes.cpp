#include "app/views/timeline/timeline_lanes.h"

#include <algorithm>

#include "app/canvas/paint.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kButton = 15, kLeastForName = 60;

std::string keyOf(const TraceSnapshot& snapshot, const TrackGroup& group) {
  return laneKey(snapshot.tracks()[group.tracks.front()]);
}

/// Whether an event of the lane lies in the range; a counter has a value at any time.
bool hasEventsIn(const TraceSnapshot& snapshot, const TrackGroup& group, TimeRange range) {
  if (group.kind == TrackKind::Counter) return true;
  for (const std::uint32_t track : group.tracks)
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      const std::size_t first = row.firstNot([&](const TraceEvent& event) { return event.end() <= range.begin; });
      if (first < row.size() && row[first].begin < range.end) return true;
    }
  return std::ranges::any_of(snapshot.openEvents(), [&](const TraceSnapshot::OpenEvent& open) {
    return group.holds(open.event.track) && open.event.begin < range.end && open.event.seenEnd(range.end) > range.begin;
  });
}

void turn(std::set<std::string>& keys, const std::string& key) {
  if (keys.erase(key) == 0) keys.insert(key);
}

/// All lanes in sight as they stand, this one a place further among those that are pinned as it is; what was before
/// where it stands at their end.
std::vector<std::string> movedOrder(const std::vector<TrackGroup>& groups, const TraceSnapshot& snapshot,
                                    const std::vector<std::string>& before, const std::string& key, int by) {
  std::vector<std::string> order;
  std::size_t place = 0;
  for (const TrackGroup& group : groups) {
    if (keyOf(snapshot, group) == key) place = order.size();
    order.push_back(keyOf(snapshot, group));
  }
  const std::size_t beside = place + static_cast<std::size_t>(by);
  if (beside >= order.size() || groups[beside].pinned != groups[place].pinned) return before;
  std::swap(order[place], order[beside]);
  return order;
}

/// Drawn, for not every font has such signs.
void drawSign(Canvas& canvas, Rect box, LaneAct act, const TrackGroup& group, Color color) {
  const float x = box.x + box.w / 2, y = box.y + box.h / 2;
  const auto line = [&](std::initializer_list<Point> points) {
    canvas.polyline(std::vector<Point>(points), color, 1.5f);
  };
  const auto chevron = [&](float up) { line({{x - 3, y + up}, {x, y - up}, {x + 3, y + up}}); };
  switch (act) {
    case LaneAct::Fold:
      if (group.folded)
        line({{x - 1.5f, y - 3}, {x + 1.5f, y}, {x - 1.5f, y + 3}});
      else
        line({{x - 3, y - 1.5f}, {x, y + 1.5f}, {x + 3, y - 1.5f}});
      break;
    case LaneAct::Pin:
      canvas.fill({x - 3, y - 4, 6, 4}, color, 1);
      line({{x, y}, {x, y + 4}});
      break;
    case LaneAct::Up: chevron(1.5f), line({{x, y - 2}, {x, y + 4}}); break;
    case LaneAct::Down: chevron(-1.5f), line({{x, y + 2}, {x, y - 4}}); break;
    case LaneAct::Hide: line({{x - 3, y - 3}, {x + 3, y + 3}}), line({{x + 3, y - 3}, {x - 3, y + 3}}); break;
  }
}

}  // namespace

Msg laneWords(LaneAct act, const TrackGroup& group) {
  switch (act) {
    case LaneAct::Fold: return group.folded ? Msg::LaneUnfold : Msg::LaneFold;
    case LaneAct::Pin: return group.pinned ? Msg::LaneUnpin : Msg::LanePin;
    case LaneAct::Up: return Msg::LaneUp;
    case LaneAct::Down: return Msg::LaneDown;
    case LaneAct::Hide: return Msg::LaneHide;
  }
  return Msg::LaneHide;
}

LaneChoices laneActed(const ViewState& state, std::uint32_t track, LaneAct act) {
  LaneChoices lanes = state.sight.choices.lanes;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const std::vector<TrackGroup> groups = timelineGroups(snapshot, lanes);
  const auto group = std::ranges::find_if(groups, [&](const TrackGroup& of) { return of.holds(track); });
  if (group == groups.end()) return lanes;
  const std::string key = keyOf(snapshot, *group);
  switch (act) {
    case LaneAct::Fold: turn(lanes.folded, key); break;
    case LaneAct::Pin: turn(lanes.pinned, key); break;
    case LaneAct::Up: lanes.order = movedOrder(groups, snapshot, lanes.order, key, -1); break;
    case LaneAct::Down: lanes.order = movedOrder(groups, snapshot, lanes.order, key, 1); break;
    case LaneAct::Hide: lanes.hidden.insert(key); break;
  }
  return lanes;
}

LaneChoices quietLanesHidden(const ViewState& state) {
  LaneChoices lanes = state.sight.choices.lanes;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  for (const TrackGroup& group : timelineGroups(snapshot, lanes))
    if (!group.pinned && group.dropped == 0 && !hasEventsIn(snapshot, group, state.sight.range))
      lanes.hidden.insert(keyOf(snapshot, group));
  return lanes;
}

bool anyQuietLane(const ViewState& state) {
  return state.session.snapshot && quietLanesHidden(state).hidden.size() > state.sight.choices.lanes.hidden.size();
}

LaneChoices laneShown(const ViewState& state, std::uint32_t track) {
  LaneChoices lanes = state.sight.choices.lanes;
  if (lanes.hidden.empty()) return lanes;
  for (const TrackGroup& group : timelineGroups(*state.session.snapshot))
    if (group.holds(track)) lanes.hidden.erase(keyOf(*state.session.snapshot, group));
  return lanes;
}

void applyLaneChoices(std::vector<TrackGroup>& groups, const TraceSnapshot& snapshot, const LaneChoices& choices) {
  if (!choices.any()) return;
  std::erase_if(groups, [&](const TrackGroup& group) { return choices.hidden.contains(keyOf(snapshot, group)); });
  for (TrackGroup& group : groups) {
    group.pinned = choices.pinned.contains(keyOf(snapshot, group));
    group.folded = choices.folded.contains(keyOf(snapshot, group));
    if (group.folded) group.rows = 1;
  }
  std::ranges::stable_sort(groups, {}, [&](const TrackGroup& group) {
    return std::ranges::find(choices.order, keyOf(snapshot, group)) - choices.order.begin();
  });
  std::ranges::stable_sort(groups, std::ranges::greater{}, &TrackGroup::pinned);
}

std::size_t hiddenLanes(const TraceSnapshot& snapshot, const LaneChoices& choices) {
  if (choices.hidden.empty()) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(timelineGroups(snapshot), [&](const TrackGroup& group) {
    return choices.hidden.contains(keyOf(snapshot, group));
  }));
}

std::optional<Rect> laneButton(const TimelineLayout& layout, const TrackGroup& group, LaneAct act) {
  constexpr float kAll = kButton * static_cast<float>(kLaneActs.size());
  if (group.height < kButton || layout.names.w < kAll + kLeastForName) return std::nullopt;
  const float x = layout.names.right() - kAll + kButton * static_cast<float>(act) - 4;
  return Rect{x, layout.yOf(group) + std::min(4.f, (group.height - kButton) / 2), kButton, kButton};
}

void drawLaneButtons(Canvas& canvas, const TimelineLayout& layout, const TrackGroup& group, const ViewState& state) {
  const auto& pointer = state.sight.pointer;
  const bool here = pointer && layout.names.contains(*pointer) && layout.groupAt(pointer->y) == &group;
  const auto first = laneButton(layout, group, kLaneActs.front());
  if (!first) return;
  if (here)
    canvas.fill({first->x - 2, first->y, layout.names.right() - first->x, kButton}, canvas.theme().background, 3);
  for (const LaneAct act : kLaneActs) {
    const Rect box = *laneButton(layout, group, act);
    const bool on = (act == LaneAct::Pin && group.pinned) || (act == LaneAct::Fold && group.folded);
    if (!here && !on) continue;
    const bool held = here && box.contains(*pointer);
    if (held) canvas.fill(box, canvas.theme().button, 3);
    drawSign(canvas, box, act, group, held || on ? canvas.theme().accentText : canvas.theme().textSoft);
  }
}

std::optional<Hit> hitLaneButtons(const TimelineLayout& layout, const TrackGroup& group, const ViewState& state,
                                  Point at) {
  for (const LaneAct act : kLaneActs) {
    const auto box = laneButton(layout, group, act);
    if (!box || !box->contains(at)) continue;
    Hit hit{state.sight.selection, std::string(text(laneWords(act, group)))};
    hit.choices = state.sight.choices;
    hit.choices->lanes = laneActed(state, group.tracks.front(), act);
    return hit;
  }
  return std::nullopt;
}

}  // namespace strata::inline views
