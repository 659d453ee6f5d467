#include <gtest/gtest.h>

#include <memory>

#include "app/canvas/recording_canvas.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "engine/base/storey.h"
#include "tests/views/sample_session.h"

namespace strata::empty_note_test {
namespace {

constexpr Rect kArea{0, 0, 900, 400};
const char* const kOfARun[] = {"speed", "kernel", "roofline", "tensor", "tokens", "features"};

bool saysForeign(const char* view, const ViewState& state) {
  RecordingCanvas canvas;
  findView(view)->draw(canvas, kArea, state);
  return canvas.findTextWith("Another tool") != nullptr;
}

// Nobody can press Run of an experiment that another tool's trace is not of.
TEST(EmptyNote, OfAnotherToolsTraceViewsOfARunSayThatItHasNothingForThem) {
  SampleSession session;
  session.addRun(1);
  ViewState state;
  state.session.snapshot = session.store().snapshot();
  state.sight.range = *state.session.snapshot->bounds();
  for (const char* view : kOfARun) EXPECT_TRUE(saysForeign(view, state));
  for (const char* view : kOfARun) EXPECT_FALSE(saysForeign(view, {})) << "without a session there is none to speak of";
  state.session.hello = sampleHello();
  for (const char* view : kOfARun) EXPECT_FALSE(saysForeign(view, state));
}

TEST(EmptyNote, WhatALessonsPageHidesIsSaidToBeHidden) {
  SampleSession session;
  session.addRun(1);
  ViewState state = session.state();
  state.session.results.clear();
  state.session.hidden = LessonHides::OtherExperiment;
  for (const char* view : {"speed", "roofline"}) {
    RecordingCanvas canvas;
    findView(view)->draw(canvas, kArea, state);
    EXPECT_NE(canvas.findTextWith("Hidden while the lesson"), nullptr) << view;
  }
}

TEST(EmptyNote, WhatCouldTellALessonsAnswerIsSaidToBeHidden) {
  ViewState state;
  state.session.snapshot = TraceStore().snapshot();
  state.session.hello = sampleHello();
  state.session.hidden = LessonHides::Answer;
  for (const char* view : {"stack", "timeline", "speed"}) {
    RecordingCanvas canvas;
    findView(view)->draw(canvas, kArea, state);
    EXPECT_NE(canvas.findTextWith("while the lesson asks"), nullptr) << view;
    EXPECT_EQ(canvas.findTextWith("Press Run"), nullptr) << view;
  }
}

TEST(EmptyNote, ASessionThatIsCutOffBeforeItsEventsSaysSo) {
  TraceStore store;
  store.addMessage({MessageKind::Hello, "{}", {}});
  ViewState state;
  state.session.snapshot = store.snapshot();
  state.session.hello = sampleHello();
  const auto says = [&state](const char* view, std::string_view words) {
    RecordingCanvas canvas;
    findView(view)->draw(canvas, kArea, state);
    return canvas.findTextWith(words) != nullptr;
  };
  EXPECT_FALSE(says("timeline", "This session is cut off")) << "an agent that is gone, and nothing ran";
  state.session.title = "short.pftrace";
  for (const char* view : {"timeline", "stack", "tensor", "speed", "kernel", "roofline"})
    EXPECT_TRUE(says(view, "This session is cut off before")) << view;
  for (const char* view : {"tokens", "features", "frame", "bounds", "lesson"})
    EXPECT_FALSE(says(view, "This session is cut off")) << view << ": most whole sessions have nothing for it";
  EXPECT_TRUE(says("timeline", text(Msg::EndCutOff)));
  state.session.results.push_back(sampleResult("naive", 2, 1));
  for (const char* view : {"timeline", "stack"})
    EXPECT_TRUE(says(view, "This session is cut off: its results are here")) << view;
  for (const char* view : {"tensor", "tokens", "features", "frame", "lesson"})
    EXPECT_FALSE(says(view, "This session is cut off")) << view << " shows no events";
  state.sight.live = true;
  EXPECT_FALSE(says("timeline", "This session is cut off"));
  state.sight.live = false;
  store.addMessage({MessageKind::End, "{}", {}});
  state.session.snapshot = store.snapshot();
  EXPECT_FALSE(says("timeline", "This session is cut off")) << "nothing was recorded";
}

TEST(EmptyNote, TheTimelineListsNoStoreysWhileALessonAsks) {
  const auto listsStoreys = [](const ViewState& state) {
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, kArea, state);
    return canvas.findText(std::string(storeyInfo(Storey::Runtime).key)) != nullptr;
  };
  ViewState state;
  auto asking = std::make_shared<LessonSight>();
  state.sight.lesson = asking;
  EXPECT_TRUE(listsStoreys(state));
  asking->mayBet = true;
  EXPECT_FALSE(listsStoreys(state));
}

TEST(EmptyNote, InSlowMotionStatisticsWaitForTheFirstEventThatHasEnded) {
  RecordingCanvas canvas;
  findView("statistics")->draw(canvas, kArea, {});
  EXPECT_NE(canvas.findTextWith("ended"), nullptr) << "the run is complete there";
}

}  // namespace
}  // namespace strata::empty_note_test
