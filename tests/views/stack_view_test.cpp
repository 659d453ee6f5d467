#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "app/canvas/format.h"
#include "app/canvas/recording_canvas.h"
#include "app/canvas/theme.h"
#include "app/facts/storey_shares.h"
#include "app/views/stack/stack_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "engine/trace/trace_query.h"
#include "tests/views/sample_session.h"

namespace strata::stack_view_test {
namespace {

constexpr Rect kArea{0, 0, 1294, 404};

struct Drawn {
  ViewState state;
  RecordingCanvas canvas;
  CallPicture picture;
  StackLayout layout;
};

Drawn draw(ViewState state, Rect area = kArea) {
  Drawn drawn{std::move(state), {}, {}, {}};
  findView("stack")->draw(drawn.canvas, area, drawn.state);
  drawn.picture = pictureOfCall(drawn.state, chosenCall(drawn.state)).value_or(CallPicture{});
  drawn.layout = layoutStack(area, &drawn.picture);
  return drawn;
}

const StackRow& rowOf(const Drawn& drawn, Storey storey) {
  return drawn.layout.rows[static_cast<std::size_t>(storey)];
}

std::string kernelOf(const ViewState& state, CallId call) {
  for (const EventRef ref : eventsOfCall(*state.session.snapshot, call))
    if (const TraceEvent& event = state.session.snapshot->event(ref); event.kind == EventKind::Kernel)
      return std::string(state.session.snapshot->name(event.name));
  return {};
}

ViewState oneMatmul(SampleSession& session, std::uint32_t calls = 3) {
  session.addRun(calls);
  return session.state();
}

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

TEST(StackView, SelfTimesAreThoseOfTheQueryAndSumToTheCall) {
  SampleSession session;
  const ViewState state = oneMatmul(session);
  for (const CallId call : {CallId{1}, CallId{2}, CallId{3}}) {
    const CallPicture picture = pictureOfCall(state, call).value();
    const auto expected = storeyTimes(*state.session.snapshot, call);
    Duration sum;
    for (std::size_t i = 0; i < kStoreyCount; ++i) {
      EXPECT_EQ(picture.storeys[i].self, expected[i]) << storeys()[i].key;
      sum += picture.storeys[i].self;
    }
    EXPECT_EQ(sum, picture.total);
    EXPECT_EQ(picture.total, Duration{61'800});
  }
}

TEST(StackView, MemsetsAreNoKernels) {
  SampleSession session;
  const auto stream = session.stream(1);
  session.add({session.host(Storey::Framework), "aten::zero_", 0, 900, 1, 0, EventKind::Slice, Storey::Framework});
  session.add({stream, "gemm", 100, 200, 1, 0, EventKind::Kernel, Storey::Hardware});
  for (const std::int64_t begin : {300, 400})
    session.add({stream, "Memset (Device)", begin, begin + 50, 1, 0, EventKind::Kernel, Storey::Hardware});
  const ViewState state = session.state();
  const CallPicture picture = pictureOfCall(state, CallId{1}).value();
  EXPECT_EQ(
      spentOn(*state.session.snapshot, Storey::Hardware, picture.storeys[static_cast<std::size_t>(Storey::Hardware)]),
      "1 kernel · 2 memsets");
}

TEST(StackView, RowsStandInTheOrderOfTheStoreys) {
  SampleSession session;
  const Drawn drawn = draw(oneMatmul(session));
  float last = 0;
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    const DrawOp* title = drawn.canvas.findText(storeys()[i].title);
    ASSERT_NE(title, nullptr) << storeys()[i].title;
    EXPECT_GT(title->rect.y, last);
    last = title->rect.y;
  }
}

TEST(StackView, CountsBarsAndTellsWhatWasSpent) {
  SampleSession session;
  const Drawn drawn = draw(oneMatmul(session));
  EXPECT_EQ(rowOf(drawn, Storey::Runtime).bars.size(), 2u);
  EXPECT_EQ(rowOf(drawn, Storey::Hardware).bars.size(), 1u);
  EXPECT_TRUE(rowOf(drawn, Storey::Compiler).bars.empty());
  for (const std::string_view words : {"61.8 µs", "39.6 µs", "2 calls", "device 39.6 µs · 1 kernel", "ahead of time",
                                       "g++ 12.2.0", "matmul #3 · 61.8 µs", "measured"})
    EXPECT_NE(drawn.canvas.findText(words), nullptr) << words;
}

TEST(StackView, AKernelThatWasCompiledBeforeTheCallWhileTheProgramRanSaysSo) {
  SampleSession session;
  const auto build = [&](std::uint32_t call, std::int64_t at, std::string_view kernels) {
    session.add(
        {session.host(Storey::Model), "made ready", at, at + 900, call, 0, EventKind::Slice, Storey::Model, {}, {}});
    session.add({session.host(Storey::Compiler),
                 "compile mine.cu",
                 at + 100,
                 at + 800,
                 call,
                 0,
                 EventKind::Slice,
                 Storey::Compiler,
                 {},
                 {{"provider", "g++"}, {"kernels", kernels}}});
  };
  build(1, 0, "matmul_tiled<32, 2>, own_other");
  session.addMatmul(2, 1'000);
  const auto found = draw(session.state()).canvas.findText(text(Msg::AheadOfTime));
  EXPECT_NE(found, nullptr) << "another kernel was compiled";
  build(3, 80'000, "other, own_" + kernelOf(session.state(), CallId{2}));
  session.addMatmul(4, 90'000);
  const Drawn drawn = draw(session.state());
  EXPECT_EQ(drawn.canvas.findText(text(Msg::AheadOfTime)), nullptr);
  EXPECT_NE(drawn.canvas.findText(text(Msg::JustInTime)), nullptr);
  EXPECT_NE(drawn.canvas.findTextWith("by g++: 700 ns"), nullptr);
  ViewState before = session.state();
  before.sight.selection.call = CallId{2};
  EXPECT_NE(draw(before).canvas.findText(text(Msg::AheadOfTime)), nullptr) << "that came later";
}

TEST(StackView, ALibrarysWorkIsNotOfThisProgramsCompiler) {
  SampleSession session;
  const auto call = [&](std::uint32_t number, std::int64_t at, std::string_view provider) {
    session.add({.track = session.host(Storey::Model),
                 .name = "repeat",
                 .begin = at,
                 .end = at + 100,
                 .call = number,
                 .storey = Storey::Model});
    session.add({.track = session.host(Storey::Library),
                 .name = "sgemm",
                 .begin = at + 10,
                 .end = at + 90,
                 .call = number,
                 .storey = Storey::Library,
                 .texts = {{arg::kProvider, provider}}});
  };
  call(1, 0, "OpenBLAS 0.3.21");
  call(2, 1'000, "Strata");
  ViewState state = session.state();
  const std::string brought = fillText(Msg::BroughtBy, {"OpenBLAS 0.3.21"});
  state.sight.selection.call = CallId{1};
  const Drawn library = draw(state);
  EXPECT_NE(library.canvas.findText(brought), nullptr);
  EXPECT_EQ(library.canvas.findTextWith("when this program was built"), nullptr);
  const Rect name = rowOf(library, Storey::Compiler).name;
  const auto hit = findView("stack")->hit(library.canvas, kArea, state, {name.x + 10, name.y + 10});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find(brought), std::string::npos);
  state.sight.selection.call = CallId{2};
  EXPECT_NE(draw(state).canvas.findTextWith("when this program was built"), nullptr);
}

TEST(StackView, ADriverThatNobodySawIsNotObservedRatherThanNotInTheCall) {
  SampleSession session;
  const auto slice = [&](Storey storey, std::string_view name, std::int64_t from, std::int64_t to) {
    session.add({.track = session.host(storey), .name = name, .begin = from, .end = to, .call = 1, .storey = storey});
  };
  slice(Storey::Model, "repeat", 0, 100);
  slice(Storey::Framework, "mm", 10, 90);
  slice(Storey::Library, "gemm", 20, 80);
  slice(Storey::Runtime, "cudaLaunchKernel", 30, 60);
  slice(Storey::Hardware, "work", 62, 70);
  ViewState state = session.state();
  EXPECT_NE(draw(state).canvas.findText(text(Msg::NotInCall)), nullptr) << "all system calls are seen";
  state.session.hello->device.backend = "cuda";
  EXPECT_EQ(draw(state).canvas.findText(text(Msg::NotInCall)), nullptr);
  EXPECT_NE(draw(state).canvas.findText(text(Msg::NotObserved)), nullptr);
}

TEST(StackView, SegmentsFillTheirBarsAndBrightIsTheSelfTime) {
  SampleSession session;
  const Drawn drawn = draw(oneMatmul(session));
  const float perNs = drawn.layout.xOf(drawn.picture.span, drawn.picture.span.begin + Duration{1'000}) -
                      drawn.layout.xOf(drawn.picture.span, drawn.picture.span.begin);
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    float bright = 0;
    for (const StackBar& bar : drawn.layout.rows[i].bars) {
      float all = 0;
      for (const StackSegment& part : bar.segments) {
        all += part.w;
        bright += part.own ? part.w : 0;
      }
      EXPECT_NEAR(all, bar.rect.w, 0.1);
    }
    EXPECT_NEAR(bright, perNs * static_cast<float>(drawn.picture.storeys[i].self.ns) / 1'000, 0.5) << storeys()[i].key;
  }
}

TEST(StackView, AStoreyThatIsMissingSaysWhyAndWhatToDo) {
  SampleSession session;
  ViewState state = oneMatmul(session);
  state.session.storeys[3] = {Storey::Compiler,  false, "nvcc", "", "not installed: no CUDA toolkit here",
                              "see docs/cuda.md"};
  const Drawn drawn = draw(state);
  EXPECT_NE(drawn.canvas.findText("not installed: no CUDA toolkit here"), nullptr);
  EXPECT_NE(drawn.canvas.findText("see docs/cuda.md"), nullptr);
  EXPECT_EQ(drawn.canvas.findText("Compiler")->color, darkTheme().textDim);
}

TEST(StackView, NestedAndTinySlicesAreFoldedAndCounted) {
  SampleSession session;
  const std::uint32_t track = session.host(Storey::Framework);
  session.add({track, "op", 0, 1'000'000, 1, 0, EventKind::Slice, Storey::Framework, {}, {}});
  for (int i = 0; i < 500; ++i)
    session.add({track, "inner", 1'000 + i * 100, 1'050 + i * 100, 1, 0, EventKind::Slice, Storey::Framework, {}, {}});
  const Drawn drawn = draw(session.state());
  std::uint32_t counted = 0;
  const StackRow& row = rowOf(drawn, Storey::Framework);
  for (const StackBar& bar : row.bars) {
    counted += bar.count;
    EXPECT_GE(bar.rect.w, 2);
  }
  EXPECT_EQ(counted, 501u);
  EXPECT_LT(row.bars.size(), 60u);
}

TEST(StackView, WhatNestsTooDeepInWhatIsFoldedIsCounted) {
  SampleSession session;
  const std::uint32_t model = session.host(Storey::Model), track = session.host(Storey::Framework);
  session.add({model, "matmul", 0, 1'000'000, 1, 0, EventKind::Slice, Storey::Model, {}, {}});
  for (int i = 0; i < 300; ++i)
    for (int depth = 0; depth < 5; ++depth)
      session.add({track,
                   "op",
                   1'000 + i * 100 + depth,
                   1'080 + i * 100 - depth,
                   1,
                   0,
                   EventKind::Slice,
                   Storey::Framework,
                   {},
                   {}});
  const Drawn drawn = draw(session.state());
  const StackRow& row = rowOf(drawn, Storey::Framework);
  std::uint32_t counted = 0;
  for (const StackBar& bar : row.bars) counted += bar.count;
  EXPECT_EQ(counted, 1500u);
  const auto folded = std::ranges::find_if(row.bars, [](const StackBar& bar) { return bar.count > 1; });
  ASSERT_NE(folded, row.bars.end());
  const auto hit =
      findView("stack")->hit(drawn.canvas, kArea, drawn.state, {folded->rect.x + 0.5f, folded->rect.y + 1});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find(fillText(Msg::StackFolded, {formatCount(folded->count)})), std::string::npos);
}

TEST(StackView, LabelsStayInsideWhatTheyName) {
  SampleSession session;
  for (const float width : {400.f, 700.f, 1294.f}) {
    const Drawn drawn = draw(oneMatmul(session, 1), {0, 0, width, 404});
    for (const StackRow& row : drawn.layout.rows)
      for (const DrawOp* op : drawn.canvas.of(DrawOp::Kind::Text))
        EXPECT_FALSE(row.plot.contains({op->rect.x, op->rect.y + op->rect.h / 2}) &&
                     op->rect.right() > row.plot.right() + 0.5f)
            << op->text;
  }
}

TEST(StackView, HitGivesTheEventAndItsCall) {
  SampleSession session;
  const Drawn drawn = draw(oneMatmul(session));
  const StackBar& kernel = rowOf(drawn, Storey::Hardware).bars.front();
  const auto hit = findView("stack")->hit(drawn.canvas, kArea, drawn.state, {kernel.rect.x + 5, kernel.rect.y + 5});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->selection.call, CallId{3});
  EXPECT_EQ(drawn.state.session.snapshot->event(*hit->selection.event).kind, EventKind::Kernel);
  for (const std::string_view words :
       {"matmul_tiled<32>", "39.6 µs measured", "Hardware · stream 1", "call #3", "launched by strataLaunchKernel",
        "grid 16×16 · block 32×32", "started 3.40 µs after its launch ended"})
    EXPECT_NE(hit->tooltip.find(words), std::string::npos) << words << "\nnot in\n" << hit->tooltip;
}

TEST(StackView, NamesExplainTheirStoreyAndKeepTheSelection) {
  SampleSession session;
  Drawn drawn = draw(oneMatmul(session));
  drawn.state.sight.selection = {std::nullopt, CallId{2}};
  const Rect name = rowOf(drawn, Storey::Driver).name;
  const auto hit = findView("stack")->hit(drawn.canvas, kArea, drawn.state, {name.x + 10, name.y + 10});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->selection, drawn.state.sight.selection);
  EXPECT_NE(hit->tooltip.find("queues, doorbells, page tables"), std::string::npos);
  EXPECT_NE(hit->tooltip.find("Linux kernel 6.1.0-18-amd64"), std::string::npos);
}

TEST(StackView, EmptyTeaches) {
  const Drawn drawn = draw(ViewState{});
  EXPECT_NE(drawn.canvas.findText(text(Msg::StackEmpty)), nullptr);
  EXPECT_NE(drawn.canvas.findText("BLAS and DNN routines"), nullptr);
}

TEST(StackView, AllCallsAsSharesAddUp) {
  SampleSession session;
  ViewState state = oneMatmul(session, 5);
  const StoreyShares shares = storeySharesOf(*state.session.snapshot, state.sight.range);
  EXPECT_EQ(shares.calls, 5u);
  EXPECT_EQ(shares.total, Duration{5 * 61'800});
  Duration sum;
  for (const Duration self : shares.self) sum += self;
  EXPECT_EQ(sum, shares.total);
  EXPECT_EQ(storeySharesOf(*state.session.snapshot, state.sight.range, CallLevel::Op, 2).calls, 2u);
  EXPECT_EQ(storeySharesOf(*state.session.snapshot, state.sight.range, CallLevel::Op, 2).inRange, 5u)
      << "what was left out is said";
  state.sight.choices.allCalls = true;
  state.sight.shares = std::make_shared<StoreyShares>(shares);
  const Drawn drawn = draw(state);
  EXPECT_NE(drawn.canvas.findText(formatPercent(shares.self[6].seconds() / shares.total.seconds())), nullptr);
}

TEST(StackView, AStoreyThatIsAskedForIsClickedAmongAllCallsToo) {
  SampleSession session;
  ViewState state = oneMatmul(session, 5);
  state.sight.choices.allCalls = true;
  state.sight.shares = std::make_shared<StoreyShares>(storeySharesOf(*state.session.snapshot, state.sight.range));
  LessonSight lesson;
  lesson.open = lesson.mayBet = true;
  lesson.question.emplace();
  lesson.question->question.kind = Question::Kind::Place;
  lesson.question->question.unit = "storey";
  state.sight.lesson = std::make_shared<const LessonSight>(lesson);
  const Drawn drawn = draw(state);
  const auto* words = drawn.canvas.findText("Hardware");
  ASSERT_NE(words, nullptr);
  const auto hit = findView("stack")->hit(drawn.canvas, kArea, state, {words->rect.x + 2, words->rect.y + 2});
  ASSERT_TRUE(hit && hit->lesson);
  EXPECT_EQ(hit->lesson->bet.word, "hardware");
}

TEST(StackView, TheLevelOfAllCallsIsChosenWhereThereAreOthers) {
  SampleSession session;
  ViewState state = oneMatmul(session, 5);
  state.sight.choices.allCalls = true;
  StoreyShares shares = storeySharesOf(*state.session.snapshot, state.sight.range);
  state.sight.shares = std::make_shared<StoreyShares>(shares);
  EXPECT_EQ(draw(state).canvas.findText(text(Msg::StackByAnnotation)), nullptr) << "our own sessions have none";
  shares.levels.push_back(CallLevel::Annotation);
  state.sight.shares = std::make_shared<StoreyShares>(shares);
  const Drawn drawn = draw(state);
  const auto* words = drawn.canvas.findText(text(Msg::StackByAnnotation));
  ASSERT_NE(words, nullptr);
  const auto hit = findView("stack")->hit(drawn.canvas, kArea, state, {words->rect.x + 2, words->rect.y + 2});
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_EQ(hit->choices->level, CallLevel::Annotation);
  EXPECT_TRUE(hit->choices->allCalls);
}

/// Calls of 10 µs whose kernels, of 40 µs, begin when their calls have returned; one kernel more has no host event.
ViewState asynchronous(SampleSession& session) {
  const auto framework = session.host(Storey::Framework), runtime = session.host(Storey::Runtime);
  const auto stream = session.stream(1);
  for (std::uint32_t call = 1; call <= 3; ++call) {
    const std::int64_t at = call * 10'000;
    session.add({framework, "mm", at, at + 10'000, call, 0, EventKind::Slice, Storey::Framework, {}, {}});
    session.add({runtime, "launch", at + 2'000, at + 4'000, call, call, EventKind::Slice, Storey::Runtime, {}, {}});
    const std::int64_t work = 40'000 * call;
    session.add({stream, "gemm", work, work + 40'000, call, call, EventKind::Kernel, Storey::Hardware, {}, {}});
  }
  session.add({stream, "lost", 200'000, 205'000, 0, 9, EventKind::Kernel, Storey::Hardware, {}, {}});
  return session.state();
}

TEST(StackView, WorkAfterTheReturnIsAFigureOfItsOwn) {
  SampleSession session;
  ViewState state = asynchronous(session);
  state.sight.selection.call = CallId{2};
  const Drawn drawn = draw(state);
  EXPECT_EQ(drawn.picture.total, Duration{10'000});
  EXPECT_EQ(drawn.picture.storeys[6].self, Duration{0}) << "the caller waited for none of it";
  EXPECT_EQ(drawn.picture.work.time(), Duration{40'000});
  EXPECT_EQ(drawn.picture.work.afterReturn, Duration{40'000});
  EXPECT_NE(drawn.canvas.findText("device 40.0 µs"), nullptr) << "loud, and not a zero";
  EXPECT_NE(drawn.canvas.findTextWith("0 ns self"), nullptr);
  EXPECT_NE(drawn.canvas.findTextWith("device work 40.0 µs, 40.0 µs after the return"), nullptr);
  const Rect side = rowOf(drawn, Storey::Hardware).side;
  const auto hit = findView("stack")->hit(drawn.canvas, kArea, state, {side.x + 10, side.y + 10});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("this figure is separate"), std::string::npos);
}

TEST(StackView, AllCallsSayTheDeviceWorkForThemAndWhatIsOfNoCall) {
  SampleSession session;
  ViewState state = asynchronous(session);
  const StoreyShares shares = storeySharesOf(*state.session.snapshot, state.sight.range);
  EXPECT_EQ(shares.total, Duration{30'000}) << "the seven are the callers' time";
  EXPECT_EQ(shares.self[6], Duration{0});
  EXPECT_EQ(shares.work.time(), Duration{120'000});
  EXPECT_EQ(shares.work.afterReturn, Duration{120'000});
  EXPECT_EQ(shares.unassigned.time(), Duration{5'000});
  EXPECT_EQ(shares.withoutLaunch, 1u);
  const TimeRange calls{{SampleSession::kStart}, {SampleSession::kStart + 40'000}};
  EXPECT_EQ(storeySharesOf(*state.session.snapshot, calls).work.time(), Duration{120'000}) << "wherever in time it ran";
  EXPECT_EQ(storeySharesOf(*state.session.snapshot, calls).unassigned.count(), 0u);
  EXPECT_EQ(storeySharesOf(*state.session.snapshot, state.sight.range, CallLevel::Op, 1).work.time(), Duration{40'000})
      << "of the newest call";
  state.sight.choices.allCalls = true;
  state.sight.shares = std::make_shared<StoreyShares>(shares);
  const Drawn drawn = draw(state);
  EXPECT_NE(drawn.canvas.findText("device 40.0 µs a call"), nullptr);
  EXPECT_NE(drawn.canvas.findText("device work 120 µs, 120 µs after the returns"), nullptr);
  EXPECT_NE(drawn.canvas.findText("5.00 µs outside every call"), nullptr);
  const Rect row = drawn.layout.rows[6].plot;
  const auto hit = findView("stack")->hit(drawn.canvas, kArea, state, {row.x + 10, row.y + 10});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("120 µs for these calls"), std::string::npos);
  EXPECT_NE(hit->tooltip.find("5.00 µs of device work in sight"), std::string::npos);
}

TEST(StackView, TheSwitchInTheHeaderChoosesAllCallsAndBack) {
  SampleSession session;
  ViewState state = oneMatmul(session);
  const RecordingCanvas before = draw(state).canvas;
  const DrawOp* all = before.findText(text(Msg::StackAllCalls));
  ASSERT_NE(all, nullptr);
  const auto hit = findView("stack")->hit(before, kArea, state, {all->rect.x + 2, all->rect.y + 5});
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_TRUE(hit->choices->allCalls);
  state.sight.choices = *hit->choices;
  const RecordingCanvas after = draw(state).canvas;
  const DrawOp* follow = after.findText(text(Msg::StackFollow));
  ASSERT_NE(follow, nullptr);
  EXPECT_FALSE(
      findView("stack")->hit(after, kArea, state, {follow->rect.x + 2, follow->rect.y + 5})->choices->allCalls);
}

}  // namespace
}  // namespace strata::stack_view_test
