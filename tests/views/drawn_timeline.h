#pragma once

#include "app/canvas/recording_canvas.h"
#include "app/views/timeline/timeline_bars.h"
#include "app/views/view.h"
#include "tests/views/sample_session.h"

namespace strata::timeline_test {

inline constexpr Rect kArea{0, 0, 1294, 460};

inline RecordingCanvas drawn(const ViewState& state) {
  RecordingCanvas canvas;
  findView("timeline")->draw(canvas, kArea, state);
  return canvas;
}

inline ViewState sampleRun(SampleSession& session, std::uint32_t calls = 4) {
  session.addRun(calls);
  return session.state();
}

inline Rect rectOf(const ViewState& state, EventRef ref) {
  return barRect(layoutTimeline(kArea, state), state, ref).value();
}

}  // namespace strata::timeline_test
