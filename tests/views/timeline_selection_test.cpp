#include <gtest/gtest.h>

#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/theme.h"
#include "app/facts/event_text.h"
#include "app/views/timeline/timeline_paint.h"
#include "tests/views/drawn_timeline.h"

// What lights up with a selection, and the arrows to it.

namespace strata::timeline_test {
namespace {

TEST(TimelineSelection, ArrowGoesFromTheEndOfTheLaunchToTheBeginOfTheKernel) {
  SampleSession session;
  const ViewState state = sampleRun(session);
  const RecordingCanvas canvas = drawn(state);
  const TimelineLayout layout = layoutTimeline(kArea, state);
  for (const std::uint32_t link : {2u, 4u, 6u, 8u}) {
    const EventRef launch = *state.session.snapshot->launchOf(CorrelationId{link}),
                   work = *state.session.snapshot->workOf(CorrelationId{link});
    const float fromX = layout.xOf(state.session.snapshot->event(launch).end()),
                toX = layout.xOf(state.session.snapshot->event(work).begin);
    const Rect from = rectOf(state, launch), to = rectOf(state, work);
    const auto arrows = canvas.of(DrawOp::Kind::Polyline);
    const bool found = std::ranges::any_of(arrows, [&](const DrawOp* op) {
      return op->points.size() > 3 && op->points.front() == Point{fromX, from.bottom()} &&
             op->points.back() == Point{toX, to.y + to.h / 2};
    });
    EXPECT_TRUE(found) << "arrow " << link;
  }
}

/// Repeats of one kernel have one name: when each began is read first.
TEST(TimelineSelection, WhatIsSelectedIsReadInItsWords) {
  SampleSession session;
  ViewState state = sampleRun(session);
  const View& view = *findView("timeline");
  EXPECT_EQ(view.reads(state), "");
  std::string before;
  for (const std::uint32_t link : {2u, 4u}) {
    const EventRef work = *state.session.snapshot->workOf(CorrelationId{link});
    const TraceEvent& event = state.session.snapshot->event(work);
    state.sight.selection = {work, event.call};
    const std::string words = view.reads(state);
    EXPECT_EQ(words.find(beginText(*state.session.snapshot, event) + ": "), 0u) << words;
    for (const std::string& part :
         {eventLabel(*state.session.snapshot, event), formatDuration(shownDuration(state, event)),
          state.session.snapshot->tracks()[event.track].name})
      EXPECT_NE(words.find(part), std::string::npos) << words;
    EXPECT_NE(words, before);
    before = words;
  }
}

/// A launch at 1 µs and kernels that begin at these times.
ViewState launchedBefore(SampleSession& session, std::initializer_list<std::int64_t> kernels, std::int64_t returned) {
  const std::uint32_t host = session.host(Storey::Runtime), stream = session.stream(7);
  std::uint32_t link = 0;
  for (const std::int64_t begin : kernels) {
    session.add({host, "launch", 1000, returned, 1, ++link, EventKind::Slice, Storey::Runtime});
    session.add({stream, "kernel", begin, begin + 900, 1, link, EventKind::Kernel, Storey::Hardware});
  }
  return session.state();
}

std::vector<DrawOp> arrowsIn(const ViewState& state) {
  std::vector<DrawOp> arrows;
  const RecordingCanvas canvas = drawn(state);
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Polyline))
    if (op->points.size() == 19) arrows.push_back(*op);
  return arrows;
}

TEST(TimelineSelection, NoArrowComesOutOfTheEdgeButTheSelectedEventsOwn) {
  SampleSession session;
  ViewState state = launchedBefore(session, {10'000, 12'000}, 1500);
  EXPECT_EQ(arrowsIn(state).size(), 2u);
  state.sight.range.begin = {SampleSession::kStart + 5000};
  EXPECT_EQ(arrowsIn(state).size(), 0u);
  state.sight.selection.call = CallId{1};
  EXPECT_EQ(arrowsIn(state).size(), 0u);
  state.sight.selection.event = state.session.snapshot->workOf(CorrelationId{2});
  EXPECT_EQ(arrowsIn(state).size(), 1u);
}

TEST(TimelineSelection, NoArrowRunsBackWhereTheKernelBeginsBeforeItsLaunchReturns) {
  SampleSession session;
  const std::vector<DrawOp> arrows = arrowsIn(launchedBefore(session, {2000}, 4000));
  ASSERT_EQ(arrows.size(), 1u);
  EXPECT_EQ(arrows[0].points.front().x, arrows[0].points.back().x);
}

