#include "app/views/timeline/timeline_bars.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/facts/event_text.h"
#include "engine/trace/trace_query.h"

namespace strata::inline views {
namespace {

Rect spanRect(const TimelineLayout& layout, Rect row, HostTime begin, HostTime end) {
  const float x0 = layout.xOf(begin), x1 = layout.xOf(end);
  return {x0, row.y, std::max(kLeastBar, x1 - x0), row.h};
}

/// Track groups in which events of several colours stand.
bool mixesColors(const TraceSnapshot& snapshot, std::uint32_t track) {
  const TrackInfo& info = snapshot.tracks()[track];
  return (info.kind == TrackKind::Queue && !snapshot.copies(track).empty()) || info.storey == Storey::Other;
}

/// Time by colour.
class ColorTimes {
 public:
  void add(Color color, double time) {
    const auto known = std::ranges::find(m_times, color, &std::pair<Color, double>::first);
    if (known == m_times.end())
      m_times.emplace_back(color, time);
    else
      known->second += time;
  }
  Color most(Color otherwise) const {
    const auto most = std::ranges::max_element(m_times, {}, &std::pair<Color, double>::second);
    return most == m_times.end() ? otherwise : most->first;
  }

 private:
  std::vector<std::pair<Color, double>> m_times;
};

/// The colour of most of the block's time, of some of its events and of its copies, which are few: cost does not grow
/// with what is folded.
Color colorOf(const TraceSnapshot& snapshot, std::uint32_t row, const RowView& events, const VisibleBlock& block) {
  constexpr std::uint32_t kEvents = 64, kCopies = 512;
  ColorTimes times;
  const std::uint32_t step = std::max(1u, block.count / kEvents);
  for (std::uint32_t i = 0; i < block.count; i += step)
    if (const TraceEvent& event = events[block.firstIndex + i]; event.kind != EventKind::Copy)
      times.add(eventColor(event), static_cast<double>(event.duration().ns) * step);
  const ChunkedView<EventRef>& copies = snapshot.copies(events[block.firstIndex].track);
  std::size_t at = copies.firstNot([&](EventRef ref) { return snapshot.event(ref).begin < block.begin; });
  for (std::uint32_t n = 0; n < kCopies && at < copies.size(); ++n, ++at) {
    const TraceEvent& copy = snapshot.event(copies[at]);
    if (copy.begin >= block.end) break;
    if (copies[at].row == row) times.add(eventColor(copy), static_cast<double>(copy.duration().ns));
  }
  return times.most(eventColor(events[block.firstIndex]));
}

}  // namespace

void forEachBar(const TimelineLayout& layout, const ViewState& state, const TrackGroup& group, std::uint32_t row,
                const std::function<void(const TimelineBar&)>& emit) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const Rect strip = layout.rowRect(group, row);
  for (const std::uint32_t track : group.tracks) {
    if (row >= snapshot.rowCount(track)) continue;
    const RowView& events = snapshot.row(track, row);
    const bool mixed = mixesColors(snapshot, track);
    visibleBlocks(events, layout.range, layout.leastTime(), [&](const VisibleBlock& block) {
      emit({spanRect(layout, strip, block.begin, block.end),
            {track, row, block.firstIndex},
            &events[block.firstIndex],
            block.count,
            mixed && block.count > 1 ? colorOf(snapshot, row, events, block) : eventColor(events[block.firstIndex])});
    });
  }
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents()) {
    if (open.row != row || !group.holds(open.event.track)) continue;
    const HostTime end = open.event.seenEnd(state.sight.now);
    if (open.event.begin >= layout.range.end || end < layout.range.begin) continue;
    emit({spanRect(layout, strip, open.event.begin, end), openRef(snapshot, open), &open.event, 1,
          eventColor(open.event)});
  }
}

void forEachRowInSight(const TimelineLayout& layout, const TrackGroup& group,
                       const std::function<void(std::uint32_t row)>& emit) {
  std::optional<float> drawn;
  for (std::uint32_t row = 0; row < group.rows; ++row) {
    if (!rowInSight(layout, group, row)) continue;
    const float pixel = std::floor(layout.rowRect(group, row).y);
    if (group.rowStep < 1 && pixel == drawn) continue;
    drawn = pixel;
    emit(row);
  }
}

std::optional<Rect> barRect(const TimelineLayout& layout, const ViewState& state, EventRef ref) {
  const TraceEvent* event = findEvent(*state.session.snapshot, ref);
  const TrackGroup* group = event ? layout.groupOf(ref.track) : nullptr;
  if (!group) return std::nullopt;
  return spanRect(layout, layout.rowRect(*group, ref.row), event->begin, event->seenEnd(state.sight.now));
}

bool rowInSight(const TimelineLayout& layout, const TrackGroup& group, std::uint32_t row) {
  const Rect strip = layout.rowRect(group, row);
  return strip.bottom() > layout.plot.y && strip.y < layout.plot.bottom();
}

}  // namespace strata::inline views
