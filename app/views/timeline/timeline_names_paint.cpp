#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/counter_line.h"
#include "app/views/timeline/timeline_lanes.h"
#include "app/views/timeline/timeline_paint.h"
#include "app/words/messages.h"
#include "engine/trace/device_work.h"

namespace strata::inline views {
namespace {

constexpr float kStrip = 5, kNameHeight = 24;

std::string counterRange(const TimelineLayout& layout, const ViewState& state, const TrackGroup& group) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const CounterLine line = counterLineOf(layout, snapshot, group, std::max(layout.range.end, state.sight.now));
  const auto newest = std::find_if(group.tracks.rbegin(), group.tracks.rend(),
                                   [&](std::uint32_t track) { return snapshot.rowCount(track) > 0; });
  if (line.columns.empty() || newest == group.tracks.rend()) return {};
  const std::string& unit = snapshot.tracks()[*newest].unit;
  const std::string range =
      line.low == line.high ? formatValue(line.high, unit)
                            : fillText(Msg::CounterRange, {formatValue(line.low, unit), formatValue(line.high, unit)});
  return fmt::format("{} · {}", range, provenanceKey(snapshot.row(*newest, 0).back().provenance));
}

/// "GPU 0 · 7" of "GPU 0 stream 7".
std::string withoutStream(const std::string& name) {
  const std::string_view device = deviceInName(name);
  return device.empty() ? name
                        : fmt::format("{} · {}", device, name.substr(name.find(kStreamWord) + kStreamWord.size()));
}

/// Of all lanes.
struct LaneNames {
  std::vector<std::string> whole, brief;

  explicit LaneNames(const std::vector<TrackGroup>& groups) {
    whole.reserve(groups.size());
    brief.reserve(groups.size());
    for (const TrackGroup& group : groups) {
      whole.push_back(group.name);
      brief.push_back(group.kind == TrackKind::Queue ? withoutStream(group.name) : group.name);
    }
  }
};

/// "tracin… · trace writer": of a storey and its thread the thread stays whole; nullopt: it has no room for that, or
/// one of the others could be shortened to that, too.
std::optional<std::string> threadKept(const Canvas& canvas, std::string_view name, std::span<const std::string> others,
                                      const TextStyle& style, float width) {
  constexpr std::string_view kBetween = " · ", kCut = "…", kFewest = "abc…";
  const std::size_t at = name.rfind(kBetween);
  const bool ofTwoParts = at != name.npos && at == name.find(kBetween);
  if (!ofTwoParts || canvas.measure(name, style) <= width) return std::nullopt;
  const std::string_view thread = name.substr(at);
  const float room = width - canvas.measure(thread, style);
  if (room < canvas.measure(kFewest, style)) return std::nullopt;
  std::string buffer;
  const std::string_view storey = elide(canvas, name.substr(0, at), style, room, buffer);
  const std::string_view begin = storey.substr(0, storey.rfind(kCut));
  const auto isToo = [&](const std::string& other) {
    return other != name && other.starts_with(begin) && other.ends_with(thread);
  };
  if (std::ranges::any_of(others, isToo)) return std::nullopt;
  return std::string(storey).append(thread);
}

/// `nameTop`: where the name's line begins; nullopt: there is no room for it.
void drawName(Canvas& canvas, const TimelineLayout& layout, const ViewState& state, const TrackGroup& group,
              const LaneNames& names, std::optional<float> nameTop) {
  const float y = layout.yOf(group);
  const Rect column = layout.names;
  // Names of thin groups reach beyond them: no line goes through one.
  const float left = group.height < kNamedGroup ? layout.plot.x : column.x;
  canvas.fill({left, y + group.height - 1, layout.plot.right() - left, 1}, canvas.theme().groupLine);
  canvas.fill({column.x, y, std::min(kStrip, column.w / 8), group.height - 1}, group.color);
  if (!nameTop) return;
  Rect box{column.x + kStrip + 8, *nameTop, std::max(0.f, column.w - kStrip - 16),
           std::min(std::max(kNameHeight, 2 * group.pad + group.rowHeight), std::max(kNamedGroup, group.height))};
  const TextStyle style{11, Face::Regular, canvas.theme().textLabel};
  if (group.dropped > 0) {
    const Rect lost = drawLine(canvas, box, fillText(Msg::GroupDropped, {formatCount(group.dropped)}),
                               {10, Face::Regular, canvas.theme().warning}, Align::Right);
    box.w = std::max(0.f, box.w - lost.w - 6);
  }
  if (group.kind == TrackKind::Counter) {
    box.h = std::min(box.h, 18.f);
    if (group.height >= 34)
      drawLine(canvas, {box.x, y + 17, box.w, 16}, counterRange(layout, state, group),
               {10, Face::Regular, canvas.theme().textDim});
  }
  const bool brief = group.kind == TrackKind::Queue && canvas.measure(group.name, style) > box.w;
  const std::string name = brief ? withoutStream(group.name) : group.name;
  const std::vector<std::string>& others = brief ? names.brief : names.whole;
  std::string buffer;
  if (const auto kept = threadKept(canvas, name, others, style, box.w))
    drawLine(canvas, box, *kept, style);
  else
    drawLine(canvas, box, elideApart(canvas, name, others, style, box.w, buffer), style);
  drawLaneButtons(canvas, layout, group, state);
}

}  // namespace

void drawGroupNames(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  const LaneNames names(layout.groups);
  // Thin groups do not all have room for their names, which reach as far above them as below.
  float free = layout.names.y, line = free;
  for (const TrackGroup& group : layout.groups) {
    if (!layout.shows(group) || group.height <= 0) continue;
    const bool thin = group.height < kNamedGroup;
    const float y = layout.yOf(group), top = thin ? std::max(line, y - (kNamedGroup - group.height) / 2) : y;
    const bool named = !thin || (top >= free && top + kNamedGroup <= layout.names.bottom());
    drawName(canvas, layout, state, group, names, named ? std::optional(top) : std::nullopt);
    if (named) free = top + kNamedGroup;
    if (!thin) line = y + group.height;
  }
}

}  // namespace strata::inline views
