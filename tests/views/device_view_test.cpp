#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/facts/device_use.h"
#include "app/views/device/device_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "engine/trace/device_work.h"
#include "tests/views/sample_devices.h"
#include "tests/views/sample_session.h"

namespace strata::device_view_test {
namespace {

/// Two streams that overlap, a gap of 400 in which the host allocates, and one of 100 before work of no launch.
ViewState sample() {
  SampleSession session;
  const auto framework = session.host(Storey::Framework), runtime = session.host(Storey::Runtime);
  const auto first = session.stream(1), second = session.stream(2);
  const auto kernel = [&](std::uint32_t on, const char* name, std::int64_t begin, std::int64_t end,
                          std::uint32_t call) {
    session.add({.track = on,
                 .name = name,
                 .begin = begin,
                 .end = end,
                 .call = call,
                 .correlation = call,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  };
  session.add({.track = framework, .name = "mm", .begin = 0, .end = 90, .call = 1, .storey = Storey::Framework});
  session.add({.track = runtime,
               .name = "launch",
               .begin = 10,
               .end = 30,
               .call = 1,
               .correlation = 1,
               .storey = Storey::Runtime});
  kernel(first, "gemm", 100, 300, 1);
  kernel(second, "gemm", 200, 350, 1);
  session.add({.track = framework, .name = "add", .begin = 400, .end = 800, .call = 2, .storey = Storey::Framework});
  session.add({.track = runtime, .name = "alloc", .begin = 420, .end = 690, .call = 2, .storey = Storey::Runtime});
  session.add({.track = runtime,
               .name = "launch",
               .begin = 700,
               .end = 720,
               .call = 2,
               .correlation = 2,
               .storey = Storey::Runtime});
  kernel(first, "sum", 750, 850, 2);
  kernel(first, "stray", 950, 1000, 0);
  ViewState state = session.state();
  completeFor(*findView("device"), state);
  return state;
}

constexpr Rect kArea{0, 0, 1200, 300};

TEST(DeviceUse, GapsBusyLatencyAndOperationsAreExact) {
  const ViewState state = sample();
  const DeviceUse& use = *state.sight.device;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const auto name = [&](EventRef ref) { return snapshot.name(snapshot.event(ref).name); };
  EXPECT_EQ(use.span, Duration{900});
  EXPECT_EQ(use.busy, Duration{250 + 100 + 50}) << "what overlaps counts once";
  EXPECT_EQ(use.workTime, Duration{350 + 100 + 50});
  ASSERT_EQ(use.gapCount, 2u);
  EXPECT_EQ(use.gaps[0].range.length(), Duration{400});
  EXPECT_EQ(name(use.gaps[0].after.value()), "sum");
  ASSERT_TRUE(use.gaps[0].host);
  EXPECT_EQ(name(*use.gaps[0].host), "alloc");
  EXPECT_EQ(use.gaps[0].hostSelf, Duration{270});
  EXPECT_EQ(use.gaps[0].unrecorded, Duration{50});
  EXPECT_EQ(use.gaps[1].range.length(), Duration{100});
  EXPECT_FALSE(use.gaps[1].host) << "nobody knows who launched it";
  EXPECT_EQ(use.latency.count, 2u);
  EXPECT_EQ(use.latency.median, Duration{50}) << "of two the quicker";
  EXPECT_EQ(use.latency.most, Duration{90});
  ASSERT_EQ(use.ops.size(), 3u);
  EXPECT_EQ(snapshot.name(use.ops[0].name), "mm");
  EXPECT_EQ(use.ops[0].count, 2u);
  EXPECT_EQ(use.ops[0].calls, 1u);
  ASSERT_EQ(use.ops[0].kernels.size(), 1u);
  EXPECT_EQ(snapshot.name(use.ops[0].kernels[0].name), "gemm");
  EXPECT_EQ(use.ops[2].name, NameId::None);
}

/// A launch at 10, and the work it started: of each piece its begin. Of the graph's first two the later one is stored
/// first.
ViewState ofOneLaunch(std::initializer_list<std::int64_t> begins) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  session.add({.track = runtime, .name = "cudaGraphLaunch", .begin = 10, .end = 20, .call = 1, .correlation = 1});
  std::uint32_t id = 0;
  for (const std::int64_t begin : begins) {
    const auto stream = session.stream(++id);
    session.add({.track = stream,
                 .name = "gemm",
                 .begin = begin,
                 .end = begin + 30,
                 .call = 1,
                 .correlation = id,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
    if (id > 1) session.store().link(CorrelationId{id}, {runtime, 0, 0}, {stream, 0, 0});
  }
  ViewState state = session.state();
  completeFor(*findView("device"), state);
  return state;
}

TEST(DeviceUse, AGraphOfManyKernelsIsLaunchedOnce) {
  const DeviceUse::Latency latency = ofOneLaunch({60, 25, 100}).sight.device->latency;
  EXPECT_EQ(latency.count, 1u);
  EXPECT_EQ(latency.median, Duration{15}) << "to what began first";
  EXPECT_EQ(latency.most, Duration{15});
  EXPECT_EQ(latency.beforeLaunch, 0u);
}

TEST(DeviceUse, ALaunchWhoseWorkBeganBeforeItIsInNoLatency) {
  const ViewState state = ofOneLaunch({60, 5});
  EXPECT_EQ(state.sight.device->latency.count, 0u) << "later work of it is not the first";
  EXPECT_EQ(state.sight.device->latency.beforeLaunch, 1u);
  RecordingCanvas canvas;
  findView("device")->draw(canvas, {0, 0, 2000, 300}, state);
  EXPECT_NE(canvas.findText("work that began before its launch: 1"), nullptr);
  EXPECT_EQ(canvas.findTextWith("launch latency"), nullptr);
  const Rect header = layOutDevice(kArea, state).header;
  const auto hit = findView("device")->hit(RecordingCanvas{}, kArea, state, {header.x + 5, header.y + 5});
  ASSERT_TRUE(hit);
  EXPECT_EQ(
      hit->tooltip,
      "Launches whose first work began before them: 1. The clocks of host and device disagree, and no launch latency "
      "is of these");
}

TEST(DeviceUse, DevicesAreIdleEachForItself) {
  const ViewState state = sampleOfTwoDevices();
  const DeviceUse& use = *state.sight.device;
  EXPECT_EQ(use.each.size(), 2u);
  EXPECT_EQ(use.span, Duration{400 + 200});
  EXPECT_EQ(use.idle(), Duration{200}) << "though the other one worked meanwhile";
  ASSERT_EQ(use.gapCount, 1u);
  EXPECT_EQ(workOf(*state.session.snapshot).all.busy, Duration{200 + 200});
  RecordingCanvas canvas;
  findView("device")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findTextWith("2 devices"), nullptr);
}

/// From `begin` to `end`, in ns of the session.
void measure(ViewState& state, std::int64_t begin, std::int64_t end) {
  const HostTime start = state.session.snapshot->bounds()->begin;
  state.sight.measured = TimeRange{start + Duration{begin}, start + Duration{end}};
  completeFor(*findView("device"), state);
}

TEST(DeviceUse, AMeasuredRangeCutsWorkAndGapsAtItsEdges) {
  ViewState state = sample();
  measure(state, 200, 800);
  const DeviceUse& use = *state.sight.device;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  EXPECT_TRUE(use.measured);
  EXPECT_EQ(use.span, Duration{600});
  EXPECT_EQ(use.busy, Duration{150 + 50});
  EXPECT_EQ(use.idle(), Duration{400});
  EXPECT_EQ(use.workTime, Duration{100 + 150 + 50});
  EXPECT_EQ(use.outside.count, 1u);
  ASSERT_EQ(use.ops.size(), 2u);
  EXPECT_EQ(use.ops[0].total, Duration{250});
  EXPECT_EQ(snapshot.event(use.ops[0].longest).duration(), Duration{200});
  measure(state, 350, 5000);
  EXPECT_EQ(state.sight.device->span, Duration{650}) << "beyond the session nothing is known";
  EXPECT_EQ(state.sight.device->gapCount, 2u);
  measure(state, 2000, 5000);
  EXPECT_FALSE(findView("device")->hasContent(state));
  RecordingCanvas canvas;
  findView("device")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findTextWith("tells whether"), nullptr);
}

/// A click on a gap measures it: the view then says of that time that it was idle, and why.
TEST(DeviceView, AMeasuredGapIsIdleAndSaysWhy) {
  ViewState state = sample();
  const View& view = *findView("device");
  measure(state, 350, 750);
  const DeviceUse& use = *state.sight.device;
  EXPECT_EQ(use.work, 0u);
  EXPECT_EQ(use.idle(), Duration{400});
  ASSERT_EQ(use.gaps.size(), 1u);
  EXPECT_EQ(use.gaps[0].hostSelf, Duration{270});
  EXPECT_TRUE(view.hasContent(state));
  RecordingCanvas canvas;
  view.draw(canvas, kArea, state);
  for (const char* words : {"busy 0.0 % of 400 ns", "in the measured range", "idle 400 ns, gaps: 1", "alloc · 68 %",
                            "the host: alloc · 68 %", "gaps around", "no kernel, copy or memset ran"})
    EXPECT_NE(canvas.findTextWith(words), nullptr) << words;
  state.sight.choices.device.gap = 0;
  const auto next = view.pressed(RecordingCanvas{}, kArea, state, ViewKey::Down);
  ASSERT_TRUE(next && next->choices) << "hands go on to the next gap";
  EXPECT_EQ(next->choices->device.gap, 1u);
  EXPECT_FALSE(next->part);
  EXPECT_TRUE(view.pressed(RecordingCanvas{}, kArea, state, ViewKey::Left));
  EXPECT_FALSE(view.pressed(RecordingCanvas{}, kArea, state, ViewKey::Right));
  EXPECT_FALSE(view.pressed(RecordingCanvas{}, kArea, state, ViewKey::Space));
}

TEST(DeviceView, WhatTheHandIsOnIsReadInItsWords) {
  ViewState state = sample();
  const View& view = *findView("device");
  EXPECT_EQ(view.reads(state), "");
  const auto press = [&](ViewKey key) {
    const auto hit = view.pressed(RecordingCanvas{}, kArea, state, key);
    ASSERT_TRUE(hit && hit->choices);
    state.sight.choices = *hit->choices;
  };
  press(ViewKey::Left);
  const std::string gap = view.reads(state);
  EXPECT_NE(gap.find("in which no stream worked"), std::string::npos) << gap;
  press(ViewKey::Down);
  EXPECT_NE(view.reads(state), gap);
  press(ViewKey::Right);
  const std::string op = view.reads(state);
  EXPECT_EQ(op.find("in which no stream worked"), std::string::npos) << op;
  EXPECT_NE(op, "");
}

TEST(DeviceUse, WorkThatStillRunsEndsTheIdleTimeOfAMeasuredRange) {
  SampleSession session;
  const auto stream = session.stream(1);
  session.add({.track = session.host(Storey::Framework), .name = "mm", .begin = 0, .end = 1000});
  const SampleSession::Spec done{
      .track = stream, .name = "gemm", .begin = 100, .end = 200, .kind = EventKind::Kernel, .storey = Storey::Hardware};
  session.add(done);
  SampleSession::Spec running = done;
  running.begin = running.end = 300;
  session.open(running);
  ViewState state = session.state();
  measure(state, 100, 1000);
  const DeviceUse& use = *state.sight.device;
  EXPECT_EQ(use.busy, Duration{100});
  EXPECT_EQ(use.idle(), Duration{100});
  ASSERT_EQ(use.gaps.size(), 1u);
  EXPECT_TRUE(use.gaps[0].after);
}

TEST(DeviceUse, ADeviceIsNamedByItsStreams) {
  for (const auto& [stream, device] : {std::pair("GPU 0 stream 7", "GPU 0"),
                                       {"rank 1 · stream 7", "rank 1"},
                                       {"rank 1 · GPU 12 stream 7", "rank 1 · GPU 12"},
                                       {"stream 7", "stream 7"}}) {
    TrackInfo track;
    track.name = stream;
    EXPECT_EQ(deviceName(track), device);
  }
}

TEST(DeviceView, AGapOfOneOfSeveralDevicesSaysOfWhich) {
  const ViewState state = sampleOfTwoDevices();
  RecordingCanvas canvas;
  findView("device")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findText("GPU 1"), nullptr);
  EXPECT_NE(canvas.findText("device"), nullptr);
  const Rect row = layOutDevice(kArea, state).gaps.row(0);
  const auto hit = findView("device")->hit(RecordingCanvas{}, kArea, state, {row.x + 20, row.y + 5});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("no stream of GPU 1 worked, until gemm (GPU 1 stream 1) began"), std::string::npos)
      << hit->tooltip;
  RecordingCanvas one;
  findView("device")->draw(one, kArea, sample());
  EXPECT_EQ(one.findText("device"), nullptr) << "there is only one";
}

TEST(DeviceView, TheBusyShareStaysWhereTheHeaderIsNarrow) {
  const ViewState two = sampleOfTwoDevices(), one = sample();
  for (const float width : {200.f, 400.f, 700.f, 1100.f})
    for (const auto& [state, words] :
         {std::pair(&two, "busy 66.7 % of 600 ns in all"), {&one, "busy 44.4 % of 900 ns"}}) {
      RecordingCanvas canvas;
      findView("device")->draw(canvas, {0, 0, width, 300}, *state);
      EXPECT_NE(canvas.findTextWith(width < 300 ? "busy" : words), nullptr) << words << " at " << width;
    }
}

TEST(DeviceView, ADeviceThatIsIdleToTheEndOfAMeasuredRangeSaysSo) {
  ViewState state = sampleOfTwoDevices();
  measure(state, 250, 400);
  const DeviceUse& use = *state.sight.device;
  EXPECT_EQ(use.each.size(), 2u);
  EXPECT_EQ(use.span, Duration{300});
  EXPECT_EQ(use.busy, Duration{150});
  EXPECT_EQ(use.gapCount, 2u);
  RecordingCanvas canvas;
  findView("device")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findTextWith("no more work came"), nullptr);
  EXPECT_NE(canvas.findTextWith("2 devices in the measured range"), nullptr);
  const Rect row = layOutDevice(kArea, state).gaps.row(0);
  const auto hit = findView("device")->hit(RecordingCanvas{}, kArea, state, {row.x + 20, row.y + 5});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("no stream of GPU 2 worked, and no more work came"), std::string::npos) << hit->tooltip;
}

