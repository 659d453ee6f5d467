#include <gtest/gtest.h>

#include "app/views/recording_canvas.h"
#include "app/views/views.h"
#include "engine/base/messages.h"
#include "tests/views/sample_session.h"

namespace strata::empty_note_test {
namespace {

constexpr Rect kArea{0, 0, 900, 400};
using Draw = void (*)(Canvas&, Rect, const ViewState&);
constexpr Draw kOfARun[] = {drawResults, drawKernel, drawRoofline, drawTensor, drawTokens, drawCnn};

bool saysForeign(Draw draw, const ViewState& state) {
  RecordingCanvas canvas;
  draw(canvas, kArea, state);
  return canvas.findTextWith("Another tool") != nullptr;
}

// Nobody can press Run of an experiment that another tool's trace is not of.
TEST(EmptyNote, OfAnotherToolsTraceViewsOfARunSayThatItHasNothingForThem) {
  SampleSession session;
  session.addRun(1);
  ViewState state;
  state.snapshot = session.store().snapshot();
  state.range = *state.snapshot->bounds();
  for (const Draw draw : kOfARun) EXPECT_TRUE(saysForeign(draw, state));
  for (const Draw draw : kOfARun) EXPECT_FALSE(saysForeign(draw, {})) << "without a session there is none to speak of";
  state.hello = sampleHello();
  for (const Draw draw : kOfARun) EXPECT_FALSE(saysForeign(draw, state));
}

}  // namespace
}  // namespace strata::empty_note_test
