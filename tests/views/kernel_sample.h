#pragma once

#include "app/canvas/recording_canvas.h"
#include "app/views/view.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_session.h"

namespace strata::kernel_view_test {

inline constexpr Rect kArea{10, 20, 1000, 560};

inline ViewState ladder() {
  ViewState state = sampleLadderState();
  state.sight.choices.variant = "naive";
  return state;
}

inline ViewState observed() {
  ViewState state = ladder();
  state.session.results[0].places = {samplePlace(4, 512)};
  ObservedPlace shared{"kernels/sample/naive.cuh", 3, "load", "shared", 10, 160};
  shared.wavefronts = 40, shared.phases = 10, shared.worstWays = 4;
  state.session.results[0].places.push_back(shared);
  return state;
}

inline RecordingCanvas drawn(const ViewState& state, Rect area = kArea) {
  RecordingCanvas canvas;
  findView("kernel")->draw(canvas, area, state);
  return canvas;
}

}  // namespace strata::kernel_view_test
