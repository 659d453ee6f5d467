#include <gtest/gtest.h>

#include <algorithm>

#include "app/facts/event_text.h"
#include "app/facts/set_back.h"
#include "app/views/timeline/timeline_layout.h"
#include "app/words/messages.h"
#include "tests/views/drawn_timeline.h"

// Events without an end: those that go on, and those whose agent is gone; and sessions without one.

namespace strata::timeline_test {
namespace {

TEST(Timeline, OpenEventsReachToNow) {
  SampleSession session;
  sampleRun(session);
  session.open({session.host(Storey::Model), "endless", 600'000, 0, 5, 0, EventKind::Slice, Storey::Model, {}, {}});
  ViewState state = session.state();
  state.sight.live = state.sight.running = true;
  state.sight.now = {SampleSession::kStart + 900'000};
  state.sight.range = {{SampleSession::kStart}, {SampleSession::kStart + 1'000'000}};
  const RecordingCanvas canvas = drawn(state);
  const TimelineLayout layout = layoutTimeline(kArea, state);
  const DrawOp* label = canvas.findText("endless");
  ASSERT_NE(label, nullptr);
  const auto hit =
      findView("timeline")->hit(canvas, kArea, state, {layout.xOf(state.sight.now) - 3, label->rect.y + 5});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->selection.call, CallId{5});
  EXPECT_NE(hit->tooltip.find("300 µs so far, not ended"), std::string::npos) << hit->tooltip;
  EXPECT_FALSE(findView("timeline")->hit(canvas, kArea, state, {layout.xOf(state.sight.now) + 10, label->rect.y + 5}));
}

TEST(Timeline, WhatItsAgentDidNotFinishHasAnOpenEndWhereItWasSeenLastAndSaysSo) {
  SampleSession session;
  sampleRun(session);
  session.open({session.host(Storey::Model), "endless", 600'000, 0, 5, 0, EventKind::Slice, Storey::Model, {}, {}});
  const auto before = session.store().snapshot();
  const EventRef endless = openRef(*before, before->openEvents().back());
  session.store().cutOff(endless, {SampleSession::kStart + 800'000});
  ViewState state = session.state();
  state.sight.now = {SampleSession::kStart + 900'000};
  state.sight.range = {{SampleSession::kStart}, {SampleSession::kStart + 1'000'000}};
  const RecordingCanvas canvas = drawn(state);
  const Rect bar = rectOf(state, endless);
  EXPECT_TRUE(std::ranges::any_of(canvas.of(DrawOp::Kind::Polyline), [&](const DrawOp* op) {
    return op->rect.y >= bar.y && op->rect.bottom() <= bar.bottom() && op->rect.x >= bar.right() - 15 &&
           op->rect.right() <= bar.right() + 1;
  })) << "hatched";
  const auto hit = findView("timeline")->hit(canvas, kArea, state, {bar.right() - 3, bar.y + 5});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("200 µs seen, then its agent ended"), std::string::npos) << hit->tooltip;
  EXPECT_FALSE(findView("timeline")->hit(canvas, kArea, state, {bar.right() + 10, bar.y + 5}));
}

TEST(Timeline, OfAWholeSessionSlowMotionSaysNotThatItsEndIsCutOff) {
  SampleSession session;
  session.addRun(1);
  session.store().addMessage({MessageKind::Hello, "{}", {}});
  EXPECT_NE(drawn(session.state()).findText(text(Msg::EndCutOff)), nullptr);
  session.store().addMessage({MessageKind::End, "{}", {}});
  ViewState state = session.state();
  const TimeRange bounds = *state.session.snapshot->bounds();
  const HostTime middle = bounds.begin + Duration{bounds.length().ns / 2};
  setBack(state, std::make_shared<const TraceSnapshot>(state.session.snapshot->until(middle)), middle);
  EXPECT_EQ(drawn(state).findText(text(Msg::EndCutOff)), nullptr);
}

}  // namespace
}  // namespace strata::timeline_test
