#include "app/views/timeline/timeline_layout.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/facts/process_names.h"
#include "app/views/timeline/timeline_lanes.h"
#include "app/words/messages.h"
#include "engine/trace/calibration.h"
#include "engine/trace/device_work.h"

namespace strata::inline views {
namespace {

constexpr float kPadX = 12, kHeader = 28, kRuler = 18, kNames = 164;
constexpr float kCounterHeight = 37, kLeastRowStep = 2;
constexpr float kReadableQueue = 0.7f;               // of a lane's height
constexpr float kHighest = 1.75f;                    // times a lane's height, where there is room
constexpr float kRulerShare = 0.48f;                 // of both
constexpr float kLeastHeaders = 27.5f;               // where letters of both can be read
constexpr float kPads = 7.f / 3, kBarOfRow = 0.95f;  // above, below and the line between groups; the rest is a gap

int kindOrder(TrackKind kind) {
  switch (kind) {
    case TrackKind::Host: return 0;
    case TrackKind::Queue: return 1;
    case TrackKind::Copy: return 2;
    case TrackKind::Counter: return 3;
    case TrackKind::TracingCost: return 4;
  }
  return 5;
}

Color colorOf(const TrackInfo& info) {
  if (info.kind == TrackKind::Copy) return kCopyColor;
  if (info.kind == TrackKind::TracingCost) return kTracingCostColor;
  return storeyInfo(info.storey).color;
}

// A group of a storey needs its thread's name only where the storey works on several threads.
std::string groupName(const TrackInfo& info, int alike) {
  if (alike < 2 || info.kind == TrackKind::Counter || isDeviceTrack(info.kind)) return info.name;
  if (!info.thread.empty()) return info.name + " · " + info.thread;
  return fillText(Msg::TrackOfThread, {info.name, std::to_string(info.tid)});
}

using NamePart = std::pair<std::string_view, std::uint64_t>;

/// The words of a name, each with the number behind it, so that "GPU 10" stands behind "GPU 9".
std::vector<NamePart> inParts(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789";
  std::vector<NamePart> parts;
  while (!name.empty()) {
    const std::size_t begin = std::min(name.find_first_of(kDigits), name.size()),
                      end = std::min(name.find_first_not_of(kDigits, begin), name.size());
    std::uint64_t number = 0;
    std::from_chars(name.data() + begin, name.data() + end, number);
    parts.emplace_back(name.substr(0, begin), number);
    name.remove_prefix(end);
  }
  return parts;
}

/// Streams by device and then by number. Refers to the track.
auto placeOf(const TrackInfo& info) {
  const int storey = info.kind == TrackKind::Host ? static_cast<int>(info.storey) : 0;
  auto device = inParts(info.kind == TrackKind::Queue ? deviceInName(info.name) : std::string_view());
  return std::tuple(kindOrder(info.kind), storey, std::move(device), info.stream, info.pid, info.tid);
}

/// The streams of a calibration below the others.
void lowerCalibrations(std::vector<TrackGroup>& groups, const TraceSnapshot& snapshot) {
  const auto isQueue = [](const TrackGroup& group) { return group.kind == TrackKind::Queue; };
  const auto first = std::ranges::find_if(groups, isQueue), last = std::find_if_not(first, groups.end(), isQueue);
  std::stable_partition(first, last,
                        [&](const TrackGroup& group) { return !isCalibration(snapshot, group.tracks.front()); });
}

/// How many rows a track has, and from when to when something is on it.
struct Extent {
  std::uint32_t rows = 0;
  TimeRange span{{INT64_MAX}, {INT64_MIN}};