TEST(TimelineSelection, ASelectionOutOfSightDimsNothing) {
  SampleSession session;
  ViewState state = sampleRun(session);
  state.sight.selection.call = CallId{1};
  const auto dimmed = [&] {
    const Color dim = quietOn(darkTheme().background, storeyInfo(Storey::Hardware).color);
    return drawn(state).of(DrawOp::Kind::Fill, dim).size();
  };
  EXPECT_GT(dimmed(), 0u);
  state.sight.range.begin = state.session.snapshot->call(CallId{2})->begin;
  EXPECT_EQ(dimmed(), 0u);
}

TEST(TimelineSelection, ManyArrowsAreLeftOutButThoseOfTheSelection) {
  SampleSession session;
  ViewState state = sampleRun(session, 60);
  const auto arrows = [&] {
    const RecordingCanvas canvas = drawn(state);
    return std::ranges::count_if(canvas.of(DrawOp::Kind::Polyline),
                                 [](const DrawOp* op) { return op->points.size() == 19; });
  };
  EXPECT_EQ(arrows(), 0);
  state.sight.selection.call = CallId{30};
  EXPECT_EQ(arrows(), 1);
}

TEST(TimelineSelection, ManyArrowsOfOneCallDoNotHideTheKernelsTheyPointAt) {
  constexpr std::uint32_t kKernels = 150;
  SampleSession session;
  const std::uint32_t host = session.host(Storey::Runtime), stream = session.stream(7);
  const auto add = [&](std::uint32_t link, std::int64_t launch, std::int64_t begin) {
    session.add({host, "launch", launch, launch + 10, 1, link, EventKind::Slice, Storey::Runtime});
    session.add({stream, "kernel", begin, begin + 900, 1, link, EventKind::Kernel, Storey::Hardware});
  };
  for (std::uint32_t i = 0; i < kKernels; ++i) add(i + 1, 100 + 12 * i, 100'000 + 1000 * i);
  ViewState state = session.state();
  const auto arrows = [&] {
    const RecordingCanvas canvas = drawn(state);
    std::vector<Color> colors;
    for (const DrawOp* op : canvas.of(DrawOp::Kind::Polyline))
      if (op->points.size() == 19) colors.push_back(op->color);
    return colors;
  };
  state.sight.selection.call = CallId{1};
  EXPECT_GT(arrows().size(), 20u);
  EXPECT_LT(arrows().size(), kKernels) << "those that lie on each other are one";
  for (const Color color : arrows()) EXPECT_LE(color.a, 150);

  state.sight.selection.event = state.session.snapshot->workOf(CorrelationId{77});
  EXPECT_EQ(std::ranges::count(arrows(), darkTheme().arrow), 1) << "the selected event's own is seen";
}

TEST(TimelineSelection, SelectionLightsTheCallOnEveryStorey) {
  SampleSession session;
  ViewState state = sampleRun(session);
  state.sight.selection = {state.session.snapshot->workOf(CorrelationId{4}), CallId{2}};
  const RecordingCanvas canvas = drawn(state);
  for (const Storey storey : {Storey::Model, Storey::Framework, Storey::Library, Storey::Driver, Storey::Hardware}) {
    const Color bright = storeyInfo(storey).color;
    auto lit = canvas.of(DrawOp::Kind::Fill, bright);
    std::erase_if(lit, [](const DrawOp* op) { return op->rect.x < timelinePlot(kArea).x; });
    EXPECT_EQ(lit.size(), 1u) << storeyInfo(storey).key;
    EXPECT_EQ(canvas.of(DrawOp::Kind::Fill, quietOn(darkTheme().background, bright)).size(), 3u)
        << "the other calls are dimmed";
  }
  const auto outline = canvas.of(DrawOp::Kind::Stroke, darkTheme().white);
  ASSERT_EQ(outline.size(), 1u);
  EXPECT_EQ(outline[0]->rect, rectOf(state, *state.sight.selection.event).inset(-1, -1));
}

TEST(TimelineSelection, WhatIsLitHasALineAround) {
  SampleSession session;
  ViewState state = sampleRun(session);
  const auto lines = [&] { return drawn(state).of(DrawOp::Kind::Stroke, darkTheme().textSoft).size(); };
  const std::size_t none = lines();
  state.sight.selection.call = CallId{2};
  EXPECT_GE(lines(), none + 5) << "on each storey";
}

TEST(TimelineSelection, ALineAroundIsWholeWithinThePlotAndEatsNoSmallBar) {
  SampleSession session;
  const std::uint32_t host = session.host(Storey::Runtime);
  session.add({host, "call", 0, 400000, 1, 0, EventKind::Slice, Storey::Runtime});
  session.add({host, "call", 400000, 800000, 2, 0, EventKind::Slice, Storey::Runtime});
  session.add({host, "short", 1000000, 1002000, 1, 0, EventKind::Slice, Storey::Runtime});
  ViewState state = session.state();
  const auto lines = [](const RecordingCanvas& canvas) {
    return canvas.of(DrawOp::Kind::Stroke, darkTheme().textSoft);
  };
  const std::size_t none = lines(drawn(state)).size();
  state.sight.selection.call = CallId{1};
  const RecordingCanvas canvas = drawn(state);
  ASSERT_EQ(lines(canvas).size(), none + 1) << "of the two that are picked only the long one has a line";
  const Rect first = rectOf(state, EventRef{0, 0, 0});
  const auto around = [&](const DrawOp* op) { return op->rect.y == first.y - 1 && op->rect.h == first.h + 2; };
  const auto all = lines(canvas);
  const auto line = std::ranges::find_if(all, around);
  ASSERT_NE(line, all.end());
  EXPECT_GE((*line)->rect.x, timelinePlot(kArea).x);
  const Color pale = quietOn(darkTheme().background, storeyInfo(Storey::Runtime).color);
  for (const DrawOp* bar : canvas.of(DrawOp::Kind::Fill, pale)) EXPECT_LT(bar, *line) << "a neighbour covers nothing";
}

/// In degrees of the colour wheel.
double hueOf(Color color) {
  const double r = color.r, g = color.g, b = color.b, most = std::max({r, g, b}), span = most - std::min({r, g, b});
  if (span == 0) return 0;
  const double sixth = most == r ? (g - b) / span : most == g ? 2 + (b - r) / span : 4 + (r - g) / span;
  return 60 * sixth;
}

TEST(TimelineSelection, ShortEventsOnALightGroundHaveTheColourThatEdgesLongOnes) {
  const Color ground = lightTheme().background;
  for (const StoreyInfo& info : storeys()) {
    if (info.storey == Storey::Other) continue;
    SampleSession session;
    const std::uint32_t track = session.host(info.storey);
    session.add({track, "short", 1'000'000, 1'008'000, 1, 0, EventKind::Slice, info.storey});
    session.add({track, "long", 2'000'000, 4'000'000, 2, 0, EventKind::Slice, info.storey});
    RecordingCanvas canvas(lightTheme());
    findView("timeline")->draw(canvas, kArea, session.state());
    const Color shade = shadeOn(ground, info.color, 3);
    EXPECT_GE(contrast(ground, shade), 3) << info.key;
    EXPECT_NEAR(hueOf(shade), hueOf(info.color), 5) << info.key;
    EXPECT_GE(canvas.of(DrawOp::Kind::Fill, shade).size(), 1u) << info.key;
    const bool told = contrast(ground, info.color) >= 3;
    EXPECT_EQ(canvas.of(DrawOp::Kind::Stroke, shade).size(), told ? 0u : 1u) << info.key;
  }
}

TEST(TimelineSelection, ThinBarsAreSeenOnALightGroundLitOrNot) {
  SampleSession session;
  const std::uint32_t library = session.host(Storey::Library);
  for (const std::uint32_t call : {1u, 2u, 3u}) {
    const std::int64_t begin = call * 1'000'000;
    session.add({library, "gemm", begin, begin + 6'000, call, 0, EventKind::Slice, Storey::Library});
  }
  ViewState state = session.state();
  state.sight.selection.call = CallId{2};
  RecordingCanvas canvas(lightTheme());
  findView("timeline")->draw(canvas, kArea, state);
  const Color ground = lightTheme().background, color = storeyInfo(Storey::Library).color;
  EXPECT_EQ(canvas.of(DrawOp::Kind::Fill, shadeOn(ground, color, 4.5)).size(), 1u);
  EXPECT_EQ(canvas.of(DrawOp::Kind::Fill, shadeOn(ground, color, 3)).size(), 2u);
}

}  // namespace
}  // namespace strata::timeline_test
