#pragma once

#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/views/roofline/roofline_layout.h"
#include "app/views/view.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_session.h"

namespace strata::roofline_view_test {

inline constexpr Rect kArea{10, 20, 640, 400};

inline ViewState ladder() {
  ViewState state = sampleLadderState();
  addRoofs(state.session.results, 1e10, 2e11);
  return state;
}

inline RecordingCanvas drawn(const ViewState& state, Rect area = kArea) {
  RecordingCanvas canvas;
  findView("roofline")->draw(canvas, area, state);
  return canvas;
}

inline const RooflineLayout::PlacedPoint& pointOf(const RooflineLayout& layout, std::string_view variant) {
  for (const auto& placed : layout.points)
    if (placed.point->result->variant == variant) return placed;
  ADD_FAILURE() << "no point of " << variant;
  return layout.points.front();
}

}  // namespace strata::roofline_view_test
