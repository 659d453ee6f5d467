#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/canvas/recording_canvas.h"
#include "app/facts/frame_facts.h"
#include "app/views/frame/frame_parts.h"
#include "app/views/view.h"
#include "engine/base/torn_frames.h"
#include "engine/frames/frame_story.h"
#include "tests/views/sample_frames.h"

namespace strata::frame_rows_test {
namespace {

constexpr Rect kArea{0, 0, 1000, 600};

ViewState fiveEachWay() {
  SampleSession session;
  addFrames(session, 5);
  return session.state();
}

bool says(const ViewState& state, std::string_view words, Rect area = kArea) {
  RecordingCanvas canvas;
  findView("frame")->draw(canvas, area, state);
  return canvas.findTextWith(words) != nullptr;
}

TEST(FrameRows, AWayThatTheNewestRunHasNotTakenSaysSo) {
  SampleSession session;
  addFrames(session, 5);
  addUndrawnFrames(session, 2, 20, FrameNumbers::Anew);
  const ViewState state = session.state();
  const auto ways = summarizeWays(newestFrames(*state.session.snapshot, kToldFrames), {});
  EXPECT_EQ(ways[0].frames, 2u);
  for (std::size_t way = 1; way < ways.size(); ++way) EXPECT_EQ(ways[way].frames, 0u) << way;
  EXPECT_TRUE(says(state, text(Msg::FrameNotRun)));
  EXPECT_FALSE(says(fiveEachWay(), text(Msg::FrameNotRun)));
}

TEST(FrameRows, CountsSayOfHowManyFramesTheyAre) {
  EXPECT_TRUE(says(fiveEachWay(), "of the newest 20: 16 drawn · 4 dropped · 1 torn"));
}

/// Its kernels take so many milliseconds and end at 100; it is drawn so many later.
FrameRecord frameOf(std::uint32_t call, std::int64_t kernels, std::int64_t latency) {
  constexpr std::int64_t kMilli = 1'000'000, kEnd = 100 * kMilli;
  FrameRecord frame;
  frame.call = CallId{call};
  frame.drawn = true;
  frame.steps = {{FrameHop::Kernel, {{kEnd - kernels * kMilli}, {kEnd}}, 0, {}},
                 {FrameHop::Draw, {{kEnd}, {kEnd + latency * kMilli}}, 0, {}}};
  frame.latency = Duration{latency * kMilli};
  return frame;
}

TEST(FrameRows, AWaysKernelsAreAsLongAsTheMedianNotAsThoseOfOneFrame) {
  const std::vector<FrameRecord> frames{frameOf(1, 2, 4), frameOf(2, 40, 5), frameOf(3, 3, 6)};
  const FrameWaySummary way = summarizeWays(frames, {})[0];
  EXPECT_EQ(way.call, CallId{2});
  ASSERT_EQ(way.steps.size(), 2u);
  EXPECT_EQ(way.steps[0].span.length(), Duration{3'000'000});
  EXPECT_EQ(way.steps[0].span.end, HostTime{});
  EXPECT_EQ(way.steps[1].span.length(), Duration{5'000'000});
  EXPECT_TRUE(says(fiveEachWay(), text(Msg::FrameBlocks), {0, 0, 1400, 600}));
}

TEST(FrameRows, StandAndCanBeChosenWhileARunIsOnInALowAndNarrowView) {
  ViewState state = fiveEachWay();
  auto live = sampleLiveFrame();
  state.sight.frame = live;
  for (const Rect area : {Rect{0, 0, 465, 225}, Rect{0, 0, 440, 215}})
    for (const FramePacing pacing : {FramePacing::NewestWins, FramePacing::SemaphoreOff}) {
      live->pacing = pacing;
      const FrameLayout layout = layOutFrames(RecordingCanvas{}, area, state);
      for (const FrameLayout::Way& way : layout.ways) {
        ASSERT_GT(way.lane.w, 0) << area.w << " × " << area.h;
        EXPECT_GT(way.latency.w, 0);
        EXPECT_LE(way.box.bottom(), area.bottom());
        const Point at{way.name.x + 2, way.name.y + way.name.h / 2};
        const auto hit = findView("frame")->hit(RecordingCanvas{}, area, state, at);
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->frame.has_value(), !way.current);
      }
      EXPECT_EQ(says(state, "Nobody waits", area), pacing == FramePacing::SemaphoreOff) << "above, where there is room";
    }
}

TEST(FrameRows, AWayWithoutATimeMaySayWhyWhereItsTimeWouldStand) {
  SampleSession session;
  addUndrawnFrames(session, 2);
  ViewState state = session.state();
  state.sight.frame = sampleLiveFrame();
  EXPECT_TRUE(says(state, text(Msg::FrameNotRun), {0, 0, 420, 260}));
}

ViewState told(std::vector<FrameRecord> frames) {
  ViewState state = fiveEachWay();
  auto live = sampleLiveFrame();
  live->told = std::make_shared<const std::vector<FrameRecord>>(std::move(frames));
  state.sight.frame = live;
  return state;
}

TEST(FrameRows, AWayWhoseFramesAreAllTornSaysThatTheyWereDrawn) {
  std::vector<FrameRecord> frames{frameOf(1, 2, 4), frameOf(2, 2, 4)};
  for (FrameRecord& frame : frames) frame.tornPixels = 9;
  EXPECT_TRUE(says(told(frames), "2 drawn, 2 of them torn"));
  frames[1].tornPixels = 0;
  frames[1].latency.reset();  // drawing did not wait for its kernels
  EXPECT_TRUE(says(told(frames), "2 drawn, 1 of them torn"));
  for (FrameRecord& frame : frames) frame = FrameRecord{};
  EXPECT_TRUE(says(told(frames), "of the newest 2 none was drawn"));
}

TEST(FrameRows, TheHeadSaysHowLargeTheFrameWasDrawn) {
  EXPECT_TRUE(says(fiveEachWay(), "drawn at 512 × 512"));
  EXPECT_FALSE(says(told({FrameRecord{}}), "drawn at"));
}

RunResult checkedHost() {
  RunResult host;
  host.variant = "host", host.firstCall = 6, host.lastCall = 10;
  host.error = RunResult::Check{"relative", 1e-7, 2e-6};
  return host;
}

/// What a pointer on a way's name is told.
std::string toldOf(const ViewState& state, std::size_t way) {
  const Rect name = layOutFrames(RecordingCanvas{}, kArea, state).ways[way].name;
  const auto hit = findView("frame")->hit(RecordingCanvas{}, kArea, state, {name.x + 2, name.y + name.h / 2});
  return hit ? hit->tooltip : std::string();
}

TEST(FrameRows, AWayThatToreSaysSoBesideWhatItsKernelsCheckCameTo) {
  ViewState state = fiveEachWay();
  state.session.results = {checkedHost()};
  RecordingCanvas canvas;
  findView("frame")->draw(canvas, kArea, state);
  const DrawOp* torn = canvas.findTextWith(text(Msg::FrameWayHost));
  const DrawOp* sound = canvas.findTextWith(text(Msg::FrameWayInPlace));
  ASSERT_TRUE(torn && sound);
  EXPECT_FALSE(torn->style.color == sound->style.color) << "a warning";
  EXPECT_NE(canvas.findTextWith("1 of 4 torn: no speed is shown"), nullptr);
  EXPECT_EQ(canvas.findTextWith("0 of 4 torn"), nullptr);
  EXPECT_NE(toldOf(state, 1).find("torn: 1 of 4"), std::string::npos) << toldOf(state, 1);
  EXPECT_NE(toldOf(state, 1).find("error 1e-7 ≤ 2e-6"), std::string::npos) << toldOf(state, 1);
  EXPECT_EQ(toldOf(state, 2).find("torn"), std::string::npos) << toldOf(state, 2);
}

TEST(FrameRows, ACheckOfFramesOfAnotherRunIsNotTold) {
  ViewState state = told({frameOf(1, 2, 4)});
  state.session.results = {checkedHost()};
  state.session.results[0].variant = "pipe";
  EXPECT_EQ(toldOf(state, 0).find("error"), std::string::npos) << toldOf(state, 0);
  state.session.results[0].firstCall = 1;
  EXPECT_NE(toldOf(state, 0).find("error"), std::string::npos) << toldOf(state, 0);
}

/// By pipe, these times from the kernels' end in microseconds: written, read, uploaded and drawn.
FrameRecord pipedFrame(TimeRange written, TimeRange read) {
  constexpr std::int64_t kMicro = 1000, kKernels = 3'000'000;
  const auto after = [](TimeRange micros) {
    return TimeRange{{kKernels + micros.begin.ns * kMicro}, {kKernels + micros.end.ns * kMicro}};
  };
  FrameRecord frame;
  frame.call = CallId{1};
  frame.drawn = true;
  frame.steps = {{FrameHop::Kernel, {{0}, {kKernels}}, 0, {}},
                 {FrameHop::Copy, after({{0}, {88}}), 4, {}},
                 {FrameHop::Write, after(written), 4, {}},
                 {FrameHop::Read, after(read), 4, {}},
                 {FrameHop::Upload, after({{9900}, {10'000}}), 4, {}},
                 {FrameHop::Draw, after({{12'000}, {13'000}}), 0, {}}};
  std::ranges::sort(frame.steps, {}, [](const FrameStep& step) { return step.span.begin; });
  frame.latency = Duration{13'000 * kMicro};
  return frame;
}

/// What a pointer on a way's first and last gap is told.
std::vector<std::string> waitsOf(const ViewState& state, std::size_t way) {
  const FrameLayout layout = layOutFrames(RecordingCanvas{}, kArea, state);
  std::vector<std::string> all;
  for (const Rect gap : gapsOf(layout.ways[way])) {
    const auto hit = findView("frame")->hit(RecordingCanvas{}, kArea, state, {gap.x + gap.w / 2, gap.y + gap.h / 2});
    all.push_back(hit ? hit->tooltip : std::string());
  }
  return all;
}

TEST(FrameRows, AGapSaysWhoHasNotComeYet) {
  // The reader may begin first: it stands at the pipe before there is anything in it.
  for (const std::int64_t readFrom : {8897, 8880}) {
    const auto waits = waitsOf(told({pipedFrame({{8890}, {9890}}, {{readFrom}, {9900}})}), 0);
    ASSERT_EQ(waits.size(), 2u) << readFrom;
    EXPECT_NE(waits[0].find("the agent's thread has not begun to write it"), std::string::npos) << waits[0];
    EXPECT_NE(waits[1].find("waits 2.00 ms measured: the window's thread has the frame"), std::string::npos)
        << waits[1];
  }
  const auto waits = waitsOf(told({pipedFrame({{100}, {1100}}, {{8000}, {9900}})}), 0);
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_NE(waits[0].find("the window's thread has not taken it yet"), std::string::npos) << waits[0];
}

TEST(FrameRows, WhatIsWrittenIsDrawnUntilItHasBeenRead) {
  const ViewState state = told({pipedFrame({{200}, {14'000}}, {{210}, {9800}})});
  const FrameLayout::Way way = layOutFrames(RecordingCanvas{}, kArea, state).ways[0];
  const auto box = [&](FrameHop hop) {
    const auto at = [&](const FrameLayout::Block& one) { return one.step.hop == hop; };
    return std::ranges::find_if(way.blocks, at)->box;
  };
  EXPECT_NEAR(box(FrameHop::Write).right(), box(FrameHop::Read).right(), 0.1f);
  EXPECT_LT(box(FrameHop::Write).right(), box(FrameHop::Draw).x) << "it does not stick out behind the drawing";
}

TEST(FrameRows, OfAWayThatToreNoSpeedIsShown) {
  std::vector<FrameRecord> frames{frameOf(1, 2, 4), frameOf(2, 2, 4), frameOf(3, 2, 4)};
  EXPECT_TRUE(says(told(frames), "4.00 ms from the kernel's end"));
  EXPECT_NE(toldOf(told(frames), 0).find("times: of 3 frames"), std::string::npos) << toldOf(told(frames), 0);
  EXPECT_NE(toldOf(told(frames), 0).find("run it again"), std::string::npos) << toldOf(told(frames), 0);
  frames[1].tornPixels = 9;
  const ViewState state = told(frames);
  EXPECT_TRUE(says(state, "1 of 3 torn: no speed is shown"));
  for (const char* speed : {"from the kernel's end", "99 % within", "frames/s"}) EXPECT_FALSE(says(state, speed));
  RecordingCanvas low;
  findView("frame")->draw(low, {0, 0, 465, 225}, state);
  EXPECT_NE(low.findText(text(Msg::FrameTornShort)), nullptr) << "where only the time would stand";
  EXPECT_EQ(toldOf(state, 0).find("times: of"), std::string::npos) << toldOf(state, 0);
}

/// A run of which the frames 1 and 2 by pipe are the newest.
RunResult longRun(RunResult::Status status, double torn) {
  RunResult result;
  result.variant = "pipe", result.firstCall = 1, result.lastCall = 2;
  result.status = status;
  result.message = "133 of 530 frames torn";
  result.figures = {{"frames_drawn", 530, "", Provenance::Counted},
                    {std::string(kFramesTorn), torn, "", Provenance::Counted}};
  return result;
}

TEST(FrameRows, AWayThatToreIsMarkedThoughItsNewestFramesAreSound) {
  ViewState state = told({frameOf(1, 2, 4), frameOf(2, 2, 4)});
  state.session.results = {longRun(RunResult::Status::Ok, 133)};
  EXPECT_TRUE(says(state, "133 of 530 torn: no speed is shown"));
  EXPECT_FALSE(says(state, "from the kernel's end"));
  state.session.results[0].firstCall = state.session.results[0].lastCall = 9;
  EXPECT_FALSE(says(state, "torn: no speed")) << "of another run";
}

TEST(FrameRows, AWayThatFailedHasNoSpeedAndSaysWhy) {
  ViewState state = told({frameOf(1, 2, 4), frameOf(2, 2, 4)});
  state.session.results = {longRun(RunResult::Status::Failed, 0)};
  const FrameWaySummary way = summarizeWays(*state.sight.frame->told, state.session.results)[0];
  EXPECT_TRUE(way.failed);
  EXPECT_EQ(way.timed, 0u);
  EXPECT_FALSE(way.drawnPerSecond || way.toScreen || way.latency99);
  EXPECT_TRUE(says(state, "FAILED: 133 of 530"));
  EXPECT_FALSE(says(state, "from the kernel's end"));
  EXPECT_EQ(toldOf(state, 0).find("frames a second"), std::string::npos) << toldOf(state, 0);
}

TEST(FrameRows, WhatTheClocksMayBeApartIsToldWithTheTimes) {
  ViewState state = told({frameOf(1, 2, 4)});
  RunResult result = checkedHost();
  result.variant = "pipe", result.firstCall = 1;
  state.session.results = {result};
  EXPECT_EQ(toldOf(state, 0).find("clocks"), std::string::npos) << "of one clock: " << toldOf(state, 0);
  state.session.results[0].figures = {{std::string(kClockError), 12e-6, "s", Provenance::Measured}};
  EXPECT_NE(toldOf(state, 0).find("agree within 12.0 µs, measured"), std::string::npos) << toldOf(state, 0);
  state.session.results[0].figures[0].value = 5e-3;
  EXPECT_NE(toldOf(state, 0).find("latency is less than the clocks"), std::string::npos) << toldOf(state, 0);
}

TEST(FrameRows, WhatNobodySawOnTheScreenIsSaidBesideWhatWasSeen) {
  std::vector<FrameRecord> frames{frameOf(1, 2, 4), frameOf(2, 2, 4), frameOf(3, 2, 4)};
  frames[0].steps.push_back({FrameHop::Present, {{104'000'000}, {110'000'000}}, 0, {}});
  EXPECT_TRUE(says(told(frames), "1 on the screen", {0, 0, 1800, 600}));
  EXPECT_FALSE(says(told(frames), "not observed", {0, 0, 1800, 600}));
  frames[1].unseen = true;
  EXPECT_TRUE(says(told(frames), "1 seen to come to the screen, 1 not observed", {0, 0, 1800, 600}));
}

TEST(FrameRows, ComparedFramesAreThoseOfAllWays) {
  std::vector<FrameRecord> frames{frameOf(1, 2, 4), frameOf(2, 2, 4), frameOf(3, 2, 4)};
  for (FrameRecord& frame : frames) frame.compared = true;
  frames[1].way = FrameWay::Host;
  EXPECT_TRUE(says(told(frames), "3 compared by hash", {0, 0, 1800, 600}));
  frames[0].differs = true;
  EXPECT_FALSE(says(told(frames), "compared by hash", {0, 0, 1800, 600}));
  const std::string differ = "1 of 3 compared frames differ from what the kernel computed";
  EXPECT_TRUE(says(told(frames), differ, {0, 0, 1800, 600}));
  ViewState state = told(frames);
  auto live = sampleLiveFrame();
  live->different = 2;
  live->same = 7;
  state.sight.frame = live;
  EXPECT_FALSE(says(state, differ, {0, 0, 1800, 600})) << "what comes says it already";
}

TEST(FrameRows, NinetyNinePercentAreOfAHundredFramesAndMore) {
  std::vector<FrameRecord> frames;
  frames.reserve(100);
  for (std::uint32_t call = 1; call < 100; ++call) frames.push_back(frameOf(call, 2, 4));
  EXPECT_FALSE(summarizeWays(frames, {})[0].latency99.has_value());
  EXPECT_FALSE(says(told(frames), "99 % within", {0, 0, 1800, 600}));
  frames.push_back(frameOf(100, 2, 9));
  EXPECT_EQ(summarizeWays(frames, {})[0].latency99, Duration{4'000'000});
  EXPECT_TRUE(says(told(frames), "99 % within 4.00 ms", {0, 0, 1800, 600}));
}

TEST(FrameRows, TheStripSaysWhatItLeavesOut) {
  SampleSession session;
  addFrames(session, 120);
  EXPECT_FALSE(says(fiveEachWay(), "none was drawn after its kernels"));
  EXPECT_TRUE(says(fiveEachWay(), text(Msg::FrameStrip)));
  const FrameLayout layout = layOutFrames(RecordingCanvas{}, kArea, session.state());
  ASSERT_LT(layout.inStrip, layout.frames.size());
  EXPECT_TRUE(says(session.state(), "Latency of the newest " + std::to_string(layout.inStrip) + " frames"));
  FrameRecord unwaited = frameOf(1, 2, 4);
  unwaited.latency.reset();
  EXPECT_TRUE(says(told({unwaited}), "of the newest 1 none was drawn after its kernels"));
}

TEST(FrameRows, ABarThatIsHigherThanThereIsRoomIsMarked) {
  std::vector<FrameRecord> frames;
  frames.reserve(200);
  for (std::uint32_t call = 1; call <= 200; ++call) frames.push_back(frameOf(call, 2, call == 190 ? 900 : 4));
  const FrameLayout layout = layOutFrames(RecordingCanvas{}, kArea, told(frames));
  const auto cut = [](const FrameLayout::Bar& bar) { return bar.cut; };
  EXPECT_EQ(std::ranges::count_if(layout.bars, cut), 1);
  frames.resize(20);
  frames.back() = frameOf(20, 2, 900);
  EXPECT_EQ(layOutFrames(RecordingCanvas{}, kArea, told(frames)).stripTop, Duration{5'000'000}) << "of few, too";
  frames.resize(40, frameOf(40, 2, 4));
  frames.back() = frameOf(40, 2, 900);
  EXPECT_EQ(layOutFrames(RecordingCanvas{}, kArea, told(frames)).stripTop, Duration{5'000'000}) << "and of two";
}

TEST(FrameRows, ALatencyIsTheOneThatResultsHaveWhereTheTraceSaysIt) {
  SampleSession session;
  for (const std::uint32_t call : {1u, 2u, 3u}) {
    constexpr std::int64_t kMilli = 1'000'000;
    const std::int64_t begin = call * 100 * kMilli;
    const auto slice = [&](Storey storey, std::string_view name, std::int64_t from, std::int64_t to, EventKind kind) {
      SampleSession::Spec event{.track = kind == EventKind::Kernel ? session.stream(1) : session.host(storey, 100),
                                .name = name,
                                .begin = begin + from * kMilli,
                                .end = begin + to * kMilli,
                                .call = call,
                                .kind = kind,
                                .storey = storey,
                                .numbers = {{story::kFrame, call}},
                                .texts = {{story::kWay, frameWayKey(FrameWay::Host)}}};
      if (name == story::kDraw && call == 2) event.numbers.emplace_back(story::kLatency, 5 * kMilli);
      if (name == story::kDraw && call == 3) event.numbers.emplace_back(story::kLatency, -1);
      if (name == story::kDraw && call == 2) event.numbers.emplace_back(story::kUnseen, 1);
      if (name == story::kFrame && call == 2) event.numbers.emplace_back(story::kAfterBreak, 1);
      session.add(event);
    };
    slice(Storey::Model, story::kFrame, 0, 40, EventKind::Slice);
    slice(Storey::Hardware, "colourmap_pixel", 1, 10, EventKind::Kernel);
    slice(Storey::Runtime, story::kDraw, 15, 17, EventKind::Slice);
  }
  const auto frames = newestFrames(*session.store().snapshot(), 10);
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames[0].latency, Duration{7'000'000}) << "a session of before it was written";
  EXPECT_EQ(frames[1].latency, Duration{5'000'000}) << "the event behind the kernels came 2 ms after their end";
  EXPECT_TRUE(frames[1].unseen && !frames[2].unseen);
  EXPECT_TRUE(frames[1].afterBreak && !frames[2].afterBreak);
  EXPECT_FALSE(frames[2].latency) << "its drawing began before that event came";
}

TEST(FrameRows, HowOftenAndHowSoonFramesWereShownIsToldWhereThatIsRecorded) {
  const ViewState state = fiveEachWay();
  const FrameWaySummary way = summarizeWays(newestFrames(*state.session.snapshot, kToldFrames), {})[0];
  ASSERT_TRUE(way.drawnPerSecond && way.toScreen);
  EXPECT_DOUBLE_EQ(*way.drawnPerSecond, 37.5) << "4 of 5 were drawn, 20 ms apart";
  EXPECT_EQ(*way.toScreen, Duration{11'000'000});
  EXPECT_TRUE(says(state, "37.5 frames/s", {0, 0, 1800, 600}));
  EXPECT_TRUE(says(state, "11.0 ms to the screen", {0, 0, 1800, 600}));
  EXPECT_NE(toldOf(state, 0).find("37.5 frames a second were drawn, measured"), std::string::npos) << toldOf(state, 0);
  EXPECT_NE(toldOf(state, 0).find("to the screen, measured"), std::string::npos) << toldOf(state, 0);
  const FrameWaySummary alone = summarizeWays({frameOf(1, 2, 4)}, {})[0];
  EXPECT_FALSE(alone.drawnPerSecond) << "of a single frame";
  EXPECT_FALSE(alone.toScreen) << "no window presented it";
}

TEST(FrameRows, ALatencyIsToldInFewerWordsBeforeTheRateGivesWay) {
  const ViewState state = fiveEachWay();
  bool alone = false;
  for (float width = 1800; width >= 600; width -= 10) {
    const Rect area{0, 0, width, 600};
    const bool rate = says(state, "frames/s", area), words = says(state, "from the kernel's end", area);
    EXPECT_TRUE(rate || !words) << width;
    alone = alone || (rate && !words);
  }
  EXPECT_TRUE(alone);
}

TEST(FrameRows, InANarrowPictureTheRateStaysLongerThanTheSlowestFrames) {
  std::vector<FrameRecord> frames;
  frames.reserve(100);
  for (std::uint32_t call = 1; call <= 100; ++call) {
    frames.push_back(frameOf(call, 2, 4 + call));
    frames.back().number = call;
  }
  const ViewState state = told(std::move(frames));
  bool apart = false;
  for (float width = 1800; width >= 600; width -= 20) {
    const bool rate = says(state, "frames/s", {0, 0, width, 600}), slowest = says(state, "99 %", {0, 0, width, 600});
    EXPECT_TRUE(rate || !slowest) << width;
    apart = apart || (rate && !slowest);
  }
  EXPECT_TRUE(apart);
}

TEST(FrameRows, TimeInWhichAnotherWayRanIsNoPartOfARate) {
  std::vector<FrameRecord> frames{frameOf(1, 2, 10), frameOf(2, 2, 30), frameOf(3, 2, 40), frameOf(4, 2, 9'000)};
  for (std::size_t i = 0; i < frames.size(); ++i) frames[i].number = i + 1;
  frames[2].way = FrameWay::Host;
  const auto ways = summarizeWays(frames, {});
  ASSERT_TRUE(ways[0].drawnPerSecond);
  EXPECT_NEAR(*ways[0].drawnPerSecond, 50, 1e-9);
  EXPECT_FALSE(ways[1].drawnPerSecond);
}

TEST(FrameRows, TimeInWhichNobodyAskedForAFrameIsNoPartOfARate) {
  std::vector<FrameRecord> frames{frameOf(1, 2, 10), frameOf(2, 2, 30), frameOf(3, 2, 9'000), frameOf(4, 2, 9'020)};
  for (std::size_t i = 0; i < frames.size(); ++i) frames[i].number = i + 1;
  frames[2].afterBreak = true;
  const auto ways = summarizeWays(frames, {});
  ASSERT_TRUE(ways[0].drawnPerSecond);
  EXPECT_NEAR(*ways[0].drawnPerSecond, 50, 1e-9);
}

TEST(FrameRows, UntilANewRunHasAFrameRowsSayThatTheyAreOfAnEarlierOne) {
  SampleSession session;
  addFrames(session, 5);
  EXPECT_FALSE(says(session.state(), text(Msg::FrameOfEarlierRun)));
  const std::uint32_t call = 21;
  session.add({.track = session.host(Storey::Model, 100),
               .name = story::kMadeReady,
               .begin = std::int64_t{call} * 20'000'000,
               .end = std::int64_t{call} * 20'000'000 + 1000,
               .call = call,
               .storey = Storey::Model});
  EXPECT_TRUE(says(session.state(), text(Msg::FrameOfEarlierRun), {0, 0, 1400, 600}));
  addFrames(session, 1, call, FrameNumbers::Anew);
  EXPECT_FALSE(says(session.state(), text(Msg::FrameOfEarlierRun), {0, 0, 1400, 600}));
}

TEST(FrameRows, AButtonThatTurnsTheSemaphoreOnIsNotLit) {
  ViewState state = fiveEachWay();
  auto live = sampleLiveFrame();
  live->pacing = FramePacing::SemaphoreOff;
  state.sight.frame = live;
  int found = 0;
  for (const FrameLayout::Button& button : layOutFrames(RecordingCanvas{}, kArea, state).buttons)
    if (button.act.what == FrameAct::What::Semaphore) {
      ++found;
      EXPECT_EQ(button.words, text(Msg::FrameActSemaphoreOn));
      EXPECT_FALSE(button.loud);
    }
  EXPECT_EQ(found, 1);
}

}  // namespace
}  // namespace strata::frame_rows_test