  void cover(HostTime begin, HostTime end) { span = {std::min(span.begin, begin), std::max(span.end, end)}; }
};

/// Of each track.
std::vector<Extent> extentsOf(const TraceSnapshot& snapshot) {
  std::vector<Extent> extents(snapshot.tracks().size());
  for (std::uint32_t track = 0; track < extents.size(); ++track) {
    extents[track].rows = static_cast<std::uint32_t>(snapshot.rowCount(track));
    for (std::uint32_t row = 0; row < extents[track].rows; ++row)
      if (const RowView& events = snapshot.row(track, row); !events.empty())
        extents[track].cover(events[0].begin, events.back().end());
  }
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents()) {
    Extent& extent = extents[open.event.track];
    extent.rows = std::max(extent.rows, open.row + 1);
    extent.cover(open.event.begin, open.event.seenEnd({INT64_MAX}));
  }
  return extents;
}

/// Makes groups of tracks. An agent that follows another on the same device takes up its groups: each of its tracks
/// stands where that agent's track of the same role was, the first of several alike with the first, and so on.
class GroupMaker {
 public:
  explicit GroupMaker(const TraceSnapshot& snapshot) : m_snapshot(snapshot), m_extents(extentsOf(snapshot)) {}

  void add(std::uint32_t track) {
    const TrackInfo& info = m_snapshot.tracks()[track];
    const std::uint32_t rows = m_extents[track].rows;
    // A row was opened by an event; in slow motion that may be still to come, and its group keeps its place.
    if (rows == 0 && info.dropped == 0) return;
    if (TrackGroup* group = info.device.empty() ? nullptr : before(track)) {
      group->tracks.push_back(track);
      group->rows = std::max(group->rows, rows);
      group->dropped += info.dropped;
      return;
    }
    m_groups.push_back({{track}, info.kind, {}, colorOf(info), 0, 0, std::max(1u, rows), info.dropped});
  }
  std::vector<TrackGroup> take() { return std::move(m_groups); }

 private:
  using Role = std::tuple<std::string, TrackKind, Storey, std::string, std::string, std::uint32_t>;
  struct Known {
    std::size_t group = 0;
    HostTime until;
  };

  /// The group of the track that this one follows; nullptr: it follows none, or not in time.
  TrackGroup* before(std::uint32_t track) {
    const TrackInfo& info = m_snapshot.tracks()[track];
    const Role role{info.device, info.kind, info.storey, info.name, info.thread, info.stream};
    const TimeRange& span = m_extents[track].span;
    const std::pair place{role, m_alike[{role, info.run()}]++};
    const auto [known, isNew] = m_known.try_emplace(place, Known{m_groups.size(), span.end});
    if (isNew) return nullptr;
    const bool follows = known->second.until <= span.begin;
    if (!follows) known->second.group = m_groups.size();
    known->second.until = std::max(known->second.until, span.end);
    return follows ? &m_groups[known->second.group] : nullptr;
  }