/// Of what is counted only, the device was neither busy nor idle; what lies outside the range is said.
TEST(DeviceUse, LaunchesThatOnlyCountAndWorkOutsideAreKeptApart) {
  SampleSession session;
  const auto model = session.host(Storey::Model), stream = session.stream(1);
  std::uint32_t call = 0;
  for (const auto& [name, begin, end] : {std::tuple("inputs", 0, 50),
                                         {"naive", 100, 200},
                                         {"naive, memory observed", 300, 700},
                                         {"tiled", 800, 900},
                                         {"tiled", 950, 1000}}) {
    session.add({.track = model, .name = name, .begin = begin, .end = end, .call = ++call, .storey = Storey::Model});
    session.add({.track = stream,
                 .name = "matmul",
                 .begin = begin,
                 .end = end,
                 .call = call,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  }
  ViewState state = session.state();
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const HostTime begin = snapshot.bounds()->begin;
  const DeviceUse use = deviceUseOf(snapshot, {begin + Duration{100}, snapshot.bounds()->end});
  EXPECT_EQ(use.busy, Duration{250});
  EXPECT_EQ(use.span, Duration{300}) << "without the time from the work before the counting to that behind it";
  EXPECT_EQ(use.gapCount, 1u);
  EXPECT_EQ(use.counting.total, Duration{400});
  EXPECT_EQ(use.outside.count, 1u);
  EXPECT_EQ(use.outside.total, Duration{50});
  state.sight.device = std::make_shared<const DeviceUse>(use);
  RecordingCanvas canvas;
  findView("device")->draw(canvas, {0, 0, 2400, 300}, state);
  EXPECT_NE(canvas.findTextWith("timed calls"), nullptr);
  EXPECT_NE(canvas.findText("other work of the session: 50 ns"), nullptr);
  EXPECT_NE(canvas.findText("launches that only count: 1, 400 ns"), nullptr);
  measure(state, 300, 700);
  EXPECT_EQ(state.sight.device->span, Duration{0}) << "neither busy nor idle";
  EXPECT_FALSE(findView("device")->hasContent(state));
}

TEST(DeviceView, EnterShowsTheGapInHand) {
  ViewState state = sample();
  const View& view = *findView("device");
  EXPECT_FALSE(view.pressed(RecordingCanvas{}, kArea, state, ViewKey::Enter));
  state.sight.choices.device.gap = 1;
  const auto hit = view.pressed(RecordingCanvas{}, kArea, state, ViewKey::Enter);
  ASSERT_TRUE(hit && hit->part);
  EXPECT_EQ(*hit->part, state.sight.device->gaps[1].range);
  state.sight.choices.device.ops = true;
  EXPECT_FALSE(view.pressed(RecordingCanvas{}, kArea, state, ViewKey::Enter));
}

TEST(DeviceUse, OfASessionWithoutWorkIsEmpty) {
  SampleSession session;
  session.add({.track = session.host(Storey::Framework), .name = "mm", .begin = 0, .end = 90});
  ViewState state = session.state();
  RecordingCanvas before;
  findView("device")->draw(before, kArea, state);
  EXPECT_NE(before.findTextWith("Adding up"), nullptr);
  completeFor(*findView("device"), state);
  EXPECT_EQ(state.sight.device->work, 0u);
  EXPECT_FALSE(findView("device")->hasContent(state));
  RecordingCanvas canvas;
  findView("device")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findTextWith("did nothing in this session"), nullptr);
  state.sight.live = true;
  RecordingCanvas live;
  findView("device")->draw(live, kArea, state);
  EXPECT_NE(live.findTextWith("once it has worked"), nullptr);
}

TEST(DeviceView, AGapIsMeasuredAndItsHostSelected) {
  ViewState state = sample();
  const DeviceLayout layout = layOutDevice(kArea, state);
  const Rect row = layout.gaps.row(0);
  const auto hit = findView("device")->hit(RecordingCanvas{}, kArea, state, {row.x + 20, row.y + 5});
  ASSERT_TRUE(hit && hit->part && hit->selection.event);
  EXPECT_EQ(*hit->part, state.sight.device->gaps[0].range);
  EXPECT_EQ(*hit->selection.event, *state.sight.device->gaps[0].host);
  RecordingCanvas canvas;
  findView("device")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findTextWith("alloc · 68 %"), nullptr);
  EXPECT_NE(canvas.findTextWith("not told"), nullptr);
}

