#include "layers/workloads/frames/frame_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace strata {
namespace {

using testing::HasSubstr;

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

}  // namespace
}  // namespace strata