  const TraceSnapshot& m_snapshot;
  const std::vector<Extent> m_extents;
  std::vector<TrackGroup> m_groups;
  std::map<std::pair<Role, std::uint32_t>, std::uint32_t> m_alike;  ///< so many of this role and run
  std::map<std::pair<Role, std::uint32_t>, Known> m_known;          ///< by role and number among those alike
};

TimeRange shownRange(const ViewState& state) {
  if (state.sight.range.length().ns > 0) return state.sight.range;
  const auto bounds = state.session.snapshot ? state.session.snapshot->bounds() : std::nullopt;
  const TimeRange all = bounds.value_or(TimeRange{});
  return {all.begin, std::max(all.end, all.begin + Duration{1000})};
}

/// Puts the groups one below the other; returns how high they are together.
float stack(std::vector<TrackGroup>& groups) {
  float y = 0;
  for (TrackGroup& group : groups) {
    group.top = y;
    group.height = group.kind == TrackKind::Counter
                       ? kCounterHeight * group.rowHeight / TrackGroup{}.rowHeight
                       : kPads * group.pad + group.rowHeight + group.rowStep * static_cast<float>(group.rows - 1);
    y += group.height;
  }
  return y;
}

bool isLane(const TrackGroup& group) {
  return group.kind != TrackKind::Counter && group.kind != TrackKind::TracingCost;
}

bool isQueue(const TrackGroup& group) {
  return group.kind == TrackKind::Queue;
}

/// Together.
template <class Which>
float heightOf(const std::vector<TrackGroup>& groups, Which which) {
  float height = 0;
  for (const TrackGroup& group : groups)
    if (which(group)) height += group.height;
  return height;
}

/// Rows that would stand on each other share their group's height.
void spreadRows(TrackGroup& group) {
  if (group.rows < 2 || group.rowHeight <= group.rowStep * kBarOfRow) return;
  const auto behind = static_cast<float>(group.rows - 1);
  group.rowStep = (group.rowHeight + group.rowStep * behind) / (behind + kBarOfRow);
  group.rowHeight = group.rowStep * kBarOfRow;
}

/// The height that no group below lanes exceeds where they have `room` together: the highest give way first.
float highestOfRest(const std::vector<TrackGroup>& groups, float room) {
  std::vector<float> heights;
  for (const TrackGroup& group : groups)
    if (!isLane(group)) heights.push_back(group.height);
  std::ranges::sort(heights);
  auto left = static_cast<float>(heights.size());
  for (const float height : heights) {
    if (height * left > room) return room / left;
    room -= height;
    --left;
  }
  return heights.empty() ? 0 : heights.back();
}

/// Where all can have their names, lanes of many rows leave room for those that are too thin for theirs.
void giveNames(std::vector<TrackGroup>& groups) {
  constexpr float kNeeded = 1.01f * kNamedGroup;
  float wanted = 0, spare = 0;
  for (const TrackGroup& group : groups) {
    if (!isLane(group)) continue;
    wanted += std::max(0.f, kNeeded - group.height);
    if (!isQueue(group)) spare += std::max(0.f, group.height - kNeeded);
  }
  if (wanted == 0 || wanted > spare) return;
  for (TrackGroup& group : groups) {
    if (!isLane(group)) continue;
    const float more = group.height - kNeeded;
    const float height = more < 0 ? kNeeded : isQueue(group) ? group.height : group.height - more * wanted / spare;
    for (float* size : {&group.pad, &group.rowHeight, &group.rowStep}) *size *= height / group.height;
  }
}

/// Where there is room to spare, all are higher.
void grow(std::vector<TrackGroup>& groups, float height) {
  const float all = stack(groups);
  if (all <= 0 || all >= height) return;
  const float higher = std::min(kHighest, height / all);
  for (TrackGroup& group : groups)
    for (float* size : {&group.pad, &group.rowHeight, &group.rowStep}) *size *= higher;
  stack(groups);
}

/// Whether a counter has the same value wherever it is looked at.
bool isFlat(const TraceSnapshot& snapshot, const TrackGroup& group) {
  constexpr std::size_t kMostSamples = 64;
  std::optional<double> value;
  for (const std::uint32_t track : group.tracks) {
    if (group.kind != TrackKind::Counter || snapshot.rowCount(track) == 0) continue;
    const RowView& row = snapshot.row(track, 0);
    for (std::size_t i = 0; i < row.size(); i += std::max<std::size_t>(1, row.size() / kMostSamples)) {
      if (value.value_or(row[i].value()) != row[i].value()) return false;
      value = row[i].value();
    }
  }
  return value.has_value();
}

/// Of the groups below lanes as many stay as can have their names: pinned ones before others, and counters that never
/// change last. Returns the room that these need.
float leaveOut(std::vector<TrackGroup>& groups, const TraceSnapshot& snapshot, float room) {
  constexpr float kNeeded = 1.005f * kNamedGroup;
  std::vector<std::pair<int, TrackGroup*>> rest;
  for (TrackGroup& group : groups)
    if (!isLane(group)) rest.emplace_back(group.pinned ? 0 : isFlat(snapshot, group) ? 2 : 1, &group);
  const auto kept = static_cast<std::size_t>(room / kNeeded);
  if (rest.size() <= kept) return room;
  std::ranges::stable_sort(rest, {}, &std::pair<int, TrackGroup*>::first);
  for (std::size_t i = kept; i < rest.size(); ++i)
    for (float* size : {&rest[i].second->pad, &rest[i].second->rowHeight, &rest[i].second->rowStep}) *size = 0;
  stack(groups);
  return kNeeded * static_cast<float>(kept);
}

/// First the rows that stand behind the first of a group get thinner, then counters and the tracing's cost as long as
/// they have names, then lanes as long as they have; then the former are left out, and at last lanes get thinner still.
void fit(std::vector<TrackGroup>& groups, const TraceSnapshot& snapshot, float height) {
  const float all = stack(groups);
  float deep = 0;
  for (const TrackGroup& group : groups)
    if (group.kind != TrackKind::Counter) deep += group.rowStep * static_cast<float>(group.rows - 1);
  if (all <= height) return;
  const float thinner = deep > 0 ? std::max(kLeastRowStep / TrackGroup{}.rowStep, 1 - (all - height) / deep) : 1;
  for (TrackGroup& group : groups) group.rowStep *= thinner;
  stack(groups);
  const float lanes = heightOf(groups, isLane);
  float rest = heightOf(groups, std::not_fn(isLane));
  const float plain = kPads * TrackGroup{}.pad + TrackGroup{}.rowHeight;  // of one row
  const auto restCount = static_cast<float>(std::ranges::count_if(groups, std::not_fn(isLane)));
  const float named = 1.01f * kNamedGroup / plain;  // of a lane's height, that its name needs
  const float leastLanes = lanes * named, leastRest = std::min(rest, restCount * named * plain);
  float forRest = height - lanes;
  if (forRest < leastRest) forRest = std::clamp(height - leastLanes, 0.f, leastRest);
  forRest = leaveOut(groups, snapshot, forRest);
  rest = heightOf(groups, std::not_fn(isLane));
  const float restHeight = highestOfRest(groups, forRest);
  const float forLanes = height - std::min(rest, forRest), ofLanes = lanes > 0 ? std::min(1.f, forLanes / lanes) : 1;
  // Where there is too much for all, the device's lanes keep a height that can be read, if the others leave room.
  const float work = heightOf(groups, isQueue);
  const float left = lanes > work ? (forLanes - work * kReadableQueue) / (lanes - work) : 0;
  const bool mayRead = work > 0 && ofLanes < kReadableQueue && work * kReadableQueue < forLanes / 2;
  const bool reads = mayRead && (left >= named || ofLanes < named);
  const float ofOthers = reads ? left : ofLanes;
  for (TrackGroup& group : groups) {
    const bool readable = reads && isQueue(group);
    if (group.height == 0) continue;
    const float lower = !isLane(group) ? std::min(1.f, restHeight / group.height)
                        : readable     ? kReadableQueue
                                       : ofOthers;
    for (float* size : {&group.pad, &group.rowHeight, &group.rowStep}) *size *= lower;
    spreadRows(group);
  }
  stack(groups);
  giveNames(groups);
  stack(groups);
}

}  // namespace