TEST(DeviceView, ALongNameOfWhatTheHostDidLeavesItsShareWhole) {
  const std::string name = "enumerate_data_loader_multi_processing_iterator_next_batch";
  SampleSession session;
  const auto framework = session.host(Storey::Framework), runtime = session.host(Storey::Runtime),
             stream = session.stream(1);
  session.add({.track = framework, .name = name, .begin = 220, .end = 580, .storey = Storey::Framework});
  session.add(
      {.track = runtime, .name = "launch", .begin = 585, .end = 590, .correlation = 2, .storey = Storey::Runtime});
  for (const std::uint32_t correlation : {1u, 2u})
    session.add({.track = stream,
                 .name = "gemm",
                 .begin = correlation == 1 ? 100 : 600,
                 .end = correlation == 1 ? 200 : 700,
                 .correlation = correlation,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  ViewState state = session.state();
  completeFor(*findView("device"), state);
  const auto words = [&](float width) {
    RecordingCanvas canvas;
    findView("device")->draw(canvas, {0, 0, width, 200}, state);
    const DrawOp* drawn = canvas.findTextWith("90 %");
    return drawn ? drawn->text : std::string();
  };
  EXPECT_EQ(words(2000), name + " · 90 %");
  for (const float width : {300.f, 420.f, 700.f, 900.f}) {
    const std::string shown = words(width);
    EXPECT_TRUE(shown.starts_with("en") && shown.ends_with(" · 90 %")) << width << ": " << shown;
    EXPECT_NE(shown.find("…"), std::string::npos) << width << ": " << shown;
  }
}

TEST(DeviceView, AGapInWhichTheHostWasMostlyInNoEventSaysSo) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime), stream = session.stream(1);
  std::uint32_t call = 0;
  for (const auto& [from, to] : {std::pair(100, 200), {600, 700}, {1100, 1200}}) {
    call += 1;
    session.add({.track = stream,
                 .name = "gemm",
                 .begin = from,
                 .end = to,
                 .call = call,
                 .correlation = call,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
    session.add({.track = runtime,
                 .name = "launch",
                 .begin = call == 3 ? 610 : from - 20,
                 .end = call == 3 ? 620 : from - 10,
                 .call = call,
                 .correlation = call,
                 .storey = Storey::Runtime});
  }
  ViewState state = session.state();
  completeFor(*findView("device"), state);
  const DeviceUse& use = *state.sight.device;
  ASSERT_EQ(use.gaps.size(), 2u);
  EXPECT_EQ(use.gaps[0].unrecorded, Duration{390});
  EXPECT_EQ(use.gaps[0].hostSelf, Duration{10});
  RecordingCanvas canvas;
  findView("device")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findTextWith("in no recorded event · 98 %"), nullptr);
  EXPECT_NE(canvas.findTextWith("in no recorded event · 100 %"), nullptr) << "not even a launch";
  EXPECT_EQ(canvas.findTextWith("launch · "), nullptr);
  const Rect row = layOutDevice(kArea, state).gaps.row(0);
  const auto hit = findView("device")->hit(RecordingCanvas{}, kArea, state, {row.x + 20, row.y + 5});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("in no recorded event for 390 ns\nOf the rest it spent most, 10 ns, in launch itself"),
            std::string::npos)
      << hit->tooltip;
}

