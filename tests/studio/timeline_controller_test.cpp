#include "app/studio/timeline_controller.h"

#include <gtest/gtest.h>

#include <cmath>

namespace strata {
namespace {

TimeRange range(std::int64_t begin, std::int64_t end) {
  return {{begin}, {end}};
}

/// Where a time stands on the plot, 0 … 1.
double place(const TimelineController& c, HostTime t) {
  return static_cast<double>((t - c.range().begin).ns) / static_cast<double>(c.range().length().ns);
}

TimelineController holding(TimeRange all) {
  TimelineController c;
  c.setContent(all, all, false);
  return c;
}

TEST(TimelineController, ShowsEverythingAtFirstWithAirAround) {
  const auto c = holding(range(1'000'000, 2'000'000));
  EXPECT_LT(c.range().begin.ns, 1'000'000);
  EXPECT_GT(c.range().end.ns, 2'000'000);
  EXPECT_LT(c.range().length().ns, 1'100'000);
}

TEST(TimelineController, ZoomKeepsTheTimeUnderTheCursor) {
  auto c = holding(range(0, 1'000'000'000));
  const HostTime anchor{730'000'000};
  const double before = place(c, anchor);
  for (int i = 0; i < 40; ++i) {
    c.zoom(anchor, 0.8);
    ASSERT_NEAR(place(c, anchor), before, 0.02) << "after " << i;
  }
  EXPECT_LT(c.range().length().ns, 1'000'000);
  for (int i = 0; i < 20; ++i) c.zoom(anchor, 1.25);
  EXPECT_NEAR(place(c, anchor), before, 0.02);
}

TEST(TimelineController, ZoomStopsAtTheShortestSpanAndStillHoldsTheAnchor) {
  auto c = holding(range(0, 1'000'000'000));
  const HostTime anchor{400'000'000};
  for (int i = 0; i < 400; ++i) c.zoom(anchor, 0.5);
  EXPECT_EQ(c.range().length(), TimelineController::kMinSpan);
  EXPECT_LE(c.range().begin, anchor);
  EXPECT_GE(c.range().end, anchor);
}

TEST(TimelineController, ZoomingOutEndsAtTheWholeSession) {
  auto c = holding(range(0, 1'000'000'000));
  const TimeRange whole = c.range();
  c.zoom({900'000'000}, 0.01);
  for (int i = 0; i < 100; ++i) c.zoom({900'000'000}, 3);
  EXPECT_EQ(c.range(), whole);
}

TEST(TimelineController, PanMovesByAShareAndNeverLosesTheSession) {
  auto c = holding(range(0, 1'000'000));
  c.show(range(400'000, 500'000));
  const TimeRange before = c.range();
  c.pan(0.5);
  EXPECT_NEAR(static_cast<double>((c.range().begin - before.begin).ns), before.length().ns * 0.5, 1);
  EXPECT_EQ(c.range().length(), before.length());
  for (int i = 0; i < 1000; ++i) c.pan(1);
  EXPECT_TRUE(c.range().overlaps(c.all()));
  for (int i = 0; i < 1000; ++i) c.pan(-1);
  EXPECT_TRUE(c.range().overlaps(c.all()));
}

TEST(TimelineController, FollowsUntilTheUserMovesAndAgainWhenAsked) {
  auto c = holding(range(0, 1'000'000));
  c.setContent(range(0, 5'000'000), range(0, 5'000'000), false);
  EXPECT_GE(c.range().end.ns, 5'000'000);
  c.pan(-0.1);
  EXPECT_FALSE(c.following());
  const TimeRange put = c.range();
  c.setContent(range(0, 9'000'000), range(0, 9'000'000), false);
  EXPECT_EQ(c.range(), put);
  c.follow();
  EXPECT_TRUE(c.following());
  EXPECT_GE(c.range().end.ns, 9'000'000);
}

TEST(TimelineController, FollowingALongRunShowsItsNewestSecondsAndAllOfItOnceItIsDone) {
  TimelineController c;
  const TimeRange run = range(0, 60'000'000'000);
  c.setContent(run, run, true);
  EXPECT_GE(c.range().end, run.end);
  EXPECT_LT(c.range().length().ns, TimelineController::kFollowSpan.ns * 11 / 10);
  c.setContent(run, run, false);
  EXPECT_LE(c.range().begin, run.begin);
  EXPECT_GE(c.range().end, run.end);
}

TEST(TimelineController, FitShowsTheNewestRunThenEverything) {
  TimelineController c;
  c.setContent(range(0, 10'000'000), range(8'000'000, 10'000'000), false);
  c.pan(-1);
  c.fit();
  EXPECT_GT(c.range().begin.ns, 7'000'000);
  c.fit();
  EXPECT_LE(c.range().begin.ns, 0);
  c.fit();
  EXPECT_GT(c.range().begin.ns, 7'000'000);
}

TEST(TimelineController, FitShowsThePartOfTheRunThatWasMeasured) {
  TimelineController c;
  c.setContent(range(0, 10'000'000), range(4'000'000, 10'000'000), false);
  const TimeRange measured = range(8'000'000, 9'000'000);
  c.fit(measured);
  EXPECT_LE(c.range().begin, measured.begin);
  EXPECT_GE(c.range().end, measured.end);
  EXPECT_LT(c.range().length().ns, 1'100'000);
  c.fit(measured);
  EXPECT_LE(c.range().begin.ns, 0);
  c.fit(measured);
  EXPECT_GT(c.range().begin.ns, 7'000'000);
}

TEST(TimelineController, RevealMovesOnlyWhenItMust) {
  auto c = holding(range(0, 1'000'000));
  c.show(range(100'000, 200'000));
  const TimeRange put = c.range();
  c.reveal(range(150'000, 160'000));
  EXPECT_EQ(c.range(), put);
  c.reveal(range(700'000, 710'000));
  EXPECT_EQ(c.range().length(), put.length());
  EXPECT_LE(c.range().begin.ns, 700'000);
  EXPECT_GE(c.range().end.ns, 710'000);
  c.reveal(range(300'000, 900'000));
  EXPECT_LE(c.range().begin.ns, 300'000);
  EXPECT_GE(c.range().end.ns, 900'000);
}

TEST(TimelineController, WhatTookLongBeforeTheMeasuredPartIsNotShownOfARunThatIsOver) {
  constexpr std::int64_t kMs = 1'000'000;
  const TimeRange run{{0}, {10'000 * kMs}};
  const auto shown = [&](std::int64_t begin, std::int64_t end) {
    return shownOfRun(run, TimeRange{{begin * kMs}, {end * kMs}});
  };
  EXPECT_EQ(shownOfRun(run, {}), run);
  EXPECT_EQ(shown(900, 910), run) << "inputs and a warm-up";
  EXPECT_EQ(shown(4000, 9000), run) << "much was measured";
  EXPECT_EQ(shown(9000, 9900), (TimeRange{{9000 * kMs}, run.end})) << "roofs";
  EXPECT_EQ(shown(-50, 50), run) << "of another run";
}

TEST(TimelineController, AnEmptySessionIsNoTrouble) {
  TimelineController c;
  c.setContent({}, {}, false);
  c.zoom({0}, 0.5);
  c.pan(1);
  c.fit();
  EXPECT_GT(c.range().length().ns, 0);
}

TEST(TimelineController, ScrollStaysWithinTheGroups) {
  TimelineController c;
  EXPECT_EQ(c.scroll(), kGroupsFitted) << "all groups are in sight until somebody scrolls";
  c.scrollBy(0, 300, 200);
  EXPECT_EQ(c.scroll(), kGroupsFitted);
  c.scrollBy(50, 300, 200);
  EXPECT_EQ(c.scroll(), 50);
  c.scrollBy(500, 300, 200);
  EXPECT_EQ(c.scroll(), 100);
  c.scrollBy(-500, 300, 200);
  EXPECT_EQ(c.scroll(), 0);
  c.scrollBy(40, 100, 200);
  EXPECT_EQ(c.scroll(), 0);
  c.fit();
  EXPECT_EQ(c.scroll(), kGroupsFitted);
}

}  // namespace
}  // namespace strata
