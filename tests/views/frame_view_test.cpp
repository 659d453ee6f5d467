#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <nlohmann/json.hpp>

#include "app/canvas/format.h"
#include "app/canvas/label_placer.h"
#include "app/canvas/recording_canvas.h"
#include "app/facts/frame_facts.h"
#include "app/facts/set_back.h"
#include "app/views/frame/frame_parts.h"
#include "app/views/view.h"
#include "app/views/what_is_here.h"
#include "tests/views/sample_frames.h"

namespace strata::frame_view_test {
namespace {

constexpr Rect kArea{0, 0, 1000, 600};
constexpr double kBytes = 4 << 20;

ViewState fourWays(std::uint32_t count = 5) {
  SampleSession session;
  addFrames(session, count);
  return session.state();
}

Point middle(Rect box) {
  return {box.x + box.w / 2, box.y + box.h / 2};
}

TEST(FrameFacts, EachFrameIsWhatWasDoneWithIt) {
  const ViewState state = fourWays();
  const auto frames = newestFrames(*state.session.snapshot, 100);
  ASSERT_EQ(frames.size(), 20u);
  EXPECT_EQ(frames[0].number, 1u);
  EXPECT_EQ(frames[0].way, FrameWay::Pipe);
  EXPECT_TRUE(frames[0].drawn);
  EXPECT_EQ(frames[0].latency, Duration{5'700'000}) << "from the end of the last kernel to the end of drawing";
  ASSERT_NE(frames[0].step(FrameHop::Kernel), nullptr);
  EXPECT_EQ(frames[0].step(FrameHop::Kernel)->span.length(), Duration{4'900'000}) << "all kernels of the frame";
  EXPECT_FALSE(frames[2].drawn) << "it was dropped";
  EXPECT_FALSE(frames[2].onItsWay);
  EXPECT_EQ(frames[6].tornPixels, 1000);
}

TEST(FrameFacts, TheNewestOfEachWay) {
  const ViewState state = fourWays();
  const auto frames = newestFrames(*state.session.snapshot, 2);
  ASSERT_EQ(frames.size(), 8u);
  EXPECT_EQ(frames[0].number, 4u);
  EXPECT_EQ(frames[2].number, 9u);
}

TEST(FrameFacts, TheFramesOfARunAreThoseBetweenItsCalls) {
  SampleSession session;
  addFrames(session, 5);
  addFrames(session, 4, 20, FrameNumbers::Anew);
  const auto snapshot = session.store().snapshot();
  const auto frames = [&](const std::vector<RunResult>& results) { return framesOfRun(*snapshot, results, 100); };
  RunResult result;
  result.variant = "pipe", result.firstCall = 1, result.lastCall = 5;
  RunResult other;
  other.variant = "host", other.firstCall = 6, other.lastCall = 10;
  EXPECT_EQ(frames({result, other}).size(), 10u);
  EXPECT_EQ(frames({result, other}).back().call, CallId{10});
  result.firstCall = 2, other.lastCall = 9;
  EXPECT_EQ(frames({result, other}).size(), 10u) << "the first and the last were compared and not timed";
  EXPECT_EQ(frames({}).back().call, CallId{36}) << "the newest";
  result.variant = "naive";
  EXPECT_EQ(frames({result}).back().call, CallId{36}) << "a run of no frames";
}

TEST(FrameView, WhereTheRunThatIsShownMadeNoFramesItSaysWhoseTheyAre) {
  ViewState state = fourWays();
  const auto says = [&] {
    RecordingCanvas canvas;
    findView("frame")->draw(canvas, kArea, state);
    return canvas.findTextWith(text(Msg::FrameOfAnotherRun)) != nullptr;
  };
  auto info = std::make_shared<ExperimentInfo>();
  info->name = "matmul";
  state.session.experiment = info;
  EXPECT_FALSE(says()) << "no run is shown yet";
  state.session.results.emplace_back().variant = "naive";
  EXPECT_TRUE(says());
  info->name = "frames";
  EXPECT_FALSE(says());
  state.sight.frame = sampleLiveFrame();
  EXPECT_TRUE(says()) << "an older run was chosen while frames come";
}

TEST(FrameFacts, TheFramesAreOfTheNewestRun) {
  SampleSession session;
  addFrames(session, 5);
  addFrames(session, 4, 20, FrameNumbers::Anew);
  const auto frames = newestFrames(*session.store().snapshot(), 100);
  ASSERT_EQ(frames.size(), 16u);
  EXPECT_EQ(frames.front().call, CallId{21});
  addUndrawnFrames(session, 2, 36);
  EXPECT_EQ(newestFrames(*session.store().snapshot(), 100).size(), 18u) << "numbers that go on are of the same run";
}

TEST(FrameFacts, OfManyThatNobodyDrewOnlyTheNewestMayStillBeDrawn) {
  SampleSession session;
  addUndrawnFrames(session, 200);
  const auto frames = newestFrames(*session.store().snapshot(), kToldFrames);
  ASSERT_EQ(frames.size(), kToldFrames);
  EXPECT_FALSE(frames.front().onItsWay);
  EXPECT_TRUE(frames.back().onItsWay);
  RecordingCanvas canvas;
  findView("frame")->draw(canvas, kArea, session.state());
  EXPECT_NE(canvas.findTextWith("0 drawn · 88 dropped"), nullptr);
}

/// Words that tell of all frames.
std::string inWords(const std::vector<FrameRecord>& frames) {
  std::string words;
  for (const FrameRecord& frame : frames)
    words += std::to_string(frame.number) + (frame.drawn ? " drawn " : " ") + (frame.onItsWay ? "coming " : "") +
             std::to_string(frame.steps.size()) + " steps, " + formatNumber(frame.tornPixels) + " torn\n";
  return words;
}

TEST(FrameHistory, TellsOfASessionThatGrowsWhatTheSessionTells) {
  SampleSession session;
  FrameHistory history;
  for (int grown = 0; grown < 5; ++grown) {
    addFrames(session, 40, static_cast<std::uint32_t>(grown) * 160);
    const TraceSnapshot snapshot = *session.store().snapshot();
    EXPECT_EQ(inWords(*history.told(snapshot)), inWords(newestFrames(snapshot, kToldFrames))) << grown;
    EXPECT_EQ(history.told(snapshot), history.told(snapshot)) << "the very same object";
  }
}

TEST(FrameHistory, AFrameIsOldOnceANewerOneIsDrawn) {
  SampleSession session, later;
  addUndrawnFrames(session, 100);
  FrameHistory history;
  EXPECT_EQ(inWords(*history.told(*session.store().snapshot())).find("drawn"), std::string::npos);
  addFrames(later, 25);
  addUndrawnFrames(later, 1, 100);
  const TraceSnapshot snapshot = *later.store().snapshot();
  EXPECT_EQ(inWords(*history.told(snapshot)), inWords(newestFrames(snapshot, kToldFrames)));
}

TEST(FrameHistory, OldFramesAreNotReadAgain) {
  SampleSession session, other;
  addFrames(session, 40);
  FrameHistory history;
  const std::string before = inWords(*history.told(*session.store().snapshot()));
  addFrames(other, 41);  // call 41 was the second way's first frame, and is the first way's last
  const std::string after = inWords(*history.told(*other.store().snapshot()));
  EXPECT_EQ(after.substr(0, 1000), before.substr(0, 1000));
  EXPECT_NE(after, inWords(newestFrames(*other.store().snapshot(), kToldFrames)));
}

TEST(FrameView, ToldWhatWasDoneItDoesNotLookForItself) {
  ViewState state = fourWays();
  auto live = sampleLiveFrame();
  auto frames = newestFrames(*state.session.snapshot, 1);
  live->told = std::make_shared<const std::vector<FrameRecord>>(frames);
  state.sight.frame = live;
  EXPECT_EQ(layOutFrames(RecordingCanvas{}, kArea, state).frames.size(), frames.size());
}

TEST(FrameFacts, TheNewestMayStillBeDrawn) {
  const auto frames = newestFrames(*fourWays(3).session.snapshot, 100);
  ASSERT_EQ(frames.size(), 12u);
  EXPECT_TRUE(frames.back().onItsWay) << "the last frame of each way is not drawn, and this one is the newest of all";
  EXPECT_FALSE(frames[8].onItsWay);
}

TEST(FrameFacts, WaysDifferByTheirCopies) {
  const ViewState state = fourWays();
  RunResult refused;
  refused.variant = "device";
  refused.status = RunResult::Status::Unsupported;
  refused.message = "another GPU";
  const auto ways = summarizeWays(newestFrames(*state.session.snapshot, 100), {refused});
  EXPECT_EQ(ways[0].copies(), 4u);
  EXPECT_EQ(ways[0].copied, 4 * kBytes);
  EXPECT_EQ(ways[1].copies(), 1u);
  EXPECT_EQ(ways[2].copies(), 0u);
  EXPECT_EQ(ways[1].torn, 1u);
  EXPECT_EQ(ways[0].drawn, 4u);
  EXPECT_EQ(ways[3].refusal, "another GPU");
}

/// By pipe: its kernel ends at 10 ms; then it is drawn between these milliseconds.
FrameRecord drawnBetween(std::uint32_t call, std::int64_t begin, std::int64_t end) {
  constexpr std::int64_t kMilli = 1'000'000, kKernel = 10 * kMilli;
  FrameRecord frame;
  frame.call = CallId{call};
  frame.drawn = true;
  frame.steps = {{FrameHop::Kernel, {{0}, {kKernel}}, 0, {}},
                 {FrameHop::Draw, {{begin * kMilli}, {end * kMilli}}, 0, {}}};
  frame.latency = Duration{end * kMilli - kKernel};
  return frame;
}

TEST(FrameFacts, StepsAreOfTheFrameWhoseLatencyIsTold) {
  const std::vector<FrameRecord> frames{drawnBetween(1, 20, 22), drawnBetween(2, 11, 31), drawnBetween(3, 40, 42)};
  const FrameWaySummary way = summarizeWays(frames, {})[0];
  EXPECT_EQ(way.call, CallId{2});
  ASSERT_FALSE(way.steps.empty());
  EXPECT_EQ(way.latency, Duration{21'000'000});
  EXPECT_EQ(way.steps.back().span.end.ns, way.latency.ns);
}

TEST(FrameFacts, AWaysLatencyIsTheOneInResultsWhereTheyAreOfTheSameFrames) {
  const std::vector<FrameRecord> frames{drawnBetween(1, 20, 22), drawnBetween(2, 11, 31), drawnBetween(3, 40, 42)};
  RunResult result;
  result.variant = "pipe", result.medianCall = 1;
  result.seconds = {0.01199, 0.01, 0.03, 3, "host"};
  const FrameWaySummary way = summarizeWays(frames, {result})[0];
  EXPECT_EQ(way.latency, Duration{11'990'000});
  EXPECT_EQ(way.call, CallId{1});
  result.seconds.repeats = 200;
  EXPECT_EQ(summarizeWays(frames, {result})[0].call, CallId{2}) << "results are of more frames than these";
}

TEST(FrameView, ABracketSpansWhatTheLatencyIs) {
  const ViewState state = fourWays();
  RecordingCanvas canvas;
  findView("frame")->draw(canvas, kArea, state);
  for (const FrameLayout::Way& way : layOutFrames(RecordingCanvas{}, kArea, state).ways) {
    const Rect kernels = way.blocks.front().box, draw = way.blocks.back().box;
    const auto lines = canvas.of(DrawOp::Kind::Polyline);
    EXPECT_TRUE(std::ranges::any_of(lines, [&](const DrawOp* line) {
      return std::abs(line->rect.x - kernels.right()) < 0.1f && std::abs(line->rect.right() - draw.right()) < 0.1f &&
             line->rect.y > way.lane.bottom() && line->rect.bottom() < way.note.y + 0.1f;
    })) << frameWayKey(way.summary.way);
  }
}

TEST(FrameView, BlocksStandOnOneScale) {
  const ViewState state = fourWays();
  const FrameLayout layout = layOutFrames(RecordingCanvas{}, kArea, state);
  ASSERT_EQ(layout.ways.size(), 4u);
  const auto widthOf = [&](std::size_t way, FrameHop hop) {
    for (const FrameLayout::Block& block : layout.ways[way].blocks)
      if (block.step.hop == hop) return block.box.w;
    return 0.f;
  };
  EXPECT_NEAR(widthOf(0, FrameHop::Draw), widthOf(3, FrameHop::Draw), 0.5f) << "both took 1 ms";
  EXPECT_NEAR(widthOf(0, FrameHop::Write), 3 * widthOf(0, FrameHop::Draw), 1);
  EXPECT_EQ(widthOf(3, FrameHop::Upload), 0);
  EXPECT_NEAR(layout.ways[0].blocks.back().box.right(), layout.ways[0].lane.right(), 1) << "the slowest fills its lane";
}

TEST(FrameView, AClickChoosesAWayOnlyWhileFramesCome) {
  ViewState state = fourWays();
  const View& view = *findView("frame");
  const FrameLayout layout = layOutFrames(RecordingCanvas{}, kArea, state);
  const Point at = middle(layout.ways[3].name);
  auto hit = view.hit(RecordingCanvas{}, kArea, state, at);
  ASSERT_TRUE(hit);
  EXPECT_FALSE(hit->frame);
  state.sight.frame = sampleLiveFrame();
  hit = view.hit(RecordingCanvas{}, kArea, state, at);
  ASSERT_TRUE(hit && hit->frame);
  EXPECT_EQ(*hit->frame, (FrameAct{FrameAct::What::Way, FrameWay::Device}));
}

TEST(FrameView, ButtonsSayWhatTheyDo) {
  ViewState state = fourWays();
  state.sight.frame = sampleLiveFrame();
  std::set<FrameAct::What> acts;
  for (const FrameLayout::Button& button : layOutFrames(RecordingCanvas{}, kArea, state).buttons) {
    ASSERT_GT(button.box.w, 0) << button.words;
    const auto hit = findView("frame")->hit(RecordingCanvas{}, kArea, state, middle(button.box));
    ASSERT_TRUE(hit && hit->frame) << button.words;
    EXPECT_FALSE(hit->tooltip.empty()) << button.words;
    acts.insert(hit->frame->what);
  }
  using What = FrameAct::What;
  EXPECT_EQ(acts, (std::set{What::Semaphore, What::LockStep, What::Pause, What::Step, What::Save}));
}

TEST(FrameView, APictureHasNoButtons) {
  ViewState state = fourWays();
  state.sight.frame = sampleLiveFrame();
  const std::string words = layOutFrames(RecordingCanvas{}, kArea, state).buttons.front().words;
  for (const bool still : {false, true}) {
    state.sight.still = still;
    RecordingCanvas canvas;
    findView("frame")->draw(canvas, kArea, state);
    EXPECT_EQ(canvas.findText(words) == nullptr, still) << words;
  }
}

TEST(FrameView, InALowWindowButtonsLeaveThePictureItsRoom) {
  ViewState state = fourWays();
  state.sight.frame = sampleLiveFrame();
  for (const Rect area : {Rect{0, 0, 640, 185}, Rect{0, 0, 640, 240}, Rect{0, 0, 900, 190}}) {
    const FrameLayout layout = layOutFrames(RecordingCanvas{}, area, state);
    EXPECT_GT(layout.picture.h, 0.6f * area.h) << area.w << " × " << area.h;
    for (const FrameLayout::Button& button : layout.buttons) {
      ASSERT_GT(button.box.w, 0) << button.words << " at " << area.w << " × " << area.h;
      EXPECT_LE(button.box.bottom(), area.bottom()) << button.words;
      for (const Rect other : {layout.picture, layout.caption, layout.ways[0].box})
        EXPECT_FALSE(overlaps(button.box, other)) << button.words << " at " << area.w << " × " << area.h;
    }
    EXPECT_GT(layout.ways[0].lane.w, 60) << area.w << " × " << area.h;
  }
}

TEST(FrameView, InALowAndNarrowViewThePictureIsAsHighAsTheViewLetsIt) {
  constexpr Rect kLow{0, 0, 465, 225};  // in a window of 1100 × 700
  ViewState state = fourWays();
  EXPECT_GT(layOutFrames(RecordingCanvas{}, kLow, state).picture.h, 0.6f * kLow.h);
  EXPECT_GT(layOutFrames(RecordingCanvas{}, kLow, state).ways[3].lane.w, 0) << "and there is room for the ways beside";
  state.sight.frame = sampleLiveFrame();
  const FrameLayout layout = layOutFrames(RecordingCanvas{}, kLow, state);
  EXPECT_GT(layout.picture.h, 0.6f * kLow.h);
  EXPECT_EQ(layout.picture.w, layout.picture.h);
  ASSERT_EQ(layout.buttons.size(), 5u);
  for (const FrameLayout::Button& button : layout.buttons) {
    EXPECT_GT(button.box.w, 0) << button.words;
    EXPECT_LE(button.box.bottom(), kLow.bottom()) << button.words;
    for (const Rect other : {layout.picture, layout.caption, layout.ways[0].box, layout.sentenceBox})
      EXPECT_FALSE(overlaps(button.box, other)) << button.words;
  }
}

TEST(FrameView, ABarIsAFramesCall) {
  const ViewState state = fourWays();
  const FrameLayout layout = layOutFrames(RecordingCanvas{}, kArea, state);
  ASSERT_EQ(layout.bars.size(), 20u);
  const auto hit = findView("frame")->hit(RecordingCanvas{}, kArea, state, middle(layout.bars[4].box));
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->selection.call, CallId{5});
}

WhatIs whatIs(const ViewState& state, Rect area, Rect part) {
  return whatIsHere(*findView("frame"), area, state, middle(part));
}

TEST(FrameView, EachPartSaysWhatItIs) {
  ViewState state = fourWays();
  state.sight.frame = sampleLiveFrame();
  const FrameLayout layout = layOutFrames(RecordingCanvas{}, kArea, state);
  std::set<std::string> texts;
  for (const FrameLayout::Button& button : layout.buttons) {
    EXPECT_EQ(whatIs(state, kArea, button.box).title, button.words);
    EXPECT_TRUE(texts.insert(whatIs(state, kArea, button.box).text).second) << button.words;
  }
  const FrameLayout::Way& pipe = layout.ways[0];
  for (const FrameLayout::Block& block : pipe.blocks)
    EXPECT_TRUE(texts.insert(whatIs(state, kArea, block.box).text).second) << frameHopName(block.step.hop);
  const auto gaps = gapsOf(layout.ways[2]);
  ASSERT_FALSE(gaps.empty());
  EXPECT_EQ(whatIs(state, kArea, gaps[0]).title, "waiting");
  EXPECT_EQ(whatIs(state, kArea, pipe.name).title, "pipe");
  EXPECT_NE(whatIs(state, kArea, pipe.name).text.find("median"), std::string::npos);
  EXPECT_NE(whatIs(state, kArea, layout.bars[4].box).text.find("frame 5 by pipe"), std::string::npos);
  for (const Rect part : {layout.picture, layout.stripTitle, layout.foot, pipe.name})
    EXPECT_TRUE(texts.insert(whatIs(state, kArea, part).text).second);
  for (const std::string& text : texts) EXPECT_EQ(text.find("This view shows"), std::string::npos) << text;
}

TEST(FrameView, WordsThatDoNotFitAreNotCutShort) {
  for (const float width : {420.f, 560.f, 660.f, 900.f})
    for (const float height : {180.f, 260.f, 420.f}) {
      ViewState state = fourWays();
      state.sight.frame = sampleLiveFrame();
      RecordingCanvas canvas;
      findView("frame")->draw(canvas, {0, 0, width, height}, state);
      for (const DrawOp* words : canvas.of(DrawOp::Kind::Text))
        EXPECT_EQ(words->text.find("…"), std::string::npos) << words->text << " at " << width << " × " << height;
    }
}

TEST(FrameView, WhereTheCaptionIsShortItTellsWhatAHandCanDoBeforeTheSize) {
  ViewState state = fourWays();
  auto live = sampleLiveFrame();
  live->frame = 100'000;
  live->side = 4096;
  auto frames = newestFrames(*state.session.snapshot, kToldFrames);
  frames.back().content = "mandelbrot";
  live->told = std::make_shared<const std::vector<FrameRecord>>(std::move(frames));
  state.sight.frame = live;
  int hands = 0, sizes = 0;
  for (float width = 200; width < 1200; width += 10) {
    RecordingCanvas canvas;
    findView("frame")->draw(canvas, {0, 0, width, 300}, state);
    const bool hand = canvas.findTextWith("wheel zooms"), size = canvas.findTextWith("4096 × 4096");
    EXPECT_TRUE(hand || !size) << width;
    hands += hand, sizes += size;
  }
  EXPECT_GT(hands, sizes) << "no width was short enough to tell";
  EXPECT_GT(sizes, 0);
}

TEST(FrameView, SaysThatPixelsWereNotRecorded) {
  const ViewState state = fourWays();
  RecordingCanvas canvas;
  findView("frame")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findTextWith("not kept"), nullptr);
  EXPECT_TRUE(canvas.of(DrawOp::Kind::Image).empty());
}

