#include "app/studio/pulse.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QThread>

namespace strata {
namespace {

constexpr int kBeatMs = 60'000;

TEST(Pulse, BeatsAtThirtyHertzWhereDrawingIsQuickAndLeavesThreeQuartersWhereItIsNot) {
  EXPECT_EQ(Pulse::pauseMs(0), 33);
  EXPECT_EQ(Pulse::pauseMs(3) + 3, 33);
  EXPECT_EQ(Pulse::pauseMs(50), 150);
}

TEST(Pulse, ASlowPictureIsFollowedByARest) {
  Pulse pulse;
  QSignalSpy beats(&pulse, &Pulse::beat);
  pulse.setActive(true);
  ASSERT_TRUE(beats.wait(kBeatMs));
  constexpr int kDrawingMs = 60;
  QThread::msleep(kDrawingMs);
  pulse.shown();
  QElapsedTimer rest;
  rest.start();
  ASSERT_TRUE(beats.wait(kBeatMs));
  EXPECT_GE(rest.elapsed(), kDrawingMs * 2);
}

TEST(Pulse, BeatsOnWhereNothingHadToBeDrawnAndStopsWhenToldTo) {
  Pulse pulse;
  QSignalSpy beats(&pulse, &Pulse::beat);
  pulse.setActive(true);
  ASSERT_TRUE(beats.wait(kBeatMs));
  ASSERT_TRUE(beats.wait(kBeatMs)) << "without shown()";
  pulse.setActive(false);
  pulse.shown();
  EXPECT_FALSE(beats.wait(100));
}

TEST(Pulse, APictureThatNeverCameTookNoTime) {
  Pulse pulse;
  QSignalSpy beats(&pulse, &Pulse::beat);
  pulse.setActive(true);
  ASSERT_TRUE(beats.wait(kBeatMs));
  pulse.setActive(false);
  constexpr int kPauseMs = 1000;
  QThread::msleep(kPauseMs);
  pulse.setActive(true);
  pulse.shown();  // of something else
  EXPECT_TRUE(beats.wait(2 * kPauseMs)) << "the pause is no picture after which to rest";
}

}  // namespace
}  // namespace strata
