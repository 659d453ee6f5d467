#include <gtest/gtest.h>

#include "app/facts/event_text.h"
#include "app/facts/storey_shares.h"
#include "app/facts/variant_facts.h"
#include "app/words/messages.h"
#include "tests/views/drawn_stack.h"

namespace strata::stack_view_test {
namespace {

TEST(StackView, ShowsTheNewestFinishedCall) {
  SampleSession session;
  ViewState state = oneMatmul(session);
  EXPECT_EQ(chosenCall(state), CallId{3});
  session.open({session.host(Storey::Model), "repeat", 900'000, 0, 4, 0, EventKind::Slice, Storey::Model, {}, {}});
  EXPECT_EQ(chosenCall(session.state()), CallId{3}) << "a call that runs waits until it is done";
  state.sight.selection.call = CallId{1};
  EXPECT_EQ(chosenCall(state), CallId{1});
  state.sight.selection.call = CallId{99};
  EXPECT_EQ(chosenCall(state), CallId{3}) << "a call that is not there selects nothing";
}

TEST(StackView, ACallWhoseKernelWasStoppedIsNotChosenAndItsKernelSaysSo) {
  SampleSession session;
  oneMatmul(session);
  const SampleSession::Spec repeat{
      session.host(Storey::Model), "repeat", 900'000, 950'000, 4, 0, EventKind::Slice, Storey::Model, {}, {}};
  session.add(repeat);
  TraceEvent kernel;
  kernel.begin = {SampleSession::kStart + 910'000};
  kernel.payload = 30'000;
  kernel.name = session.store().intern("matmul_naive");
  kernel.track = session.stream(1);
  kernel.call = CallId{4};
  kernel.kind = EventKind::Kernel;
  kernel.storey = Storey::Hardware;
  const Arg stopped{session.store().intern(arg::kStopped), std::int64_t{1}};
  session.store().addStopped(kernel, std::span(&stopped, 1));
  const ViewState state = session.state();
  EXPECT_EQ(chosenCall(state), CallId{3});
  ASSERT_EQ(state.session.snapshot->openEvents().size(), 1u);
  EXPECT_NE(eventTooltip(state, state.session.snapshot->openEvents()[0].event).find("30.0 µs, then it was stopped"),
            std::string::npos);
}

TEST(StackView, NamesOfStoreysAreWholeOnHalfASlide) {
  SampleSession session;
  const ViewState state = oneMatmul(session);
  for (float width = 170; width < 420; width += 10) {
    RecordingCanvas canvas;
    findView("stack")->draw(canvas, {0, 0, width, 440}, state);
    for (std::size_t i = 0; i < kStoreyCount; ++i)
      EXPECT_NE(canvas.findText(storeys()[i].title), nullptr) << storeys()[i].title << " at " << width;
  }
}

TEST(EventTooltip, WhatNamesSomethingIsWrittenAsInItsFile) {
  SampleSession session;
  session.add({.track = session.stream(1),
               .name = "gemm",
               .begin = 0,
               .end = 100,
               .kind = EventKind::Kernel,
               .storey = Storey::Hardware,
               .numbers = {{"correlation", 1173}, {"Python id", 90'005}, {"queued", 12'000}}});
  const ViewState state = session.state();
  const std::string tip = eventTooltip(state, state.session.snapshot->row(0, 0)[0]);
  EXPECT_NE(tip.find("correlation: 1173\n"), std::string::npos) << tip;
  EXPECT_NE(tip.find("Python id: 90005"), std::string::npos) << tip;
  EXPECT_NE(tip.find("queued: 12\u202f000"), std::string::npos) << "which is a quantity: " << tip;
}

TEST(StackView, OfRepeatsTheOneWithTheMedianTimeIsShown) {
  SampleSession session;
  session.addRun(5);
  ViewState state = session.state();
  RunResult& result = state.session.results.emplace_back();
  result.firstCall = 1, result.lastCall = 5, result.medianCall = 2;
  EXPECT_EQ(chosenCall(state), CallId{2});
  result.lastCall = 4;
  EXPECT_EQ(chosenCall(state), CallId{5}) << "the newest is not of that result";
  result.lastCall = 5, result.medianCall = 9;
  EXPECT_EQ(chosenCall(state), CallId{5}) << "its call is not in this session";
}

/// Calls 1 and 2 ran a text; the one that came after it does not compile.
ViewState afterATextThatNeverRan(SampleSession& session) {
  session.addRun(2);
  ViewState state = session.state();
  RunResult mine, beside;
  mine.variant = "mine", beside.variant = "tiled";
  mine.text = "__global__ void mine() {";
  mine.status = RunResult::Status::Failed;
  beside.status = RunResult::Status::NotRun;
  state.session.results = {mine, beside};
  return state;
}

TEST(StackView, OfARunThatLaunchedNothingNoCallOfAnEarlierOneIsShown) {
  SampleSession session;
  ViewState state = afterATextThatNeverRan(session);
  EXPECT_TRUE(launchedNothing(state.session));
  EXPECT_EQ(chosenCall(state), CallId::None);
  EXPECT_NE(draw(state).canvas.findTextWith("This run launched nothing"), nullptr);
  state.session.results[1].modelled.emplace();
  EXPECT_EQ(chosenCall(state), CallId{2}) << "what is modelled was launched to be counted";
  state.session.results.clear();
  state.session.lost = true;
  EXPECT_EQ(chosenCall(state), CallId::None) << "it ended with its agent before its first call";
}

TEST(StackView, ACallOfARunThatIsNotShownNamesThatRun) {
  SampleSession session;
  ViewState state = afterATextThatNeverRan(session);
  state.session.otherRuns = {{"Run 1 · matmul", CallId{1}, CallId{2}}};
  state.sight.selection.call = CallId{1};
  const std::string said = fillText(Msg::StackOtherRunSubtitle, {"Run 1 · matmul"});
  for (const bool still : {false, true}) {
    state.sight.still = still;
    EXPECT_NE(draw(state).canvas.findText(said), nullptr);
  }
  EXPECT_NE(findView("stack")->figures(state).find("Run 1 · matmul"), std::string::npos);
  state.session.otherRuns.clear();
  EXPECT_EQ(draw(state).canvas.findTextWith("another run"), nullptr) << "it is of the run that is shown";
}

TEST(StackView, APictureHasNoSwitchThatNobodyCanPress) {
  SampleSession session;
  ViewState state = oneMatmul(session);
  for (const bool still : {false, true}) {
    state.sight.still = still;
    for (const Msg words : {Msg::StackFollow, Msg::StackAllCalls})
      EXPECT_EQ(draw(state).canvas.findText(text(words)) == nullptr, still);
  }
  state.sight.clickable = true;
  EXPECT_NE(draw(state).canvas.findText(text(Msg::StackAllCalls)), nullptr) << "a lesson's slide";
}

TEST(StackView, PrefersTheNewestCallThatRanAKernel) {
  SampleSession session;
  oneMatmul(session);
  session.add(
      {session.host(Storey::Model), "check", 2'000'000, 2'100'000, 4, 0, EventKind::Slice, Storey::Model, {}, {}});
  EXPECT_EQ(chosenCall(session.state()), CallId{3});
  SampleSession onlyCopies;
  onlyCopies.add({onlyCopies.host(Storey::Model), "check", 0, 100, 1, 0, EventKind::Slice, Storey::Model, {}, {}});
  EXPECT_EQ(chosenCall(onlyCopies.state()), CallId{1});
}

// A result may have the roofs measured once more behind it.
TEST(StackView, ACallOfManyKernelsThatNeverEndedDoesNotHideThoseBeforeIt) {
  SampleSession session;
  const auto launch = [&](std::uint32_t stream, std::uint32_t call, std::int64_t at) {
    session.add({session.stream(stream), "heat", at, at + 10, call, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
  };
  const auto call = [&](std::uint32_t id, std::int64_t at) {
    session.add({session.host(Storey::Model), "frame", at, at + 90, id, 0, EventKind::Slice, Storey::Model, {}, {}});
  };
  call(1, 0), launch(1, 1, 50);  // of another agent
  call(2, 1'000), launch(2, 2, 1'050);
  session.open({session.host(Storey::Model), "frame", 2'000, 0, 3, 0, EventKind::Slice, Storey::Model, {}, {}});
  for (std::int64_t i = 0; i < 20; ++i) launch(2, 3, 2'000 + 20 * i);
  EXPECT_EQ(chosenCall(session.state()), CallId{2});
}

TEST(StackView, FollowsACallThatMeasuresRoofsOnlyWhereThereIsNoOther) {
  SampleSession session;
  const auto addCall = [&](std::string_view name, std::uint32_t call, std::uint32_t stream, std::int64_t begin) {
    session.add({.track = session.host(Storey::Model),
                 .name = name,
                 .begin = begin,
                 .end = begin + 1000,
                 .call = call,
                 .storey = Storey::Model});
    session.add({.track = session.stream(stream),
                 .name = "kernel",
                 .begin = begin + 100,
                 .end = begin + 900,
                 .call = call,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  };
  addCall("roof: vectorised", 1, 2, 0);
  EXPECT_EQ(chosenCall(session.state()), CallId{1});
  addCall("naive 256×256×256", 2, 1, 10'000);
  for (std::uint32_t i = 0; i < 20; ++i) addCall("roof: chains_128", 3 + i, 2, 20'000 + 2000 * i);
  addCall("forecast: tiled 128×128×128", 23, 3, 90'000);
  EXPECT_EQ(chosenCall(session.state()), CallId{2});
}

/// As many kernels as a queue is looked back for, and more, that ran only to be counted.
void addCounting(SampleSession& session, std::uint32_t call, std::int64_t begin) {
  session.add({.track = session.host(Storey::Model),
               .name = "tiled, counted for NVIDIA T4",
               .begin = begin,
               .end = begin + 10'000,
               .call = call,
               .storey = Storey::Model});
  for (std::int64_t i = 0; i < 20; ++i)
    session.add({.track = session.stream(1),
                 .name = "matmul_tiled",
                 .begin = begin + 100 * i,
                 .end = begin + 100 * i + 50,
                 .call = call,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
}

TEST(StackView, FollowsACallThatOnlyCountsWhereThereIsNoOther) {
  SampleSession session;
  addCounting(session, 1, 0);
  EXPECT_EQ(chosenCall(session.state()), CallId{1});
  session.add({.track = session.host(Storey::Model),
               .name = "check",
               .begin = 20'000,
               .end = 20'100,
               .call = 2,
               .storey = Storey::Model});
  addCounting(session, 3, 30'000);
  EXPECT_EQ(chosenCall(session.state()), CallId{2}) << "though it ran no kernel";
  session.addMatmul(4, 100'000);
  addCounting(session, 5, 300'000);
  ViewState state = session.state();
  EXPECT_EQ(chosenCall(state), CallId{4});
  EXPECT_EQ(storeySharesOf(*state.session.snapshot, state.sight.range).calls, 2u) << "nor are they among all calls";
  state.sight.selection.call = CallId{5};
  EXPECT_EQ(chosenCall(state), CallId{5}) << "it was asked for";
}

TEST(StackView, SaysThatACallIsSlowSinceItsAccessesAreCounted) {
  SampleSession session;
  session.addMatmul(1, 0);
  addCounting(session, 2, 300'000);
  ViewState state = session.state();
  EXPECT_EQ(draw(state).canvas.findText(text(Msg::StackOnlyCounts)), nullptr);
  state.sight.selection.call = CallId{2};
  const Drawn drawn = draw(state);
  EXPECT_NE(drawn.canvas.findText(text(Msg::StackOnlyCounts)), nullptr);
  const Rect bar = rowOf(drawn, Storey::Model).bars.at(0).rect;
  const auto hit = findView("stack")->hit(drawn.canvas, kArea, drawn.state, {bar.x + 1, bar.y + 1});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find(text(Msg::TipOnlyCounts)), std::string::npos)
      << "the call is as slow as its kernels: " << hit->tooltip;
}

TEST(StackView, ShowsARunningCallWhenNoneIsDone) {
  SampleSession session;
  session.open({session.host(Storey::Model), "repeat", 1'000, 0, 1, 0, EventKind::Slice, Storey::Model, {}, {}});
  ViewState state = session.state();
  state.sight.live = state.sight.running = true;
  state.sight.now = {SampleSession::kStart + 51'000};
  const Drawn drawn = draw(state);
  EXPECT_TRUE(drawn.picture.running);
  EXPECT_EQ(drawn.picture.total, Duration{50'000});
  EXPECT_NE(drawn.canvas.findText(text(Msg::CallRunning)), nullptr);
}

}  // namespace
}  // namespace strata::stack_view_test