TEST(FrameView, SaysWhichFramesNumbersWereRecorded) {
  ViewState state = fourWays();
  state.session.previews = {sampleFrameNumbers(1203)};
  RecordingCanvas canvas;
  findView("frame")->draw(canvas, kArea, state);
  EXPECT_EQ(canvas.of(DrawOp::Kind::Image).size(), 1u);
  EXPECT_NE(canvas.findTextWith("not kept"), nullptr);
  EXPECT_NE(canvas.findTextWith("Numbers of frame " + formatCount(1203)), nullptr);
}

/// The session as it was when the frame had been drawn.
ViewState afterDrawing(std::uint32_t frame) {
  ViewState state = fourWays();
  state.sight.frame = sampleLiveFrame();
  state.session.previews = {sampleFrameNumbers(7)};
  state.session.tensor = sampleFrameNumbers(7);
  const auto frames = newestFrames(*state.session.snapshot, 100);
  const HostTime time = frames[frame - 1].step(FrameHop::Draw)->span.end;
  setBack(state, std::make_shared<const TraceSnapshot>(state.session.snapshot->until(time)), time);
  return state;
}

TEST(FrameView, InSlowMotionShowsNoFrameOfAnotherMoment) {
  RecordingCanvas early;
  findView("frame")->draw(early, kArea, afterDrawing(6));
  EXPECT_TRUE(early.of(DrawOp::Kind::Image).empty()) << "neither the window's picture nor numbers of a later frame";
  EXPECT_NE(early.findTextWith("frame 6"), nullptr);
  EXPECT_NE(early.findTextWith("not kept"), nullptr);
  EXPECT_EQ(early.findTextWith("hash"), nullptr);

  RecordingCanvas itself;
  findView("frame")->draw(itself, kArea, afterDrawing(7));
  EXPECT_EQ(itself.of(DrawOp::Kind::Image).size(), 1u);
  EXPECT_NE(itself.findTextWith("Numbers of frame 7"), nullptr);

  ViewState later = afterDrawing(9);
  RecordingCanvas canvas;
  findView("frame")->draw(canvas, kArea, later);
  EXPECT_TRUE(canvas.of(DrawOp::Kind::Image).empty());
}

