#pragma once

#include "app/canvas/recording_canvas.h"
#include "app/views/stack/stack_layout.h"
#include "app/views/view.h"
#include "tests/views/sample_session.h"

namespace strata::stack_view_test {

inline constexpr Rect kArea{0, 0, 1294, 404};

struct Drawn {
  ViewState state;
  RecordingCanvas canvas;
  CallPicture picture;
  StackLayout layout;
};

inline Drawn draw(ViewState state, Rect area = kArea) {
  Drawn drawn{std::move(state), {}, {}, {}};
  findView("stack")->draw(drawn.canvas, area, drawn.state);
  drawn.picture = pictureOfCall(drawn.state, chosenCall(drawn.state)).value_or(CallPicture{});
  drawn.layout = layoutStack(area, &drawn.picture);
  return drawn;
}

inline const StackRow& rowOf(const Drawn& drawn, Storey storey) {
  return drawn.layout.rows[static_cast<std::size_t>(storey)];
}

inline ViewState oneMatmul(SampleSession& session, std::uint32_t calls = 3) {
  session.addRun(calls);
  return session.state();
}

}  // namespace strata::stack_view_test