std::vector<TrackGroup> timelineGroups(const TraceSnapshot& snapshot, const LaneChoices& choices) {
  const auto tracks = snapshot.tracks();
  GroupMaker made(snapshot);
  for (std::uint32_t i = 0; i < tracks.size(); ++i) made.add(i);
  std::vector<TrackGroup> groups = made.take();
  std::map<std::pair<TrackKind, std::string>, int> alike;
  for (const TrackGroup& group : groups) ++alike[{group.kind, tracks[group.tracks.front()].name}];
  std::vector<decltype(placeOf(tracks[0]))> places;
  places.reserve(tracks.size());
  for (const TrackInfo& info : tracks) places.push_back(placeOf(info));
  std::ranges::stable_sort(groups, [&](const TrackGroup& a, const TrackGroup& b) {
    return places[a.tracks.front()] < places[b.tracks.front()];
  });
  lowerCalibrations(groups, snapshot);
  LanesApart apart(snapshot);
  for (TrackGroup& group : groups) {
    const TrackInfo& info = tracks[group.tracks.front()];
    group.name = groupName(info, alike[{info.kind, info.name}]);
    apart.note(group.name, info);
  }
  for (TrackGroup& group : groups) group.name = apart.told(group.name, tracks[group.tracks.front()]);
  applyLaneChoices(groups, snapshot, choices);
  stack(groups);
  return groups;
}