TEST(DeviceView, GapsBeginInOneUnit) {
  SampleSession session;
  const std::uint32_t stream = session.stream(1);
  constexpr std::int64_t kBegins[] = {0, 5'000'000, 12'000'000'000, 20'000'000'000};
  for (const std::int64_t begin : kBegins)
    session.add({.track = stream,
                 .name = "gemm",
                 .begin = begin,
                 .end = begin + 1'000'000,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  ViewState state = session.state();
  completeFor(*findView("device"), state);
  ASSERT_EQ(state.sight.device->gaps.size(), 3u);
  RecordingCanvas canvas;
  findView("device")->draw(canvas, kArea, state);
  for (const char* begin : {"0.001 s", "0.006 s", "12.001 s"}) EXPECT_NE(canvas.findTextWith(begin), nullptr) << begin;
}

TEST(DeviceView, NoBeginOfAGapIsCut) {
  constexpr std::int64_t kMillisecond = 1'000'000;
  for (const auto& [begin, words] :
       {std::pair(3'400 * kMillisecond, "400.00 ms"), std::pair(3'600'000 * kMillisecond, "600.00 s")}) {
    SampleSession session;
    const std::uint32_t stream = session.stream(1);
    for (const std::int64_t end : {kMillisecond, begin, begin + kMillisecond + 10'000})
      session.add({.track = stream,
                   .name = "gemm",
                   .begin = end - kMillisecond,
                   .end = end,
                   .kind = EventKind::Kernel,
                   .storey = Storey::Hardware});
    ViewState state = session.state();
    completeFor(*findView("device"), state);
    RecordingCanvas canvas;
    findView("device")->draw(canvas, {0, 0, 1280, 720}, state);
    const DrawOp* drawn = canvas.findTextWith(words);
    ASSERT_NE(drawn, nullptr) << words;
    EXPECT_TRUE(drawn->text.ends_with(words)) << drawn->text;
  }
}

TEST(DeviceView, TheOperationsHeadIsWholeOnASlide) {
  RecordingCanvas canvas;
  findView("device")->draw(canvas, {0, 0, 900, 400}, sample());
  EXPECT_NE(canvas.findText(text(Msg::DeviceOps)), nullptr);
}

TEST(DeviceView, AnOperationUnfoldsItsKernels) {
  ViewState state = sample();
  const View& view = *findView("device");
  const auto press = [&](ViewKey key) {
    const auto hit = view.pressed(RecordingCanvas{}, kArea, state, key);
    ASSERT_TRUE(hit && hit->choices);
    state.sight.choices = *hit->choices;
    state.sight.selection = hit->selection;
  };
  const auto selected = [&] {
    const TraceSnapshot& snapshot = *state.session.snapshot;
    return snapshot.name(snapshot.event(*state.sight.selection.event).name);
  };
  press(ViewKey::Right);
  press(ViewKey::Space);
  EXPECT_EQ(layOutDevice(kArea, state).opRows.size(), 4u);
  press(ViewKey::Down);
  EXPECT_EQ(selected(), "gemm");
  press(ViewKey::Down);
  EXPECT_EQ(selected(), "sum");
  press(ViewKey::Space);
  EXPECT_EQ(state.sight.choices.device.op, 1u) << "the first one's kernels went; the hand stays on its operation";
  EXPECT_EQ(layOutDevice(kArea, state).opRows[2].kernel, 0u);
  press(ViewKey::Space);
  EXPECT_EQ(layOutDevice(kArea, state).opRows.size(), 3u);
}

TEST(RowList, ScrollsAndKeepsARowInSight) {
  const RowList list = layOutRows({0, 0, 100, 100}, 20, 4);
  EXPECT_EQ(list.room, 5u);
  EXPECT_EQ(list.scrolled(-9), 0u);
  EXPECT_EQ(list.scrolled(99), 15u);
  EXPECT_EQ(list.firstFor(2), 2u);
  EXPECT_EQ(list.firstFor(6), 4u);
  EXPECT_EQ(list.firstFor(12), 8u);
  EXPECT_EQ(list.keyed(ViewKey::PageDown, 18), 19u);
  EXPECT_EQ(list.keyed(ViewKey::Down, std::nullopt), 0u);
  EXPECT_FALSE(layOutRows({0, 0, 100, 100}, 0, 0).keyed(ViewKey::Down, std::nullopt));
}

}  // namespace
}  // namespace strata::device_view_test
