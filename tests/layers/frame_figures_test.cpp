#include "layers/workloads/frames/frame_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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
    figures.shown(report, mayTear);
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

TEST(FrameFigures, WhatWasSwitchedMeanwhileIsSaidWithItsFrame) {
  FrameFigures figures(FrameWay::Host);
  FrameFigures asked(FrameWay::Host, FramePacing::SemaphoreOff);
  for (std::uint64_t frame = 1; frame <= 9; ++frame) {
    figures.paced(frame, frame >= 4 && frame < 8 ? FramePacing::SemaphoreOff : FramePacing::NewestWins);
    figures.computedApart();
    asked.paced(frame, FramePacing::SemaphoreOff);
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
    figures.paced(frame, frame % 2 == 0 ? FramePacing::LockStep : FramePacing::NewestWins);
  EXPECT_THAT(figures.result().message, HasSubstr("newest wins from frame 5, and 5 times more"));
}

}  // namespace
}  // namespace strata