TimelineLayout layoutTimeline(Rect area, const ViewState& state) {
  TimelineLayout layout;
  const float padX = std::min(kPadX, area.w / 30);
  layout.area = area;
  layout.plot = timelinePlot(area);
  layout.names = {area.x + padX, layout.plot.y, std::max(0.f, layout.plot.x - area.x - padX), layout.plot.h};
  const float headers = layout.plot.y - area.y;
  const float ruler = std::min(kRuler, headers * kRulerShare);
  layout.ruler = {layout.plot.x, layout.plot.y - ruler, layout.plot.w, ruler};
  layout.header = {area.x + padX, area.y, std::max(0.f, area.w - 2 * padX), headers - ruler};
  layout.range = shownRange(state);
  layout.scroll = std::max(0.f, state.sight.scroll);
  if (!state.session.snapshot) return layout;
  layout.origin = state.session.snapshot->bounds().value_or(layout.range).begin;
  layout.groups = timelineGroups(*state.session.snapshot, state.sight.choices.lanes);
  if (state.sight.scroll == kGroupsFitted) {
    fit(layout.groups, *state.session.snapshot, layout.plot.h);
    grow(layout.groups, layout.plot.h);
  }
  return layout;
}

double TimelineLayout::nsPerPixel() const {
  return static_cast<double>(range.length().ns) / std::max(1.0, static_cast<double>(plot.w));
}

float TimelineLayout::xOf(HostTime time) const {
  const double x = static_cast<double>((time - range.begin).ns) / nsPerPixel();
  return plot.x + static_cast<float>(std::clamp(x, -16.0, static_cast<double>(plot.w) + 16));
}

HostTime TimelineLayout::timeAt(float x) const {
  return range.begin + Duration{std::llround(static_cast<double>(x - plot.x) * nsPerPixel())};
}

Duration TimelineLayout::leastTime() const {
  return {std::max<std::int64_t>(1, std::llround(nsPerPixel() * static_cast<double>(kLeastBar)))};
}

Rect TimelineLayout::rowRect(const TrackGroup& group, std::uint32_t row) const {
  if (group.kind == TrackKind::Counter)
    return {plot.x, yOf(group) + group.pad, plot.w, std::max(0.f, group.height - 2 * group.pad - 1)};
  const float above = group.folded ? 0 : group.rowStep * static_cast<float>(row);
  return {plot.x, yOf(group) + group.pad + above, plot.w, group.rowHeight};
}

std::size_t TimelineLayout::withoutRoom() const {
  return static_cast<std::size_t>(std::ranges::count_if(groups, std::not_fn(&TrackGroup::hasRoom)));
}

const TrackGroup* TimelineLayout::groupOf(std::uint32_t track) const {
  const auto found = std::ranges::find_if(groups, [&](const TrackGroup& group) { return group.holds(track); });
  return found == groups.end() ? nullptr : &*found;
}

const TrackGroup* TimelineLayout::groupAt(float y) const {
  for (const TrackGroup& group : groups)  // those that are pinned stand first
    if (y >= yOf(group) && y < yOf(group) + group.height) return &group;
  return nullptr;
}

Rect TimelineLayout::stripOf(bool pinned) const {
  float edge = 0;
  for (const TrackGroup& group : groups) {  // those that are pinned stand first
    if (!group.pinned) break;
    edge = group.top + group.height;
  }
  edge = std::min(edge, plot.h);
  return pinned ? Rect{plot.x, plot.y, plot.w, edge} : Rect{plot.x, plot.y + edge, plot.w, plot.h - edge};
}

Rect timelinePlot(Rect area) {
  const float padX = std::min(kPadX, area.w / 30);
  const float names = std::clamp(area.w * 0.2f, 40.f, kNames);
  const float headers = std::min({kHeader + kRuler, std::max(kLeastHeaders, area.h / 5.5f), area.h / 3});
  const float x = area.x + padX + names, bottomPad = std::min(4.f, area.h / 50);
  return {x, area.y + headers, std::max(0.f, area.right() - padX - x), std::max(0.f, area.h - headers - bottomPad)};
}

HostTime timelineTimeAt(Rect area, const ViewState& state, float x) {
  TimelineLayout layout;
  layout.plot = timelinePlot(area);
  layout.range = shownRange(state);
  return layout.timeAt(x);
}

float timelineContentHeight(const ViewState& state) {
  if (!state.session.snapshot) return 0;
  const std::vector<TrackGroup> groups = timelineGroups(*state.session.snapshot, state.sight.choices.lanes);
  return groups.empty() ? 0 : groups.back().top + groups.back().height;
}

}  // namespace strata::inline views