TEST(FrameView, InSlowMotionTheTensorIsTheMomentsToo) {
  EXPECT_EQ(afterDrawing(6).session.tensor, nullptr) << "numbers of a later frame";
  EXPECT_NE(afterDrawing(7).session.tensor, nullptr);
  EXPECT_EQ(afterDrawing(9).session.tensor, nullptr);
}

TEST(FrameView, TellsTheHashThatWasRecorded) {
  ViewState state = afterDrawing(7);
  state.session.previews.clear();
  RecordingCanvas canvas;
  findView("frame")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findTextWith("frame 7"), nullptr);
  EXPECT_NE(canvas.findTextWith("00c0ffee"), nullptr);
}

TEST(FrameView, BeforeTheFirstFrameThereIsNone) {
  ViewState state = fourWays();
  const auto frames = newestFrames(*state.session.snapshot, 100);
  const HostTime time = frames[0].step(FrameHop::Kernel)->span.end;
  setBack(state, std::make_shared<const TraceSnapshot>(state.session.snapshot->until(time)), time);
  RecordingCanvas canvas;
  findView("frame")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findTextWith("No frame was drawn yet"), nullptr);
}

TEST(FrameView, AWaySaysWhatAnnouncesItsFrames) {
  ViewState state = fourWays();
  RunResult host;
  host.variant = "host";
  host.details = nlohmann::json{{"signalled_by", "a counter"}};
  state.session.results = {host};
  auto live = sampleLiveFrame();
  live->way = FrameWay::Device;
  live->signalling = "a timeline of Vulkan";
  state.sight.frame = live;
  const FrameLayout layout = layOutFrames(RecordingCanvas{}, kArea, state);
  EXPECT_NE(whatIs(state, kArea, layout.ways[1].name).text.find("a counter"), std::string::npos);
  EXPECT_NE(whatIs(state, kArea, layout.ways[3].name).text.find("a timeline of Vulkan"), std::string::npos);
  const auto hit = findView("frame")->hit(RecordingCanvas{}, kArea, state, middle(layout.ways[3].name));
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("a timeline of Vulkan"), std::string::npos);
}

TEST(FrameView, ShowsTheLiveFrameAndWhyItIsTorn) {
  ViewState state = fourWays();
  auto live = sampleLiveFrame();
  live->pacing = FramePacing::SemaphoreOff;
  live->torn = 3;
  state.sight.frame = live;
  RecordingCanvas canvas;
  findView("frame")->draw(canvas, kArea, state);
  EXPECT_EQ(canvas.of(DrawOp::Kind::Image).size(), 1u);
  EXPECT_NE(canvas.findTextWith("Nobody waits"), nullptr);
  EXPECT_NE(canvas.findTextWith("1 torn"), nullptr);
}

}  // namespace
}  // namespace strata::frame_view_test
