#include "layers/workloads/frames/frame_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/frames/frame_story.h"
#include "layers/workloads/frames/frame_reports.h"
#include "tests/layers/recorded_session.h"

namespace strata {
namespace {

using testing::HasSubstr;
using testing::Not;

/// One sound frame and one of two frames' pixels.
RunResult tornResult(bool mayTear) {
  FrameFigures figures(FrameWay::Host);
  FrameReport report;
  for (std::uint64_t frame = 1; frame <= 2; ++frame) {
    figures.computedApart();
    report.frame = frame;
    report.tornPixels = frame == 2 ? 7 : 0;
    report.unowned = mayTear ? 1 : 0;
    figures.shown(report);
  }
  return figures.result();
}

TEST(FrameFigures, AFrameThatToreThoughTheSemaphoreWasOnIsAFailure) {
  const RunResult result = tornResult(false);
  EXPECT_EQ(result.status, RunResult::Status::Failed);
  EXPECT_THAT(result.message, HasSubstr("1 of 2 frames torn, 1 of them while the semaphore was on"));
  ASSERT_TRUE(result.figure("frames_torn"));
  EXPECT_EQ(result.figure("frames_torn")->value, 1);
}

TEST(FrameFigures, WithTheSemaphoreOffATornFrameIsWhatWasToBeSeen) {
  const RunResult result = tornResult(true);
  EXPECT_EQ(result.status, RunResult::Status::Ok);
  EXPECT_THAT(result.message, HasSubstr("1 of 2 frames torn: they hold pixels of several frames"));
}

TEST(FrameFigures, OnlyWhatWasWaitedForIsCompared) {
  for (const std::uint32_t unowned : {0u, 1u}) {
    FrameFigures figures(FrameWay::Host);
    figures.computedApart();
    FrameReport report;
    report.frame = 1;
    report.verdict = 2;
    report.unowned = unowned;
    figures.shown(report);
    const RunResult result = figures.result();
    EXPECT_EQ(result.status, unowned ? RunResult::Status::Ok : RunResult::Status::Failed);
    EXPECT_EQ(result.figure("frames_compared")->value, unowned ? 0 : 1);
  }
}

TEST(FrameFigures, AViewerThatDrawsNoMoreIsAFailureWithItsReason) {
  FrameFigures figures(FrameWay::Host);
  EXPECT_TRUE(figures.empty());
  figures.computedApart();
  figures.ended("The device is slow.");
  const RunResult result = figures.result();
  EXPECT_EQ(result.status, RunResult::Status::Failed);
  EXPECT_EQ(result.message, "The device is slow. 0 of 1 frames were drawn before.");
  EXPECT_EQ(result.figure("frames_dropped")->value, 1);
}

TEST(FrameFigures, WhatWasSwitchedMeanwhileIsSaidWithItsFrame) {
  FrameFigures figures(FrameWay::Host);
  FrameFigures asked(FrameWay::Host, FramePacing::SemaphoreOff);
  for (std::uint64_t frame = 1; frame <= 9; ++frame) {
    figures.begun(frame, frame >= 4 && frame < 8 ? FramePacing::SemaphoreOff : FramePacing::NewestWins);
    figures.computedApart();
    asked.begun(frame, FramePacing::SemaphoreOff);
    asked.computedApart();
  }
  const RunResult result = figures.result();
  EXPECT_THAT(result.message, HasSubstr("; switched meanwhile: semaphore off from frame 4, newest wins from frame 8"));
  const nlohmann::json& switched = (*result.details)["switched"];
  ASSERT_EQ(switched.size(), 2u);
  EXPECT_EQ(switched[0]["frame"], 4);
  EXPECT_EQ(switched[0]["pacing"], "semaphore off");
  EXPECT_THAT(asked.result().message, Not(HasSubstr("switched"))) << "the run's parameters say it";
  EXPECT_FALSE(asked.result().details->contains("switched"));
}

TEST(FrameFigures, ManySwitchesAreCountedNotListed) {
  FrameFigures figures(FrameWay::Host);
  for (std::uint64_t frame = 1; frame <= 10; ++frame)
    figures.begun(frame, frame % 2 == 0 ? FramePacing::LockStep : FramePacing::NewestWins);
  EXPECT_THAT(figures.result().message, HasSubstr("newest wins from frame 5, and 5 times more"));
}

TEST(FrameFigures, WhatWasNotDrawnIsDroppedUnlessItIsOnItsWay) {
  FrameFigures figures(FrameWay::Host);
  for (std::uint64_t frame = 1; frame <= 10; ++frame) {
    figures.begun(frame, FramePacing::NewestWins);
    figures.computedApart();
  }
  FrameReport report;
  for (const std::uint64_t frame : {2u, 5u, 8u}) {
    report.frame = frame;
    figures.shown(report);
  }
  const auto dropped = [&] { return figures.result().figure("frames_dropped")->value; };
  EXPECT_EQ(dropped(), 5) << "9 and 10 may still be drawn";
  figures.settled();
  EXPECT_EQ(dropped(), 7);
  EXPECT_THAT(figures.result().message, HasSubstr("3 of 10 frames drawn, 7 dropped"));
}

TEST(FrameFigures, FramesOfAWindowThatNoLongerDrawsAreDropped) {
  FrameFigures figures(FrameWay::Pipe);
  for (std::uint64_t frame = 1; frame <= 100; ++frame) {
    figures.begun(frame, FramePacing::NewestWins);
    figures.computedApart();
  }
  EXPECT_EQ(figures.result().figure("frames_dropped")->value, 100 - kFramesOnTheirWay);
}

TEST(FrameFigures, AFrameDrawnBeforeItsKernelsEndedIsNoExampleOfSpeed) {
  FrameFigures figures(FrameWay::Host, FramePacing::SemaphoreOff);
  for (const std::uint64_t frame : {1u, 2u}) {
    figures.begun(frame, FramePacing::SemaphoreOff);
    figures.computed({frame, CallId{1}, {1000}, {100}});
    FrameReport report;
    report.frame = frame;
    report.draw = {{frame == 1 ? 900 : 1100}, {2000}};
    report.unowned = 1;
    figures.shown(report);
  }
  const RunResult result = figures.result();
  EXPECT_EQ(result.seconds.repeats, 1);
  ASSERT_TRUE(result.figure(kFramesEarly));
  EXPECT_EQ(result.figure(kFramesEarly)->value, 1);
  EXPECT_THAT(result.message, HasSubstr("1 of those drawn are in no time"));
}

/// Timed frames whose drawing began so many nanoseconds after the kernels' end.
RunResult resultOfHanding(const std::vector<std::int64_t>& handing) {
  FrameFigures figures(FrameWay::Host);
  for (std::uint64_t frame = 1; frame <= handing.size(); ++frame) {
    figures.computed({frame, CallId{1}, {10'000}, {100}});
    FrameReport report;
    report.frame = frame;
    report.draw = {{10'000 + handing[frame - 1]}, {20'000}};
    figures.shown(report);
  }
  return figures.result();
}

TEST(FrameFigures, HandingOverThatTheClocksCannotTellIsNotNothing) {
  EXPECT_FALSE(resultOfHanding({-500, 0, 700}).figure("handing_over")) << "the median was not seen";
  EXPECT_FALSE(resultOfHanding({-500, 0, 700}).figure(kFramesEarly)) << "each was timed";
  const RunResult told = resultOfHanding({-500, 600, 700});
  ASSERT_TRUE(told.figure("handing_over"));
  EXPECT_DOUBLE_EQ(told.figure("handing_over")->value, 6e-7);
}

/// One timed frame of so many nanoseconds from its kernels' end, which is right within `error`.
RunResult resultOfLatency(std::int64_t latency, Duration error) {
  FrameFigures figures(FrameWay::Host);
  figures.computed({1, CallId{1}, {1000}, {100}, error});
  FrameReport report;
  report.frame = 1;
  report.draw = {{1000}, {1000 + latency}};
  figures.shown(report);
  return figures.result();
}

TEST(FrameFigures, WhatTheClocksMayBeApartIsToldWithTheLatency) {
  const RunResult sure = resultOfLatency(9000, Duration{2000}), unsure = resultOfLatency(1000, Duration{2000});
  ASSERT_TRUE(sure.figure(kClockError) && unsure.figure(kClockError));
  EXPECT_DOUBLE_EQ(sure.figure(kClockError)->value, 2e-6);
  EXPECT_THAT(sure.message, Not(HasSubstr("may be apart")));
  EXPECT_THAT(unsure.message, HasSubstr("less than the clocks of device and host may be apart, 2 µs"));
  EXPECT_FALSE(resultOfLatency(1000, {}).figure(kClockError)) << "one clock";
}

TEST(FrameFigures, NinetyNinePercentAreOfAHundredFramesAndMore) {
  FrameFigures figures(FrameWay::Host);
  for (std::uint64_t frame = 1; frame <= 100; ++frame) {
    EXPECT_EQ(figures.result().figure("latency_99"), nullptr) << frame;
    figures.computed({frame, CallId{1}, {1000}, {100}});
    FrameReport report;
    report.frame = frame;
    report.draw = {{1000}, {frame == 100 ? 9000 : 2000}};
    figures.shown(report);
  }
  ASSERT_TRUE(figures.result().figure("latency_99"));
  EXPECT_DOUBLE_EQ(figures.result().figure("latency_99")->value, 1e-6);
}

TEST(FrameFigures, FramesASecondAreThoseThatWereAskedFor) {
  FrameFigures figures(FrameWay::Host);
  constexpr std::int64_t kMilli = 1'000'000;
  const std::vector<std::int64_t> ends{100, 120, 9'000, 9'020};
  for (std::uint64_t frame = 1; frame <= ends.size(); ++frame) {
    figures.begun(frame, FramePacing::NewestWins, frame == 1 || frame == 3);
    const HostTime end{ends[frame - 1] * kMilli};
    figures.computed({frame, CallId{1}, end - Duration{100}, {100}});
    FrameReport report;
    report.frame = frame;
    report.draw = {end - Duration{50}, end};
    figures.shown(report);
    EXPECT_EQ(figures.result().figure("frames_per_s") != nullptr, frame > 1) << "none of a single frame";
  }
  const RunResult result = figures.result();
  ASSERT_TRUE(result.figure("frames_per_s"));
  EXPECT_NEAR(result.figure("frames_per_s")->value, 50, 1e-9);
}

TEST(FrameReports, TheTraceHasALatencyWhereTheResultHasOne) {
  TraceRecorder recorder;
  FrameReports reports(recorder);
  auto made = ControlPage::create(2);
  ASSERT_TRUE(made.ok());
  ControlPage& page = made.value().first;
  const HostTime begin = hostNow();
  HostTime drawn = begin;
  while (drawn < begin + Duration{2}) drawn = hostNow();
  const HostTime between = begin + Duration{1};
  for (const auto& [number, kernelsEnd] : {std::pair{1u, between}, std::pair{2u, begin}, std::pair{3u, between}}) {
    reports.computed(number, CallId{number});
    reports.ended(number, kernelsEnd);
    FrameReport report;
    report.frame = number;
    report.way = FrameWay::Host;
    report.draw = {begin, drawn};
    report.unowned = number <= 2 ? 1 : 0;
    page->reports.push(report);
  }
  ASSERT_EQ(reports.take(page).size(), 3u);
  const auto snapshot = test::readRecorded(recorder);
  std::map<double, double> told;
  for (const TraceEvent& event :
       test::eventsWhere(*snapshot, [&](const TraceEvent& e) { return snapshot->name(e.name) == story::kDraw; }))
    told[snapshot->number(event, story::kFrame).value()] = snapshot->number(event, story::kLatency).value();
  const auto whole = static_cast<double>((drawn - begin).ns);
  EXPECT_EQ(told, (std::map<double, double>{{1, -1}, {2, whole}, {3, whole - 1}}))
      << "1 was drawn while nobody waited, before its kernels ended";
}

}  // namespace
}  // namespace strata
