#include <gtest/gtest.h>

#include <algorithm>

#include "app/canvas/format.h"
#include "app/canvas/theme.h"
#include "app/words/messages.h"
#include "engine/trace/trace_query.h"
#include "tests/views/drawn_stack.h"

namespace strata::stack_view_test {
namespace {

std::string kernelOf(const ViewState& state, CallId call) {
  for (const EventRef ref : eventsOfCall(*state.session.snapshot, call))
    if (const TraceEvent& event = state.session.snapshot->event(ref); event.kind == EventKind::Kernel)
      return std::string(state.session.snapshot->name(event.name));
  return {};
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

TEST(StackView, ItsTimesAreNamedOtherwiseThanThoseOfATableThatGoByThread) {
  SampleSession session;
  const Drawn drawn = draw(oneMatmul(session));
  EXPECT_NE(drawn.canvas.findTextWith(std::string(text(Msg::StackOwn)) + " · "), nullptr);
  EXPECT_EQ(drawn.canvas.findTextWith(std::string(text(Msg::StatisticsSelf)) + " · "), nullptr);
  for (const Storey storey : {Storey::Runtime, Storey::Hardware}) {
    const Rect side = rowOf(drawn, storey).side;
    const auto hit = findView("stack")->hit(drawn.canvas, kArea, drawn.state, {side.x + 5, side.y + 5});
    ASSERT_TRUE(hit);
    const Duration own = drawn.picture.storeys[static_cast<std::size_t>(storey)].self;
    EXPECT_NE(hit->tooltip.find(fillText(Msg::StackOwnTip, {formatDuration(own)})), std::string::npos) << hit->tooltip;
    EXPECT_EQ(hit->tooltip.find("The device worked") != std::string::npos, storey == Storey::Hardware);
  }
}

TEST(StackView, TheOutlineOfWhatIsSelectedCoversNoLetters) {
  SampleSession session;
  ViewState state = oneMatmul(session);
  const CallId call{2};
  for (const EventRef ref : eventsOfCall(*state.session.snapshot, call)) {
    state.sight.selection = {ref, call};
    for (const float height : {150.f, 230.f, 404.f}) {
      const Drawn drawn = draw(state, {0, 0, 1294, height});
      const auto& ops = drawn.canvas.ops();
      const auto outline = std::ranges::find_if(
          ops, [](const DrawOp& op) { return op.kind == DrawOp::Kind::Stroke && op.color == darkTheme().white; });
      if (outline == ops.end()) continue;  // it is folded
      for (const StackRow& row : drawn.layout.rows)
        for (const StackBar& bar : row.bars) {
          if (bar.first.ref != ref) continue;
          EXPECT_LT(outline->rect.y, bar.rect.y) << height;
          EXPECT_GT(outline->rect.bottom(), bar.rect.bottom()) << height;
          EXPECT_LE(outline->width, bar.rect.y - outline->rect.y + 0.01f) << "it lies outside";
          EXPECT_TRUE(std::none_of(ops.begin(), outline, [&](const DrawOp& op) {
            return op.kind == DrawOp::Kind::Text && bar.rect.contains({op.rect.x, op.rect.y + op.rect.h / 2});
          })) << "letters stand on it";
        }
    }
  }
}

TEST(StackView, ThatATimeIsItsOwnIsSaidInASmallWindowToo) {
  SampleSession session;
  const Drawn drawn = draw(oneMatmul(session), {0, 0, 420, 330});
  for (const Storey storey : {Storey::Framework, Storey::Library, Storey::Runtime, Storey::Driver}) {
    const Rect side = rowOf(drawn, storey).side;
    const auto own = drawn.canvas.of(DrawOp::Kind::Text);
    EXPECT_TRUE(std::ranges::any_of(own, [&](const DrawOp* op) {
      return side.contains({op->rect.x, op->rect.y}) && op->text.starts_with(text(Msg::StackOwn));
    })) << storeyInfo(storey).key;
  }
}

TEST(StackView, TimesOfTheSevenRowsAddUpInALowWindowToo) {
  SampleSession session;
  const Drawn drawn = draw(oneMatmul(session), {0, 0, 800, 260});
  const Rect side = rowOf(drawn, Storey::Model).side;
  const auto texts = drawn.canvas.of(DrawOp::Kind::Text);
  const auto stands = [&](std::string_view words) {
    return std::ranges::any_of(texts, [&](const DrawOp* op) {
      return side.contains({op->rect.x, op->rect.y}) && op->text.starts_with(words);
    });
  };
  EXPECT_TRUE(stands(text(Msg::StackOwn)));
  EXPECT_TRUE(stands(formatDuration(drawn.picture.storeys[static_cast<std::size_t>(Storey::Model)].self)));
  EXPECT_FALSE(stands(text(Msg::Total)));
  EXPECT_NE(drawn.canvas.findTextWith(formatDuration(drawn.picture.total)), nullptr) << "in the header";
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

TEST(StackView, WhatTheDeviceDidIsWholeInAWideWindow) {
  SampleSession session;
  const auto stream = session.stream(1), copies = session.copies("H2D");
  session.add({session.host(Storey::Framework), "token", 0, 900'000, 1, 0, EventKind::Slice, Storey::Framework});
  for (std::int64_t i = 0; i < 54; ++i)
    session.add({stream, "gemm", 1000 + i * 3000, 4000 + i * 3000, 1, 0, EventKind::Kernel, Storey::Hardware});
  for (std::int64_t i = 0; i < 12; ++i)
    session.add({copies, "copy", 400'000 + i * 3000, 402'000 + i * 3000, 1, 0, EventKind::Copy, Storey::Hardware});
  const Drawn drawn = draw(session.state(), {0, 0, 1216, 400});
  const DrawOp* words = drawn.canvas.findTextWith("54 kernels · 12 cop");
  ASSERT_NE(words, nullptr);
  EXPECT_EQ(words->text.find("…"), std::string::npos) << words->text;
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

TEST(StackView, WhenALibrarysCodeIsMadeIsAFactOfTheLibrary) {
  const auto drawnOf = [](std::string_view provider) {
    SampleSession session;
    for (const Storey storey : {Storey::Model, Storey::Library})
      session.add({.track = session.host(storey),
                   .name = "work",
                   .begin = 0,
                   .end = 100,
                   .call = 1,
                   .storey = storey,
                   .texts = {{arg::kProvider, storey == Storey::Library ? provider : std::string_view()}}});
    return draw(session.state());
  };
  const auto says = [&](std::string_view provider, Msg when, Msg where) {
    const Drawn drawn = drawnOf(provider);
    return drawn.canvas.findText(text(when)) && drawn.canvas.findText(fillText(where, {provider}));
  };
  EXPECT_TRUE(says("oneDNN 3.6.2", Msg::JustInTime, Msg::BroughtGenerated));
  EXPECT_TRUE(says("OpenBLAS 0.3.21", Msg::AheadOfTime, Msg::BroughtBy));
  EXPECT_TRUE(says("cuBLAS 13.0", Msg::AheadOfTime, Msg::BroughtBy));
  EXPECT_TRUE(says("cuDNN 9.8", Msg::AheadOrJustInTime, Msg::BroughtEither));
  EXPECT_TRUE(says("MIOpen 3.4", Msg::AheadOrJustInTime, Msg::BroughtEither));
  const Drawn unknown = drawnOf("newBLAS");
  EXPECT_EQ(unknown.canvas.findText(text(Msg::AheadOfTime)), nullptr) << "nothing is invented";
  EXPECT_NE(unknown.canvas.findText(fillText(Msg::BroughtSome, {"newBLAS"})), nullptr);
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

TEST(StackView, AnotherToolsTraceHasAnnotationsAndNoExperiment) {
  SampleSession session;
  session.add({session.host(Storey::Framework), "aten::mm", 0, 100, 1, 0, EventKind::Slice, Storey::Framework, {}, {}});
  session.add({session.host(Storey::Model), "step", 200, 300, 0, 0, EventKind::Slice, Storey::Model, {}, {}});
  ViewState state = session.state();
  state.session.storeys.clear();
  state.session.hello.reset();
  state.sight.selection.call = CallId{1};
  const Drawn drawn = draw(state);
  EXPECT_NE(drawn.canvas.findText(text(Msg::ForeignModel)), nullptr);
  EXPECT_EQ(drawn.canvas.findTextWith("experiment"), nullptr);
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
    const auto texts = drawn.canvas.of(DrawOp::Kind::Text);
    for (const StackRow& row : drawn.layout.rows) {
      float right = row.plot.right();
      if (row.bars.empty()) right = row.side.right();  // up to the words at the right, which may begin late
      for (const DrawOp* op : texts)
        if (row.bars.empty() && row.side.contains({op->rect.x, op->rect.y + op->rect.h / 2}))
          right = std::min(right, op->rect.x);
      for (const DrawOp* op : texts)
        EXPECT_FALSE(row.plot.contains({op->rect.x, op->rect.y + op->rect.h / 2}) && op->rect.right() > right + 0.5f)
            << op->text;
    }
  }
}

TEST(StackView, WhyAStoreyHasNoBarsMayGoOnToTheWordsAtTheRight) {
  SampleSession session;
  ViewState state = oneMatmul(session);
  const std::string why(90, 'w');
  state.session.storeys[3] = {Storey::Compiler, true, "nvcc", "", why, ""};
  const Drawn drawn = draw(state, {0, 0, 1000, 404});
  const StackRow& row = rowOf(drawn, Storey::Compiler);
  const DrawOp* note = drawn.canvas.findTextWith("wwww");
  const DrawOp* side = drawn.canvas.findText(text(Msg::AheadOfTime));
  ASSERT_TRUE(note && side);
  EXPECT_GT(note->rect.right(), row.plot.right());
  EXPECT_LE(note->rect.right(), side->rect.x);
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
        "grid 16×16 · block 32×32", "launch latency 10.4 µs, of it queue time 3.40 µs"})
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

}  // namespace
}  // namespace strata::stack_view_test
