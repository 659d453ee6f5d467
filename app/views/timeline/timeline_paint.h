#pragma once

#include <vector>

#include "app/canvas/canvas.h"
#include "app/facts/counter_line.h"
#include "app/views/timeline/timeline_layout.h"

// The parts of the timeline, each drawn within the clip that drawTimeline sets.

namespace strata::inline views {

/// Bars of all host, queue, copy and cost groups in sight.
void drawTimelineBars(Canvas& canvas, const TimelineLayout& layout, const ViewState& state);
/// Counter groups in sight, as filled steps.
void drawTimelineCounters(Canvas& canvas, const TimelineLayout& layout, const ViewState& state);
/// The values of a counter's group in sight; those of an agent until the next one's first.
CounterLine counterLineOf(const TimelineLayout& layout, const TraceSnapshot& snapshot, const TrackGroup& group,
                          HostTime until);
/// From the end of a launch to the begin of the work it started: of the selected call, and all if few are in sight.
void drawTimelineArrows(Canvas& canvas, const TimelineLayout& layout, const ViewState& state);
/// The measured range as a band with its length.
void drawMeasuredRange(Canvas& canvas, const TimelineLayout& layout, const ViewState& state);
/// Bookmarks as flags on the ruler, each with a line through the plot, and their notes where there is room.
void drawTimelineMarks(Canvas& canvas, const TimelineLayout& layout, const ViewState& state);
/// What flags and notes of bookmarks take of the ruler, from left to right.
std::vector<Rect> marksOnRuler(const Canvas& canvas, const TimelineLayout& layout, const ViewState& state);
/// The bookmark whose flag or note is at a point; nullptr: none.
const TimelineMark* markAt(const TimelineLayout& layout, const ViewState& state, Point at);
/// Names at the left, with what was dropped and the range of counters.
void drawGroupNames(Canvas& canvas, const TimelineLayout& layout, const ViewState& state);
/// Ticks, their lines through the plot, and the time under the pointer in words.
void drawTimelineRuler(Canvas& canvas, const TimelineLayout& layout, const ViewState& state);

}  // namespace strata::inline views
