#pragma once

#include <optional>

#include "app/views/canvas.h"
#include "app/views/view_state.h"

// Every view is a pair of pure functions: draw it into an area of a canvas, and say what is under a point of that area.
// Nothing is drawn outside the area; any size will do. A hit that names no event keeps the selection of the state.

namespace strata {

/// Seven storeys: the selected call (or the last one) followed down and back, with its self time on each.
void drawStack(Canvas& canvas, Rect area, const ViewState& state);
std::optional<Hit> hitStack(const Canvas& canvas, Rect area, const ViewState& state, Point at);

/// Lanes by storey, thread, stream and copy direction; counters; arrows from launch to kernel.
void drawTimeline(Canvas& canvas, Rect area, const ViewState& state);
std::optional<Hit> hitTimeline(const Canvas& canvas, Rect area, const ViewState& state, Point at);
/// The time under x of that area, for zooming at the cursor; and the height all lanes need, for scrolling.
HostTime timelineTimeAt(Rect area, const ViewState& state, float x);
float timelineContentHeight(const ViewState& state);
/// The plot part of the area, right of the lane names: its width is what `state.range` spans.
Rect timelinePlot(Rect area);

/// Host memory, link, device memory, compute units: what is allocated and how fast bytes moved.
void drawMemory(Canvas& canvas, Rect area, const ViewState& state);
std::optional<Hit> hitMemory(const Canvas& canvas, Rect area, const ViewState& state, Point at);

/// A tensor preview as a heatmap with its scale.
void drawTensor(Canvas& canvas, Rect area, const ViewState& state);
/// The cell under the point and its value; a click chooses it.
std::optional<Hit> hitTensor(const Canvas& canvas, Rect area, const ViewState& state, Point at);

/// A language model's text token by token: what may come next, where one head looked, how long the residual stream is,
/// how full the cache. A click on a token chooses it and selects the call that read it.
void drawTokens(Canvas& canvas, Rect area, const ViewState& state);
std::optional<Hit> hitTokens(const Canvas& canvas, Rect area, const ViewState& state, Point at);

/// The digit reader: what each stage made of the picture, channel by channel, and how likely each digit is.
void drawCnn(Canvas& canvas, Rect area, const ViewState& state);
std::optional<Hit> hitCnn(const Canvas& canvas, Rect area, const ViewState& state, Point at);

/// FLOP for each byte against FLOP/s, under the device's measured roofs: a point a variant, a trail along the ladder.
void drawRoofline(Canvas& canvas, Rect area, const ViewState& state);
/// A point, its label or a roof; a click on a point chooses its variant and selects its median call.
std::optional<Hit> hitRoofline(const Canvas& canvas, Rect area, const ViewState& state, Point at);

/// A bar a variant, with spread, shares of library and roof, and the check.
void drawResults(Canvas& canvas, Rect area, const ViewState& state);
/// A click on a row chooses its variant and selects its median call.
std::optional<Hit> hitResults(const Canvas& canvas, Rect area, const ViewState& state, Point at);

/// A kernel: its text with what was counted at each line, one warp's request, launch shape, occupancy.
void drawKernel(Canvas& canvas, Rect area, const ViewState& state);
/// A click on a line chooses it.
std::optional<Hit> hitKernel(const Canvas& canvas, Rect area, const ViewState& state, Point at);
/// ViewChoices::kernelScroll after scrolling on by `lines`, kept within the text.
float kernelScrolled(const Canvas& canvas, Rect area, const ViewState& state, float lines);

/// Two sessions side by side: the same lanes, aligned, and what differs by name.
void drawCompare(Canvas& canvas, Rect area, const ViewState& state);
/// A line of the table: the longest event of that name in the first session.
std::optional<Hit> hitCompare(const Canvas& canvas, Rect area, const ViewState& state, Point at);

/// Count, total and spread of the events in the measured range, else in sight, by name.
void drawStatistics(Canvas& canvas, Rect area, const ViewState& state);
/// A line of the table: the longest event of that name.
std::optional<Hit> hitStatistics(const Canvas& canvas, Rect area, const ViewState& state, Point at);

}  // namespace strata
